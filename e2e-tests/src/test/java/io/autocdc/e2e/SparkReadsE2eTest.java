// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.testing.TestRows;
import io.autocdc.testing.TypeSamples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Spark reads what flows have written into Delta: the same rows, of every version. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SparkReadsE2eTest {

  private static final String MERGE_ON_READ =
      "compaction.files: \"3\", delta.checkpointInterval: \"3\"";
  private static final String COPY_ON_WRITE = MERGE_ON_READ + ", write.mode: copy-on-write";

  private static final int RUNS = 4;
  private static final int KEYS = 300;

  /** Types that Delta has, those with an order first: the log has bounds of as many as it can. */
  private static final List<TypeSamples.Sample> TYPES =
      TypeSamples.all()
          .filter(sample -> !sample.type().matches(".*(TIME\\(|MULTISET|\\([79]\\)|`a b`).*"))
          .sorted((a, b) -> Boolean.compare(b.isOrderable(), a.isOrderable()))
          .toList();

  /** Types whose bounds are not simply their values. */
  private static final List<String> BOUNDED =
      List.of(
          "BIGINT",
          "FLOAT",
          "DOUBLE",
          "DECIMAL(38, 38)",
          "CHAR(3)",
          "VARCHAR(10)",
          "STRING",
          "BYTES",
          "DATE",
          "TIMESTAMP(6)",
          "TIMESTAMP_LTZ(4)",
          "TIMESTAMP_LTZ(6)");

  @TempDir private static Path folder;
  private static DeltaProject project;
  private static Spark spark;

  /** By version, the rows of a table as they were shown then. */
  private static final Map<String, Map<Integer, List<String>>> SHOWN = new TreeMap<>();

  @BeforeAll
  static void start() throws Exception {
    project = new DeltaProject(folder);
    project
        .files()
        .write(
            "p.yaml",
            TestProject.pipeline(
                TestProject.load(
                    "changes",
                    "id BIGINT, name STRING, n INT, op STRING, seq BIGINT, known BIGINT"),
                flow("current", MERGE_ON_READ),
                flow("rewritten", COPY_ON_WRITE),
                flow("history", MERGE_ON_READ, "scd_type: 2"),
                flow("history_rewritten", COPY_ON_WRITE, "scd_type: 2"),
                flow("patched", MERGE_ON_READ, "ignore_null_updates: true"),
                flow(
                    "believed", MERGE_ON_READ, "scd_type: bitemporal", "system_sequence_by: known"),
                TestProject.load("values", "id BIGINT, seq BIGINT, " + typedColumns()),
                DeltaProject.write(
                    "typed", "values", MERGE_ON_READ, "keys: [id]", "sequence_by: seq"),
                DeltaProject.write(
                    "typed_rewritten", "values", COPY_ON_WRITE, "keys: [id]", "sequence_by: seq")));
    Random random = new Random(5);
    for (int run = 0; run < RUNS; run++) {
      project.files().write("data/changes/" + run + ".json", changes(run, random));
      project.files().write("data/values/" + run + ".json", typedRows(run));
      project.run().expect(0);
      for (String table : List.of("current", "rewritten")) {
        SHOWN
            .computeIfAbsent(table, name -> new TreeMap<>())
            .put(project.version(table), project.shown(table));
      }
    }
    spark = Spark.start(Files.createDirectory(folder.resolve("spark")));
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.close();
    }
  }

  private static String flow(String table, String properties, String... more) {
    List<String> config =
        new ArrayList<>(
            List.of(
                "keys: [id]",
                "sequence_by: seq",
                "apply_as_deletes: \"op = 'D'\"",
                "except_column_list: [op, seq, known]"));
    config.addAll(List.of(more));
    return DeltaProject.write(table, "changes", properties, config.toArray(String[]::new));
  }

  /** All keys at first, then a few of them, with late and with broken rows. */
  private static String changes(int run, Random random) {
    StringBuilder lines = new StringBuilder("not json " + run + "\n");
    for (int i = 0; i < (run == 0 ? KEYS : KEYS / 8); i++) {
      int id = run == 0 ? i : random.nextInt(KEYS + 10);
      lines.append(
          """
          {"id":%d,"name":%s,"n":%d,"op":"%s","seq":%d,"known":%d}
          """
              .formatted(
                  id,
                  random.nextInt(4) == 0 ? "null" : "\"name of " + i + " in " + run + "\"",
                  random.nextInt(100),
                  random.nextInt(6) == 0 ? "D" : "U",
                  run * 10 + random.nextInt(15),
                  run * 1_000 + i));
    }
    return lines.toString();
  }

  private static String name(int type) {
    return "c" + type;
  }

  private static String typedColumns() {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < TYPES.size(); i++) {
      columns.add(name(i) + " " + TYPES.get(i).type());
    }
    return String.join(", ", columns);
  }

  /** Values of all types in turn, other ones for some of the keys in each run, and nulls. */
  private static String typedRows(int run) {
    RowType type = TableSchema.parse("id BIGINT, seq BIGINT, " + typedColumns()).toRowType();
    var converter = TestRows.converter(type);
    JsonRowWriter json = JsonRowWriter.of(type);
    StringBuilder lines = new StringBuilder();
    for (int id = run; id <= 12; id += 1 + run) {
      Row row = new Row(type.getFieldCount());
      row.setField(0, (long) id);
      row.setField(1, (long) run);
      for (int i = 0; i < TYPES.size() && id < 12; i++) {
        List<Object> values = TYPES.get(i).values();
        row.setField(i + 2, values.get((id + run) % values.size()));
      }
      lines.append(json.write(converter.toInternal(row))).append('\n');
    }
    return lines.toString();
  }

  @Test
  void everyTableHasTheRowsThatAreShown() {
    assertThat(project.tables())
        .containsExactly(
            "believed",
            "believed__quarantine",
            "current",
            "current__quarantine",
            "history",
            "history__quarantine",
            "history_rewritten",
            "history_rewritten__quarantine",
            "patched",
            "patched__quarantine",
            "rewritten",
            "rewritten__quarantine",
            "typed",
            "typed__quarantine",
            "typed_rewritten",
            "typed_rewritten__quarantine");
    SoftAssertions softly = new SoftAssertions();
    for (String table : project.tables()) {
      List<String> shown = project.shown(table);
      softly.assertThat(shown.isEmpty()).as(table).isEqualTo(table.matches("typed.*quarantine"));
      softly.assertThat(spark.rows(project.table(table))).as(table).isEqualTo(shown);
    }
    softly
        .assertThat(spark.rows(folder.resolve("w/default.delta/test__event_log")))
        .as("event log")
        .isEqualTo(project.shown("w", "delta.default.test__event_log"))
        .isNotEmpty();
    softly.assertAll();
  }

  /** What there is to go wrong is there. */
  @Test
  void theTablesHaveVectorsCompactedFilesAndCheckpoints() {
    for (String table : List.of("current", "history", "typed")) {
      assertThat(project.log(table)).contains("\"storageType\":\"u\"");
    }
    for (String table : List.of("rewritten", "history_rewritten", "typed_rewritten")) {
      assertThat(project.log(table)).doesNotContain("\"storageType\"");
    }
    for (String table : List.of("current", "rewritten", "history")) {
      assertThat(project.log(table)).as(table).contains("\"dataChange\":false");
      assertThat(project.files(table)).as(table).anyMatch(file -> file.contains(".checkpoint"));
    }
  }

  @Test
  void boundsInTheLogHideNoRow() {
    List<String> counts = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    List<String> rows = project.shown("typed");
    for (int i = 0; i < TYPES.size(); i++) {
      if (BOUNDED.contains(TYPES.get(i).type())) {
        String column = name(i);
        List<String> values = extremes(rows, column);
        TypeSamples.Sample sample = TYPES.get(i);
        counts.add(
            "SELECT '%1$s' AS c, count(*) AS n FROM %2$s WHERE %1$s IN (%3$s)"
                .formatted(
                    column,
                    Spark.name(project.table("typed")),
                    values.stream()
                        .map(value -> literal(sample, value))
                        .collect(Collectors.joining(", "))));
        long count =
            rows.stream()
                .filter(
                    row ->
                        values.stream()
                            .anyMatch(value -> hasField(row, "\"" + column + "\":" + value)))
                .count();
        expected.add("{\"c\":\"%s\",\"n\":%d}".formatted(column, count));
      }
    }
    assertThat(expected).hasSameSizeAs(BOUNDED);
    assertThat(DeltaProject.sorted(spark.sql(String.join(" UNION ALL ", counts))))
        .isEqualTo(DeltaProject.sorted(expected));
  }

  private static boolean hasField(String row, String field) {
    return row.contains(field + ",") || row.contains(field + "}");
  }

  /** Two values of a column, as JSON. */
  private static List<String> extremes(List<String> rows, String column) {
    var field = Pattern.compile("\"" + column + "\":(\"(?:[^\"\\\\]++|\\\\.)*+\"|[^,}]*)");
    List<String> values =
        rows.stream()
            .flatMap(row -> field.matcher(row).results().map(found -> found.group(1)))
            .filter(value -> !value.equals("null"))
            .distinct()
            .sorted()
            .toList();
    return List.of(values.get(0), values.get(values.size() - 1));
  }

  private static String literal(TypeSamples.Sample sample, String json) {
    String text = json.replaceAll("^\"|\"$", "").replace("\\u0000", "\0");
    String type = sample.type();
    if (type.contains("CHAR") || type.equals("STRING")) {
      String bytes = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
      return "CAST(unbase64('" + bytes + "') AS STRING)";
    } else if (type.contains("BINARY") || type.equals("BYTES")) {
      return "unbase64('" + text + "')";
    } else if (type.startsWith("TIMESTAMP_LTZ")) {
      return "CAST('" + text + "' AS TIMESTAMP)";
    } else if (type.startsWith("TIMESTAMP")) {
      return "CAST('" + text + "' AS TIMESTAMP_NTZ)";
    }
    return "CAST('" + text + "' AS " + type + ")";
  }

  @Test
  void earlierVersionsHaveTheRowsThatWereShownThen() {
    SHOWN.forEach(
        (table, versions) -> {
          assertThat(versions).hasSize(RUNS);
          versions.forEach(
              (version, rows) ->
                  assertThat(spark.rows(project.table(table), version))
                      .as("version %d of %s", version, table)
                      .isEqualTo(rows));
        });
  }

  @Test
  void historyAndDetailTellWhoWroteAndWhatReadersNeed() {
    assertThat(spark.sql("DESCRIBE HISTORY " + Spark.name(project.table("current"))))
        .hasSize(project.version("current") + 1)
        .allMatch(commit -> commit.contains("\"engineInfo\":\"Kernel-4.4.0/flink-auto-cdc\""))
        .anyMatch(commit -> commit.contains("\"operation\":\"CREATE TABLE\""))
        .anyMatch(commit -> commit.contains("\"operation\":\"WRITE\""));
    assertThat(detail("current"))
        .contains("\"minReaderVersion\":3,\"minWriterVersion\":7")
        .contains("\"tableFeatures\":[\"appendOnly\",\"deletionVectors\",\"invariants\"]");
    assertThat(detail("rewritten"))
        .contains("\"minReaderVersion\":1,\"minWriterVersion\":2")
        .contains("\"tableFeatures\":[\"appendOnly\",\"invariants\"]");
    assertThat(detail("typed_rewritten"))
        .contains("\"minReaderVersion\":3,\"minWriterVersion\":7")
        .contains("\"tableFeatures\":[\"appendOnly\",\"invariants\",\"timestampNtz\"]");
    assertThat(detail("current__quarantine"))
        .contains("\"minReaderVersion\":1,\"minWriterVersion\":2");
  }

  private static String detail(String table) {
    return String.join("", spark.sql("DESCRIBE DETAIL " + Spark.name(project.table(table))));
  }
}
