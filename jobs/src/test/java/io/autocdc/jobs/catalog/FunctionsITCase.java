// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class FunctionsITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  private static TableEnvironment session;

  @BeforeAll
  static void open() {
    session = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    session.getConfig().set("parallelism.default", "1");
    session.getConfig().set("table.local-time-zone", "UTC");
    session.executeSql("CREATE CATALOG autocdc WITH ('type' = 'autocdc')");
    session.executeSql("USE autocdc.sys");
    session.executeSql(
        "CREATE TEMPORARY TABLE numbers (i INT) WITH ('connector' = 'datagen', 'fields.i.kind' ="
            + " 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '255', 'number-of-rows' = '256')");
    session.createTemporaryView(
        "quadruples",
        session.sqlQuery(
            "SELECT MOD(i, 4) AS s, MOD(i / 4, 4) AS e, MOD(i / 16, 4) AS p, MOD(i / 64, 4) AS t"
                + " FROM numbers"));
  }

  private static List<Row> rows(String sql) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> result = session.executeSql(sql).collect()) {
      result.forEachRemaining(rows::add);
    }
    return rows;
  }

  /** What the functions say of points 1, 2, 3 on a line, where null is none. */
  private static final class Reference {

    static Boolean validAt(Integer start, Integer end, Integer at) {
      return start == null || at == null ? null : start <= at && (end == null || at < end);
    }

    static Boolean validDuring(Integer start, Integer end, Integer from, Integer to) {
      if (start == null || from == null) {
        return null;
      }
      // A point of both, among halves so that there is one between any two ends.
      for (double point = 0; point < 9; point += 0.5) {
        if (start <= point
            && (end == null || point < end)
            && from <= point
            && (to == null || point < to)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Ascending literals of a type; a ROW of its fields. */
  private record Points(String type, List<String> literals) {

    Points(String type, String... literals) {
      this(type, List.of(literals));
    }

    /** The n-th of them, from 1; else null. */
    String choice(String n) {
      return type.equals("ROW")
          ? "ROW(%s, %s)"
              .formatted(
                  FunctionsITCase.choice(n, field(literals, 0), "INT"),
                  FunctionsITCase.choice(n, field(literals, 1), "STRING"))
          : FunctionsITCase.choice(n, literals, type);
    }

    /** The same; null if there is none. */
    Integer point(int n) {
      return n == 0 || n > literals.size() ? null : Integer.valueOf(n);
    }
  }

  private static List<Points> types() {
    return List.of(
        new Points("BIGINT", "-5", "0", "9000000000000000000"),
        new Points("DECIMAL(20, 2)", "1.10", "1.11", "20000000000000.00"),
        new Points("DOUBLE", "CAST(-1.5 AS DOUBLE)", "0e0", "1e300"),
        // Text is ordered by its code points, in which the last is the greatest.
        new Points("STRING", "'z'", "'\uFF5E'", "'\uD83D\uDE00'"),
        new Points("DATE", "DATE '1969-12-31'", "DATE '2024-02-29'", "DATE '2024-03-01'"),
        new Points(
            "TIMESTAMP(3)",
            "TIMESTAMP '1969-12-31 23:59:59.999'",
            "TIMESTAMP '2024-01-01 00:00:00'",
            "TIMESTAMP '2024-01-01 00:00:00.001'"),
        new Points(
            "TIMESTAMP_LTZ(3)",
            "TO_TIMESTAMP_LTZ(-1, 3)",
            "TO_TIMESTAMP_LTZ(0, 3)",
            "TO_TIMESTAMP_LTZ(1, 3)"),
        new Points("BYTES", "x'01'", "x'0100'", "x'ff'"),
        new Points("BOOLEAN", "FALSE", "TRUE"),
        new Points("ROW", "1, 'x'", "1, 'y'", "2, 'a'"),
        new Points("ROW", "CAST(NULL AS INT), 'x'", "1, CAST(NULL AS STRING)", "1, 'a'"));
  }

  /** One query for all types, since each costs a job. */
  @Test
  void boundsAreComparedAsFlowsCompareSequences() throws Exception {
    List<Points> types = types();
    StringJoiner sql = new StringJoiner(" UNION ALL ");
    for (int n = 0; n < types.size(); n++) {
      Points type = types.get(n);
      sql.add(
          "SELECT %d, s, e, p, t, is_current(ev), valid_at(sv, ev, pv), known_at(sv, ev, pv), valid_during(sv, ev, pv, tv) FROM (SELECT *, %s AS sv, %s AS ev, %s AS pv, %s AS tv FROM quadruples)"
              .formatted(
                  n, type.choice("s"), type.choice("e"), type.choice("p"), type.choice("t")));
    }
    List<Row> rows = rows(sql.toString());
    assertThat(rows).hasSize(256 * types.size());
    for (Row row : rows) {
      Points type = types.get(row.<Integer>getFieldAs(0));
      Integer start = type.point(row.<Integer>getFieldAs(1));
      Integer end = type.point(row.<Integer>getFieldAs(2));
      Integer at = type.point(row.<Integer>getFieldAs(3));
      Integer to = type.point(row.<Integer>getFieldAs(4));
      assertThat(Row.project(row, new int[] {5, 6, 7, 8}))
          .as("%s: %s %s %s %s", type, start, end, at, to)
          .isEqualTo(
              Row.of(
                  end == null,
                  Reference.validAt(start, end, at),
                  Reference.validAt(start, end, at),
                  Reference.validDuring(start, end, at, to)));
    }
  }

  private static List<String> field(List<String> rows, int field) {
    return rows.stream().map(row -> row.split(", ")[field]).toList();
  }

  /** The n-th of some literals, from 1; else null. */
  private static String choice(String n, List<String> literals, String type) {
    StringBuilder value = new StringBuilder("CASE " + n);
    for (int i = 0; i < literals.size(); i++) {
      value.append(" WHEN %d THEN CAST(%s AS %s)".formatted(i + 1, literals.get(i), type));
    }
    return value + " END";
  }

  @Test
  void aDateIsItsMidnightAmongTimestamps() throws Exception {
    assertThat(
            rows(
                "SELECT valid_at(TIMESTAMP '2026-01-15 10:00:00', CAST(NULL AS TIMESTAMP(3)), d),"
                    + " valid_at(d, TIMESTAMP '2026-01-15 00:00:00.001', d),"
                    + " valid_at(TIMESTAMP '2026-01-15 10:00:00', n, TIMESTAMP '2026-01-15 11:00:00'),"
                    + " valid_at(ROW(1, TIMESTAMP '2026-01-15 10:00:00'), NULL, ROW(1, d)),"
                    + " valid_at(ROW(1, d), ROW(CAST(1 AS BIGINT), TIMESTAMP '2026-01-15 10:00:00'),"
                    + " ROW(1, d)), valid_during(o, n, TIMESTAMP '1969-12-31 00:00:00', n),"
                    + " valid_at(TIMESTAMP '1969-12-31 00:00:00.001', n, o)"
                    + " FROM (SELECT DATE '2026-01-15' AS d, DATE '1969-12-31' AS o,"
                    + " CAST(NULL AS TIMESTAMP(3)) AS n)"))
        .containsExactly(Row.of(false, true, true, false, true, true, false));
  }

  @Test
  void narrowerTypesAreCastIntoTheWidestAndAnUntypedNullIntoTheOthers() throws Exception {
    assertThat(
            rows(
                "SELECT valid_at(CAST(1 AS BIGINT), 5, CAST(3 AS TINYINT)), valid_at(1, 2.5, 2),"
                    + " valid_at('a', CAST('c' AS STRING), 'bb'), valid_at(1, NULL, 7),"
                    + " valid_at(DATE '2024-01-01', NULL, TIMESTAMP '2024-01-01 00:00:00'),"
                    + " valid_at(ROW(1, 'a'), ROW(CAST(2 AS BIGINT), 'b'), ROW(1, 'bb')),"
                    + " is_current(NULL), is_current(ROW(CAST(NULL AS INT), CAST(NULL AS INT)))"))
        .containsExactly(Row.of(true, true, true, true, true, true, true, true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "valid_at(1, 2, 'x') | The arguments are sequences of one type, but start_at is INT, end_at is INT, at is CHAR(1).",
        "known_at(1, 2, DATE '2024-01-01') | system_start_at is INT, system_end_at is INT, at is DATE",
        "valid_during(1, 2, 3, TRUE) | from_at is INT, to_at is BOOLEAN",
        // Whether one is before the other depends on the time zone of the session.
        "valid_at(LOCALTIMESTAMP, LOCALTIMESTAMP, CURRENT_TIMESTAMP) | at is TIMESTAMP_LTZ(3)",
        // A number of 64 bits would be rounded.
        "valid_at(CAST(1 AS BIGINT), CAST(2 AS BIGINT), 1e0) | at is DOUBLE",
        "valid_at(DATE '2026-01-15', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP) | start_at is DATE",
        // A time has no day.
        "valid_at(TIME '10:00:00', TIME '11:00:00', TIMESTAMP '2026-01-15 10:00:00') | at is TIMESTAMP(0)",
        "valid_at(ROW(1, TIME '10:00:00'), ROW(1, TIME '10:00:00'), ROW(1, LOCALTIMESTAMP)) | start_at is ROW<",
        "is_current(ARRAY[1]) | end_at is of type ARRAY<INT NOT NULL>, whose values have no order.",
        "valid_at(1, 2) | valid_at(start_at <sequence>, end_at <sequence>, at <sequence>)"
      })
  void otherTypesAreRefusedWithTheNamesOfTheArguments(String call, String message) {
    assertThatThrownBy(() -> session.executeSql("SELECT " + call))
        .isInstanceOf(ValidationException.class)
        .rootCause()
        .hasMessageContaining(message);
  }

  @Test
  void knowsWhatOperationsOfDebeziumDo() throws Exception {
    assertThat(
            rows(
                "SELECT op, debezium_kind(op) FROM (VALUES (CAST('c' AS STRING)), ('r'), ('u'), ('d'), ('t'), ('m'),"
                    + " ('x'), (''), (CAST(NULL AS STRING))) AS t (op)"))
        .containsExactlyInAnyOrder(
            Row.of("c", "upsert"),
            Row.of("r", "upsert"),
            Row.of("u", "upsert"),
            Row.of("d", "delete"),
            Row.of("t", "truncate"),
            Row.of("m", "message"),
            Row.of("x", null),
            Row.of("", null),
            Row.of(null, null));
  }

  private static final String ROWS = "CAST(ARRAY[%s] AS ARRAY<ROW<id BIGINT, name STRING>>)";

  private static String query(String before, String after) {
    return "SELECT d.* FROM LATERAL TABLE(snapshot_diff(%s, %s, 'id')) AS d"
        .formatted(before, after);
  }

  @Test
  void theDifferencesOfSnapshotsAreWhatTurnsOneIntoTheOther() throws Exception {
    String before = ROWS.formatted("ROW(1, 'a'), ROW(2, 'b'), ROW(3, 'c'), ROW(3, 'c')");
    String after = ROWS.formatted("ROW(4, 'd'), ROW(2, 'B'), ROW(1, 'a'), ROW(4, 'd')");
    String none = "CAST(NULL AS ARRAY<ROW<id BIGINT, name STRING>>)";
    assertThat(
            rows(
                Stream.of(
                        new String[] {before, after},
                        new String[] {before, before},
                        new String[] {none, ROWS.formatted("ROW(5, CAST(NULL AS STRING))")},
                        new String[] {ROWS.formatted("ROW(6, 'a')"), none})
                    .map(pair -> query(pair[0], pair[1]))
                    .collect(Collectors.joining(" UNION ALL "))))
        .containsExactlyInAnyOrder(
            Row.of("upsert", 2L, "B"),
            Row.of("delete", 3L, "c"),
            Row.of("upsert", 4L, "d"),
            Row.of("upsert", 5L, null),
            Row.of("delete", 6L, "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ROW(1, 'a'), ROW(1, 'b')", "ROW(CAST(NULL AS BIGINT), 'b')"})
  void aSnapshotThatIsNoneIsAnError(String after) {
    assertThatThrownBy(() -> rows(query(ROWS.formatted("ROW(1, 'a')"), ROWS.formatted(after))))
        .rootCause()
        .hasMessageStartingWith("snapshot_diff: ")
        .hasMessageContaining("'after'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "snapshot_diff(ARRAY[ROW(1, 2)], ARRAY[ROW(1, 2)], 'idd') | key 'idd' is not the name of a column",
        "snapshot_diff(ARRAY[ROW(1, 2)], ARRAY[ROW(1, 'a')], 'EXPR$0') | arrays of rows of one type",
        "snapshot_diff(ARRAY[1], ARRAY[1], 'id') | arrays of rows of one type, but before is ARRAY<INT NOT NULL>"
      })
  void wrongSnapshotsAreRefusedBeforeTheyAreRead(String call, String message) {
    assertThatThrownBy(() -> session.executeSql("SELECT * FROM LATERAL TABLE(" + call + ")"))
        .rootCause()
        .hasMessageContaining(message);
  }

  @Test
  void allAreListedAndFoundInAnyCase() {
    assertThat(session.listUserDefinedFunctions())
        .containsExactlyInAnyOrder(
            Arrays.stream(Functions.values())
                .map(function -> function.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new));
    assertThat(session.explainSql("SELECT autocdc.sys.IS_CURRENT(1)")).contains("false");
  }
}
