// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Spark changes, optimizes and vacuums tables of flows, and their next runs go on right. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SparkMaintainsE2eTest {

  private static final String PROPERTIES =
      "compaction.files: \"4\", delta.checkpointInterval: \"3\"";

  /** The same rows in each, and in {@code twin}, which is a table of Paimon. */
  private static final List<String> TABLES = List.of("current", "rewritten");

  private static final int KEYS = 200;

  /** Keys that only Spark writes. */
  private static final long FOREIGN = 1_000_000;

  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  @TempDir private static Path folder;
  private static DeltaProject project;
  private static Spark spark;
  private static int batches;

  @BeforeAll
  static void start() throws Exception {
    project = new DeltaProject(folder);
    String[] config = {
      "keys: [id]",
      "sequence_by: seq",
      "apply_as_deletes: \"op = 'D'\"",
      "except_column_list: [op, seq]"
    };
    project
        .files()
        .write(
            "p.yaml",
            TestProject.pipeline(
                TestProject.load("changes", "id BIGINT, name STRING, n INT, op STRING, seq BIGINT"),
                DeltaProject.write("current", "changes", PROPERTIES, config),
                DeltaProject.write(
                    "rewritten", "changes", PROPERTIES + ", write.mode: copy-on-write", config),
                TestProject.write("twin", "changes", config)));
    run();
    run();
    spark = Spark.start(Files.createDirectory(folder.resolve("spark")));
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.close();
    }
  }

  /** All keys at first, then a few of them. */
  private static void run() {
    Random random = new Random(batches);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < (batches == 0 ? KEYS : KEYS / 5); i++) {
      lines.append(
          "{\"id\":%d,\"name\":\"name %d of %d\",\"n\":%d,\"op\":\"%s\",\"seq\":%d}\n"
              .formatted(
                  batches == 0 ? i : random.nextInt(KEYS),
                  i,
                  batches,
                  random.nextInt(100),
                  random.nextInt(5) == 0 ? "D" : "U",
                  batches * KEYS + i));
    }
    project.files().write("data/changes/" + batches++ + ".json", lines.toString());
    project.run().expect(0);
  }

  private static List<String> twin() {
    return project.shown("w", "silver.twin");
  }

  private static long id(String row) {
    var id = ID.matcher(row);
    assertThat(id.find()).as(row).isTrue();
    return Long.parseLong(id.group(1));
  }

  private static void sql(String table, String statement) {
    spark.sql(statement.replace("TARGET", Spark.name(project.table(table))));
  }

  private static void theFlowIsRightIn(String table) {
    List<String> rows = project.shown(table);
    assertThat(rows.stream().filter(row -> id(row) < FOREIGN)).as(table).isEqualTo(twin());
    assertThat(spark.rows(project.table(table))).as(table).isEqualTo(rows);
  }

  @Test
  void aCopyCanBeChangedAndShownAndTheOriginalGoesOn() {
    project.copyTo("copy");
    for (String table : TABLES) {
      Path copy = project.table("copy", table);
      for (String statement :
          List.of(
              "UPDATE %s SET n = -1 WHERE id %% 7 = 0",
              "DELETE FROM %s WHERE id %% 5 = 0",
              """
              MERGE INTO %s AS t USING (SELECT 1L AS id, 'merged' AS name UNION ALL SELECT 5000L, 'new') AS s
              ON t.id = s.id
              WHEN MATCHED THEN UPDATE SET t.name = s.name
              WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name)""",
              "OPTIMIZE %s",
              "OPTIMIZE %s ZORDER BY (n)",
              "VACUUM %s RETAIN 0 HOURS")) {
        spark.sql(statement.formatted(Spark.name(copy)));
      }
      List<String> expected =
          project.shown(table).stream()
              .filter(row -> id(row) % 5 != 0 && id(row) < FOREIGN)
              .map(row -> id(row) % 7 == 0 ? row.replaceAll("\"n\":-?\\d+", "\"n\":-1") : row)
              .map(row -> id(row) == 1 ? row.replaceAll("name \\d+ of \\d+", "merged") : row)
              .toList();
      List<String> shown = project.shown("copy", "delta.silver." + table);
      assertThat(shown.stream().filter(row -> id(row) != 5000 && id(row) != 1 && id(row) < FOREIGN))
          .as(table)
          .isEqualTo(expected.stream().filter(row -> id(row) != 1).toList());
      assertThat(shown)
          .contains("{\"id\":5000,\"name\":\"new\",\"n\":null}")
          .anyMatch(row -> row.startsWith("{\"id\":1,\"name\":\"merged\""));
      assertThat(spark.rows(copy)).as(table).isEqualTo(shown);
    }
    run();
    TABLES.forEach(SparkMaintainsE2eTest::theFlowIsRightIn);
  }

  @Test
  void theOriginalCanBeMaintainedBetweenRuns() {
    for (String table : TABLES) {
      sql(table, "OPTIMIZE TARGET");
      sql(table, "INSERT INTO TARGET VALUES (1000000, 'foreign', 1), (1000001, 'foreign', 2)");
    }
    run();
    TABLES.forEach(SparkMaintainsE2eTest::theFlowIsRightIn);
    sql("current", "REORG TABLE TARGET APPLY (PURGE)");
    for (String table : TABLES) {
      sql(table, "UPDATE TARGET SET n = 3 WHERE id = 1000001");
      sql(table, "VACUUM TARGET RETAIN 0 HOURS");
    }
    run();
    for (String table : TABLES) {
      theFlowIsRightIn(table);
      assertThat(project.shown(table).stream().filter(row -> id(row) >= FOREIGN))
          .as(table)
          .containsExactly(
              "{\"id\":1000000,\"name\":\"foreign\",\"n\":1}",
              "{\"id\":1000001,\"name\":\"foreign\",\"n\":3}");
    }
  }
}
