// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.problem.AutoCdcException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableSchemaTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CHAR(3)",
        "VARCHAR(7)",
        "STRING",
        "BOOLEAN",
        "BINARY(4)",
        "VARBINARY(9)",
        "BYTES",
        "DECIMAL(38, 18)",
        "DEC(5)",
        "NUMERIC(10, 2)",
        "TINYINT",
        "SMALLINT",
        "INT",
        "INTEGER",
        "BIGINT",
        "FLOAT",
        "DOUBLE",
        "DOUBLE PRECISION",
        "DATE",
        "TIME",
        "TIME(3)",
        "TIMESTAMP",
        "TIMESTAMP(9)",
        "TIMESTAMP(3) WITHOUT TIME ZONE",
        "TIMESTAMP(3) WITH TIME ZONE",
        "TIMESTAMP_LTZ(6)",
        "TIMESTAMP(3) WITH LOCAL TIME ZONE",
        "INTERVAL DAY TO SECOND(3)",
        "INTERVAL YEAR TO MONTH",
        "ARRAY<INT NOT NULL>",
        "INT ARRAY",
        "MAP<STRING, ARRAY<DATE>>",
        "MULTISET<INT>",
        "ROW<a INT, `b c` ROW<d STRING NOT NULL>>",
        "ROW(a INT, b STRING)",
        "BIGINT NOT NULL"
      })
  void everyTypeOfFlinkIsReadAndPrintedAsItself(String type) {
    TableSchema schema = TableSchema.parse("before INT, x " + type + ", after STRING");
    assertThat(schema.names()).containsExactly("before", "x", "after");
    assertThat(TableSchema.parse(schema.toString())).isEqualTo(schema);
  }

  @Test
  void columnsCanBeCalledLikeKeywords() {
    assertThat(
            TableSchema.parse(
                    "date DATE, time TIME, value INT, order INT, select ROW<x INT>, `a, b` INT")
                .names())
        .containsExactly("date", "time", "value", "order", "select", "a, b");
  }

  @Test
  void nullabilityIsPartOfTheType() {
    TableSchema schema = TableSchema.parse("a INT NOT NULL, b INT");
    assertThat(schema.columns().get(0).type().isNullable()).isFalse();
    assertThat(schema.columns().get(1).type().isNullable()).isTrue();
  }

  @Test
  void commentsAreLeftOut() {
    assertThat(
            TableSchema.parse(
                    "-- head, with comma\nid INT COMMENT 'it''s, a key', /* two\nlines, */ n STRING NOT NULL COMMENT 'x -- y'")
                .toString())
        .isEqualTo("id INT, n STRING NOT NULL");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id                | 'id' in the schema is not a column; a name is followed by a type
          id INT,           | the schema has a comma with no column beside it
          id INT, id STRING | column 'id' stands twice in the schema
          ` ` INT           | '` ` INT' in the schema is not a column
          `id INT           | a backtick is not closed in '`id INT'
          id LONG           | column 'id' has the type 'LONG'; 'LONG' is not a Flink SQL type; did you mean BIGINT?
          id ROW<a TEXT>    | column 'id' has the type 'ROW<a TEXT>'; 'TEXT' is not a Flink SQL type
          id STRUCT<a: INT> | column 'id' has the type 'STRUCT<a: INT>'
          id DECIMAL(99)    | column 'id' has the type 'DECIMAL(99)'
          id NULL           | column 'id' has the type 'NULL'; a column of type NULL has no values
          """)
  void mistakesNameTheColumn(String text, String message) {
    assertThatThrownBy(() -> TableSchema.parse(text))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageStartingWith("INVALID_SCHEMA ")
        .hasMessageContaining(message);
  }

  @Test
  void anEmptySchemaIsAMistake() {
    assertThatThrownBy(() -> TableSchema.parse(" "))
        .hasMessage(
            "INVALID_SCHEMA the schema is empty; a source has at least one column; "
                + "write 'name TYPE, name TYPE' with Flink SQL types");
  }

  @Test
  void aTypeWithAPercentSignInItsNameIsUnknownLikeAnyOther() {
    assertThatThrownBy(() -> TableSchema.parse("id `50%`"))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining("'50%' is not a Flink SQL type");
  }
}
