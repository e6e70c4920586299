// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.check.SqlAnalyzer.Kind;
import io.autocdc.dsl.check.SqlAnalyzer.LeftOut;
import io.autocdc.dsl.check.SqlAnalyzer.QueryResult;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.type.TableSchema;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerSqlAnalyzerTest {

  private static final TableSchema CHANGES =
      TableSchema.parse(
          "id BIGINT NOT NULL, op STRING, seq BIGINT, r ROW<a INT, b STRING>,"
              + " tags ARRAY<STRING>, ts TIMESTAMP(3), `date` DATE");

  private static final PlannerSqlAnalyzer SQL = new PlannerSqlAnalyzer();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "op = 'D'",
        "op IN ('D', 'X') AND id > 3",
        "op LIKE 'D%' OR ts > TIMESTAMP '2020-01-01 00:00:00'",
        "r.a = 1",
        "r.b IS NULL",
        "CARDINALITY(tags) > 1",
        "`date` < DATE '2020-01-01'",
        "true",
        "CASE WHEN op = 'D' THEN TRUE ELSE FALSE END",
        "UPPER(op) = 'D'\n  AND seq IS NOT NULL"
      })
  void conditionsOverTheColumnsAreAccepted(String condition) {
    assertThat(SQL.checkCondition(condition, CHANGES)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "operation = 'D'         | Column 'operation' not found | 1 | 1 | operation",
        "op = 'D' AND x > 3      | Column 'x' not found         | 1 | 14 | x",
        "r.c = 1                 | Field 'c' not found          | 1 | 3 | c",
        "op == 'D'               | '==' does not exist in SQL; equality is '=' | 1 | 4 |",
        "op =                    | it ends too early, after '=' | 1 | 4 |",
        "op = 'D' 3              | '3' is not expected here     | 1 | 10 |",
        "date > '2020'           | 'date' is a word of SQL; write the column as `date` | 1 | 1 |",
        "op = 'D'; DROP TABLE x  | ';' is not expected here     | 1 | 9 |",
        "op = ~\"D\"             | a double quote does not start a text in SQL; put texts between single quotes | 1 | 4 |",
        "op = 'D                 | the text after '=' is not closed | 1 | 4 |",
        "FOO(op, id) = 1         | no function FOO takes (CHARACTER, NUMERIC) | 1 | 1 |",
        "id + op > 1             | Cannot apply '+' to arguments of type 'BIGINT + VARCHAR' | 1 | 1 |",
        "SUM(id) > 3             | a condition sees one row: aggregate and window functions have no meaning | 0 | 0 |",
        "id IN (SELECT 1)        | a condition sees one row: a query inside it has no meaning | 0 | 0 |",
        "ROW_NUMBER() OVER () = 1 | a condition sees one row: aggregate and window functions have no meaning | 0 | 0 |",
      })
  void faultsComeInOneReadableLineWithTheirPlace(
      String condition, String message, int line, int column, String unknownName) {
    SqlError error = SQL.checkCondition(condition.replace("~", ""), CHANGES).orElseThrow();

    assertThat(error).isEqualTo(new SqlError(Kind.INVALID, message, line, column, unknownName));
  }

  @Test
  void thePlaceInATextOfSeveralLinesIsThatOfItsLine() {
    SqlError error = SQL.checkCondition("op = 'D' AND\n  nosuch > 3", CHANGES).orElseThrow();

    assertThat(error.line()).isEqualTo(2);
    assertThat(error.column()).isEqualTo(3);
    assertThat(error.message()).doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {"op | it is of type STRING", "id + 1 | it is of type BIGINT"})
  void anExpressionThatIsNoConditionIsToldApart(String expression, String message) {
    assertThat(SQL.checkCondition(expression, CHANGES).orElseThrow())
        .isEqualTo(new SqlError(Kind.NOT_BOOLEAN, message, 0, 0, null));
  }

  @Test
  void anEmptyConditionIsAFault() {
    assertThat(SQL.checkCondition("  ", CHANGES).orElseThrow().message())
        .isEqualTo("the condition is empty");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "SELECT id, UPPER(op) AS op FROM src | id BIGINT NOT NULL, op STRING",
        "SELECT * FROM src WHERE op <> 'D' | id BIGINT NOT NULL, op STRING, seq BIGINT, r ROW<`a` INT, `b` STRING>, tags ARRAY<STRING>, ts TIMESTAMP(3), date DATE",
        "SELECT id FROM src UNION ALL SELECT seq FROM src | id BIGINT",
        "SELECT id, tag FROM src CROSS JOIN UNNEST(tags) AS t(tag) | id BIGINT NOT NULL, tag STRING",
        "SELECT CAST(seq AS INT) AS seq, CAST('a' AS STRING) AS a FROM src | seq INT, a STRING NOT NULL"
      })
  void aQueryGivesItsColumns(String sql, String schema) {
    QueryResult result = SQL.analyzeQuery(sql, Map.of("src", CHANGES));

    assertThat(result.error()).isNull();
    assertThat(result.schema().toRowType()).isEqualTo(TableSchema.parse(schema).toRowType());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT op, COUNT(*) AS n FROM src GROUP BY op",
        "SELECT DISTINCT id FROM src",
        "SELECT a.id FROM src a LEFT JOIN src b ON a.id = b.id",
        "SELECT * FROM src ORDER BY id LIMIT 3",
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY id ORDER BY seq DESC) AS n"
            + " FROM src) WHERE n = 1"
      })
  void aQueryThatTakesRowsBackIsAChangelog(String sql) {
    QueryResult result = SQL.analyzeQuery(sql, Map.of("src", CHANGES));

    assertThat(result).returns(true, QueryResult::changelog).returns(false, QueryResult::filtered);
    assertThat(result.schema()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM src | false",
        "SELECT id FROM src WHERE op = 'A' | true",
        "SELECT id FROM (SELECT id, op FROM src WHERE op = 'A') | true",
        "SELECT id, COUNT(*) FROM src WHERE op = 'A' GROUP BY id | false",
        "SELECT id, COUNT(*) FROM src GROUP BY id HAVING COUNT(*) > 1 | true",
        "SELECT id FROM src UNION ALL SELECT id FROM src WHERE op = 'A' | true",
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY id ORDER BY seq DESC) AS n"
            + " FROM src) WHERE n = 1 | false"
      })
  void aFilterBehindAllElseOfAChangelogIsFound(String sql, boolean filtered) {
    QueryResult result = SQL.analyzeQuery(sql, Map.of("src", CHANGES), Set.of("src"));

    assertThat(result)
        .returns(true, QueryResult::changelog)
        .returns(filtered, QueryResult::filtered);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "SELECT * FROM nosuch | Object 'nosuch' not found | 1 | 15 | nosuch",
        "SELECT foo FROM src | Column 'foo' not found | 1 | 8 | foo",
        "SELECT id, FROM src | 'FROM' is not expected here | 1 | 12 |",
        "SELEC 1 | it is not a query: it must be one SELECT | 0 | 0 |",
        "INSERT INTO src SELECT * FROM src | it is not a query: it must be one SELECT | 0 | 0 |"
      })
  void faultsOfAQueryComeInOneReadableLineWithTheirPlace(
      String sql, String message, int line, int column, String unknownName) {
    QueryResult result = SQL.analyzeQuery(sql, Map.of("src", CHANGES));

    assertThat(result.error())
        .isEqualTo(new SqlError(Kind.INVALID, message, line, column, unknownName));
  }

  @Test
  void aNameOfAnEarlierQueryIsForgotten() {
    assertThat(SQL.analyzeQuery("SELECT id FROM a", Map.of("a", CHANGES)).error()).isNull();
    assertThat(SQL.analyzeQuery("SELECT id FROM a", Map.of("b", CHANGES)).error().unknownName())
        .isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM c | true",
        "SELECT id, UPPER(op) AS op FROM c WHERE seq > 3 AND op IN ('A', 'B') | true",
        "SELECT id, tag FROM c CROSS JOIN UNNEST(tags) AS t (tag) | true",
        "SELECT x.id FROM (SELECT id, seq FROM c WHERE seq > 1) x | true",
        "SELECT id FROM c UNION ALL SELECT id FROM c | false",
        "SELECT id FROM c UNION ALL VALUES (1) | false",
        "SELECT a.id FROM c a JOIN c b ON a.id = b.seq | false",
        "SELECT id FROM c WHERE id IN (SELECT seq FROM c) | false",
        "SELECT id FROM c WHERE EXISTS (SELECT 1 FROM c x WHERE x.seq = c.id) | false"
      })
  void knowsWhichQueriesMakeEachRowFromOne(String query, boolean rowByRow) {
    assertThat(SQL.analyzeQuery(query, Map.of("c", CHANGES)).error()).isNull();
    assertThat(SQL.isRowByRow(query, Map.of("c", CHANGES))).isEqualTo(rowByRow);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "SELECT * FROM src | | false",
        "SELECT * FROM src WHERE seq > 3 | seq | true",
        "SELECT * FROM src WHERE seq > 3 OR op = 'D' | seq, op | false",
        "SELECT * FROM src WHERE seq > 3 OR op = 'D' OR op = 'T' | seq, op | false",
        "SELECT * FROM src WHERE seq > 3 OR op IN ('D', 'T') | seq, op | false",
        "SELECT * FROM src WHERE op <> 'D' | op | true",
        "SELECT * FROM src WHERE id IS NOT NULL | | false",
        "SELECT id, s FROM (SELECT id, seq + 1 AS s, op AS kind FROM src) WHERE kind = 'A' AND s > 1 | seq, op | true",
        "SELECT id FROM src UNION ALL SELECT seq FROM src WHERE op IN ('D', 'U') | op | false",
        "SELECT id, COUNT(*) FROM src WHERE seq > 3 GROUP BY id | | false",
        "SELECT src.id FROM src JOIN other ON src.id = other.id WHERE src.seq > 3 | | false",
        "SELECT id FROM other WHERE seq > 3 | | false"
      })
  void knowsWhichRowsTheFiltersOfAQueryLeaveOut(String query, String columns, boolean deletes) {
    Map<String, TableSchema> tables = Map.of("src", CHANGES, "other", CHANGES);

    LeftOut left = SQL.leftOut(query, tables, "src", "op = 'D'", Set.of("id"));

    assertThat(left.canLeaveOut()).isEqualTo(deletes);
    assertThat(left.columns()).isEqualTo(columns == null ? Set.of() : Set.of(columns.split(", ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "seq > RAND() | RAND",
        "ts < CURRENT_TIMESTAMP OR op = UUID() | CURRENT_TIMESTAMP, UUID",
        "`date` = CURRENT_DATE | CURRENT_DATE",
        "CAST(ts AS TIMESTAMP_LTZ(3)) > NOW() | NOW",
        "CAST(PROCTIME() AS TIMESTAMP(3)) > ts | PROCTIME",
        "ts > LOCALTIMESTAMP | LOCALTIMESTAMP",
        "seq > UNIX_TIMESTAMP() | UNIX_TIMESTAMP",
        "seq > RAND_INTEGER(3) | RAND_INTEGER"
      })
  void functionsOfChanceAndTheClockAreFound(String condition, String functions) {
    Map<String, TableSchema> tables = Map.of("src", CHANGES);

    assertThat(SQL.checkCondition(condition, CHANGES)).isEmpty();
    assertThat(SQL.unrepeatableFunctions(condition, CHANGES))
        .containsExactly(functions.split(", "));
    for (String query :
        new String[] {
          "SELECT id, (" + condition + ") AS x FROM src",
          "SELECT id FROM src WHERE " + condition,
          "SELECT id FROM (SELECT * FROM src WHERE " + condition + ") GROUP BY id",
          "SELECT id FROM src WHERE id IN (SELECT seq FROM src WHERE " + condition + ")"
        }) {
      assertThat(SQL.unrepeatableFunctions(query, tables))
          .as(query)
          .containsExactly(functions.split(", "));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "op = 'D' AND ts > TIMESTAMP '2020-01-01 00:00:00'",
        "UPPER(op) LIKE 'D%' OR r.a = ABS(seq)",
        "TO_TIMESTAMP(op) > ts",
        "nosuch > RAND()"
      })
  void conditionsThatTheRowsDecideAreLeftAlone(String condition) {
    assertThat(SQL.unrepeatableFunctions(condition, CHANGES)).isEmpty();
  }

  @Test
  void numberingRowsIsNoMatterOfChance() {
    String query =
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY id ORDER BY seq) AS n FROM src)"
            + " WHERE n = 1";

    assertThat(SQL.unrepeatableFunctions(query, Map.of("src", CHANGES))).isEmpty();
  }
}
