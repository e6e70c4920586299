// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns of every type from JSON through flows into tables and back to JSON, the same to the byte
 * wherever the machine stands.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DataTypesE2eTest {

  /**
   * A column.
   *
   * @param low a value as JSON
   * @param high a greater one, if the type has an order
   */
  private record Column(String name, String type, String low, String high) {}

  private static final List<Column> ORDERED =
      List.of(
          new Column("bool", "BOOLEAN", "false", "true"),
          new Column("tiny", "TINYINT", "-128", "127"),
          new Column("small", "SMALLINT", "-32768", "32767"),
          new Column("int", "INT", "-2147483648", "2147483647"),
          new Column("big", "BIGINT", "-9223372036854775808", "9223372036854775807"),
          new Column("dec18", "DECIMAL(18, 2)", "-9999999999999999.99", "0.00"),
          new Column(
              "dec38",
              "DECIMAL(38, 10)",
              "-1234567890123456789012345678.0000000001",
              "-0.0000000001"),
          new Column("flt", "FLOAT", "-1.5", "\"Infinity\""),
          new Column("dbl", "DOUBLE", "\"-Infinity\"", "\"NaN\""),
          new Column("chr", "CHAR(3)", "\"ab\"", "\"ab \""),
          new Column("vchr", "VARCHAR(8)", "\"\"", "\"ä\uFFFD\uD83D\uDE00\""),
          new Column("str", "STRING", "\"\uFFFD\"", "\"\uD83D\uDE00\""),
          new Column("bin", "BINARY(2)", "\"fwA=\"", "\"gAA=\""),
          new Column("vbin", "VARBINARY(3)", "\"\"", "\"AA==\""),
          new Column("byts", "BYTES", "\"AP8=\"", "\"/w==\""),
          new Column("dat", "DATE", "\"0001-01-01\"", "\"9999-12-31\""),
          new Column("dat_old", "DATE", "\"1582-10-10\"", "\"1969-12-31\""),
          new Column("tim", "TIME", "\"00:00:00\"", "\"23:59:59\""),
          new Column("tim3", "TIME(3)", "\"00:00:00.001\"", "\"23:59:59.999\""),
          new Column("ts0", "TIMESTAMP(0)", "\"1969-12-31T23:59:59\"", "\"1970-01-01T00:00:00\""),
          // New York has no such time; Shanghai had no such one in 1927.
          new Column(
              "ts3", "TIMESTAMP(3)", "\"1927-12-31T23:54:08.001\"", "\"2024-03-10T02:30:00.123\""),
          new Column(
              "ts6",
              "TIMESTAMP(6)",
              "\"1969-12-31T23:59:59.999999\"",
              "\"9999-12-31T23:59:59.999999\""),
          new Column(
              "ts9",
              "TIMESTAMP(9)",
              "\"0001-01-01T00:00:00.000000001\"",
              "\"1969-12-31T23:59:59.999999999\""),
          new Column(
              "ltz0", "TIMESTAMP_LTZ(0)", "\"1969-12-31T23:59:59Z\"", "\"2024-03-10T07:00:00Z\""),
          // An hour that New York counts twice.
          new Column(
              "ltz3",
              "TIMESTAMP_LTZ(3)",
              "\"2024-11-03T05:30:00.123Z\"",
              "\"2024-11-03T06:30:00.123Z\""),
          new Column(
              "ltz6",
              "TIMESTAMP_LTZ(6)",
              "\"1900-01-01T00:00:00.000001Z\"",
              "\"1969-12-31T23:59:59.999999Z\""),
          new Column(
              "ltz9",
              "TIMESTAMP_LTZ(9)",
              "\"2024-03-10T06:59:59.999999999Z\"",
              "\"2024-03-10T07:00:00.000000001Z\""),
          new Column(
              "rw",
              "ROW<a INT, b ROW<c STRING>>",
              "{\"a\":1,\"b\":{\"c\":null}}",
              "{\"a\":1,\"b\":{\"c\":\"\"}}"));

  private static final List<Column> UNORDERED =
      List.of(
          new Column("zero", "DOUBLE", "0.0", "-0.0"),
          new Column("arr", "ARRAY<INT>", "[]", "[1,null,3]"),
          new Column(
              "arr_rw",
              "ARRAY<ROW<a TIMESTAMP_LTZ(3), b BYTES>>",
              "[{\"a\":null,\"b\":\"\"},null]",
              "[{\"a\":\"2024-03-10T07:00:00Z\",\"b\":\"AA==\"}]"),
          new Column("mp", "MAP<STRING, INT>", "{}", "{\"a\":1,\"b\":null}"),
          new Column(
              "mp_dat",
              "MAP<DATE, ARRAY<STRING>>",
              "[]",
              "[[\"1969-12-31\",[\"x\",null]],[\"2024-03-10\",null]]"),
          new Column("ms", "MULTISET<STRING>", "{}", "{\"a\":2,\"b\":1}"));

  /** Event k has the greater value in ordered column k alone, so that event k-1 is above it. */
  private static final int EVENTS = ORDERED.size() + 1;

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Asia/Shanghai", "America/New_York"})
  void allTypesComeBackEqualInEveryRoleInEveryZone(String zone, @TempDir Path folder) {
    project(folder.resolve("project"));
    Cli cli = new Cli(folder).with("TZ", zone);
    Cli.Result run = cli.run("run", "project", "--warehouse", "w", "--format", "json").expect(0);
    // A row of nulls has no key for one flow and no sequence for another.
    assertThat(run.out()).contains("\"num_quarantined_rows\":1");

    assertThat(rows(cli, "payload"))
        .as("columns")
        .isEqualTo(lines(IntStream.rangeClosed(0, EVENTS), DataTypesE2eTest::fields));
    assertThat(rows(cli, "tracked"))
        .as("tracked columns")
        .isEqualTo(lines(IntStream.rangeClosed(0, EVENTS), DataTypesE2eTest::version));
    assertThat(rows(cli, "keyed"))
        .as("keys")
        .isEqualTo(lines(ascending(), DataTypesE2eTest::fields));
    assertThat(rows(cli, "sequenced"))
        .as("sequences")
        .isEqualTo(lines(ascending(), DataTypesE2eTest::sequenced));
    assertThat(rows(cli, "texts"))
        .as("texts that a view made of times, in UTC")
        .contains(
            "{\"id\":24,\"a\":\"2024-11-03 06:30:00.123\",\"b\":\"1900-01-01 00:00:00.000001\"}",
            "{\"id\":25,\"a\":\"2024-11-03 05:30:00.123\",\"b\":\"1969-12-31 23:59:59.999999\"}",
            "{\"id\":29,\"a\":null,\"b\":null}");
  }

  @Test
  void typesThatCannotBeStoredAreNamedBeforeTheRun(@TempDir Path folder) {
    new TestProject(folder.resolve("project"))
        .write(
            "p.yaml",
            TestProject.pipeline(
                TestProject.load(
                    "changes", "id BIGINT, span INTERVAL DAY TO SECOND, age INTERVAL YEAR"),
                TestProject.write("spans", "changes", "keys: [id]", "sequence_by: id")))
        .write("data/changes/1.json", "{\"id\": 1, \"span\": 5}\n");
    Cli.Result run = new Cli(folder).run("run", "project", "--warehouse", "w").expect(1);
    assertThat(run.err())
        .contains("UNSUPPORTED_TYPE column 'span'", "UNSUPPORTED_TYPE column 'age'")
        .contains("leave the column out, or convert it with a SQL transform")
        .doesNotContain("Exception");
  }

  private static void project(Path folder) {
    String ordered = ORDERED.stream().map(Column::name).collect(Collectors.joining(", "));
    new TestProject(folder)
        .write(
            "types.yaml",
            TestProject.pipeline(
                TestProject.load("changes", schema()),
                """
                  - name: read_clock
                    type: transform
                    transform_type: sql
                    sql: >-
                      SELECT id, CAST(ltz3 AS STRING) AS a, CAST(CAST(ltz6 AS TIMESTAMP(6)) AS STRING) AS b
                      FROM changes
                    target: clock
                """,
                TestProject.write("payload", "changes", "keys: [id]", "sequence_by: id"),
                TestProject.write(
                    "tracked",
                    "changes",
                    "keys: [one]",
                    "sequence_by: id",
                    "scd_type: 2",
                    "except_column_list: [id]"),
                TestProject.write("keyed", "changes", "keys: [" + ordered + "]", "sequence_by: id"),
                TestProject.write(
                    "sequenced",
                    "changes",
                    "keys: [one]",
                    "sequence_by: [" + ordered + "]",
                    "scd_type: 2",
                    "column_list: [one, id]"),
                TestProject.write("texts", "clock", "keys: [id]", "sequence_by: id")))
        .write("data/changes/1.json", input());
  }

  private static String schema() {
    return "one INT, id BIGINT, "
        + Stream.concat(ORDERED.stream(), UNORDERED.stream())
            .map(column -> "`" + column.name() + "` " + column.type())
            .collect(Collectors.joining(", "));
  }

  /** The events from the last to the first, so that most of them come late. */
  private static String input() {
    List<String> lines = lines(IntStream.rangeClosed(0, EVENTS), DataTypesE2eTest::fields);
    Collections.reverse(lines);
    return String.join("\n", lines) + "\n";
  }

  /** The events that have values, as their values order them. */
  private static IntStream ascending() {
    return IntStream.range(0, EVENTS).map(k -> EVENTS - 1 - k);
  }

  private interface Fields {
    List<String> of(int event);
  }

  private static List<String> lines(IntStream events, Fields fields) {
    return events
        .mapToObj(k -> "{" + String.join(",", fields.of(k)) + "}")
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<String> fields(int event) {
    List<String> fields = new ArrayList<>(List.of("\"one\":0", "\"id\":" + event));
    fields.addAll(orderedFields(event));
    for (Column column : UNORDERED) {
      fields.add(field(column, event, event % 2 == 0));
    }
    return fields;
  }

  private static List<String> orderedFields(int event) {
    return IntStream.range(0, ORDERED.size())
        .mapToObj(i -> field(ORDERED.get(i), event, i == event))
        .toList();
  }

  private static String field(Column column, int event, boolean high) {
    String value = event == EVENTS ? "null" : high ? column.high() : column.low();
    return "\"" + column.name() + "\":" + value;
  }

  private static List<String> version(int event) {
    List<String> fields = fields(event);
    fields.remove("\"id\":" + event);
    fields.add("\"__START_AT\":" + event);
    fields.add("\"__END_AT\":" + (event == EVENTS ? "null" : event + 1));
    return fields;
  }

  private static List<String> sequenced(int event) {
    return List.of(
        "\"one\":0",
        "\"id\":" + event,
        "\"__START_AT\":{" + String.join(",", orderedFields(event)) + "}",
        "\"__END_AT\":"
            + (event == 0 ? "null" : "{" + String.join(",", orderedFields(event - 1)) + "}"));
  }

  private static List<String> rows(Cli cli, String table) {
    return cli.runHere("show", "silver." + table, "--warehouse", "w", "--format", "json")
        .expect(0)
        .lines();
  }
}
