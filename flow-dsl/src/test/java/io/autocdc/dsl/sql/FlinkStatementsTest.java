// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlinkStatementsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "CREATE TABLE t (a INT) WITH ('connector' = 'datagen') | true",
        "create temporary table if not exists `t` with ('p' = 'q', 'connector' = 'jdbc') | true",
        "CREATE TABLE t LIKE other | true",
        "CREATE TABLE t (`like` INT) WITH ('connector' = 'files') | false",
        "CREATE TABLE t (a INT COMMENT '''connector'' = ''jdbc''') | false",
        "CREATE TABLE t (a INT) WITH ('connector' = 'filse') | false",
        "CREATE STREAMING TABLE t | false",
        "INSERT INTO t SELECT 1 | false"
      })
  void tablesOfConnectorsThatAreNotOursAreFlinks(String sql, boolean flink) {
    assertThat(FlinkStatements.isFlinkTable(sql)).isEqualTo(flink);
  }

  @Test
  void namesOfTablesAreFoundBehindComments() {
    assertThat(
            FlinkStatements.createdTable(
                "CREATE /* TABLE x */ TABLE IF NOT EXISTS `a``b`.c (d INT)"))
        .contains(List.of("a`b", "c"));
    assertThat(FlinkStatements.createdTable("CREATE VIEW v AS SELECT 1")).isEmpty();
    assertThat(FlinkStatements.insertedTable("INSERT INTO -- no\n c.d.t (a) SELECT 1"))
        .contains(List.of("c", "d", "t"));
    assertThat(FlinkStatements.insertedTable("INSERT OVERWRITE TABLE t SELECT 1"))
        .contains(List.of("t"));
    assertThat(FlinkStatements.insertedTable("SELECT 1")).isEmpty();
    assertThat(FlinkStatements.path(List.of("a`b", "c"))).isEqualTo("`a``b`.`c`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE OR REPLACE TEMPORARY SYSTEM FUNCTION f AS 'a.B'",
        "create catalog c with ('type' = 'x')",
        "USE CATALOG c",
        "LOAD MODULE m",
        "ADD JAR 'a.jar'"
      })
  void whatDeclaresSomethingForQueriesIsADeclaration(String sql) {
    assertThat(FlinkStatements.isDeclaration(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "INSERT INTO t SELECT 1", "CREATE TABLE f (a INT)", "DROP FUNCTION f"})
  void othersAreNone(String sql) {
    assertThat(FlinkStatements.isDeclaration(sql)).isFalse();
  }

  @Test
  void onlyAQueryBehindATableFillsIt() {
    assertThat(FlinkStatements.isFilled("CREATE TABLE t WITH ('a' = 'b') AS SELECT 1")).isTrue();
    assertThat(FlinkStatements.isFilled("CREATE TABLE t (a AS b + 1)")).isFalse();
  }
}
