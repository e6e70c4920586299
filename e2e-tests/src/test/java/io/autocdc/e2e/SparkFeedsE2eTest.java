// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Flows follow the change feed of a table that Spark writes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SparkFeedsE2eTest {

  @TempDir private Path folder;

  @Test
  void insertsUpdatesDeletesAndMergesGiveTheSameHistoryInPaimonAndDelta() throws Exception {
    DeltaProject project = new DeltaProject(folder);
    Path table = folder.resolve("orders");
    try (Spark spark = Spark.start(Files.createDirectory(folder.resolve("spark")))) {
      String orders = Spark.name(table);
      spark.sql(
          "CREATE TABLE "
              + orders
              + " (id BIGINT, name STRING, at TIMESTAMP) USING delta"
              + " TBLPROPERTIES ('delta.enableChangeDataFeed'='true')");
      spark.sql(
          "INSERT INTO "
              + orders
              + " VALUES (1, 'Ann', TIMESTAMP'2026-01-01T00:00:00.123456Z'), (2, 'Bob', NULL), (3, 'Cid', NULL)");
      spark.sql("UPDATE " + orders + " SET name = 'Bobby' WHERE id = 2");
      spark.sql("DELETE FROM " + orders + " WHERE id = 3");
      project
          .files()
          .write(
              "p.yaml",
              TestProject.pipeline(
                  """
                    - name: read_orders
                      type: load
                      source: { type: delta, path: "%s", read_change_feed: true, starting_version: 0 }
                      target: orders
                  """
                      .formatted(table),
                  TestProject.write("history", "orders", "keys: [id]", "scd_type: 2"),
                  DeltaProject.write(
                      "delta_history",
                      "orders",
                      "compaction.files: \"10\"",
                      "keys: [id]",
                      "scd_type: 2")));
      project.run().expect(0);
      spark.sql(
          "MERGE INTO "
              + orders
              + " AS t USING (SELECT 1L AS id, 'Anna' AS name UNION ALL SELECT 2L, 'gone'"
              + " UNION ALL SELECT 4L, 'Dan') AS s ON t.id = s.id"
              + " WHEN MATCHED AND s.name = 'gone' THEN DELETE"
              + " WHEN MATCHED THEN UPDATE SET t.name = s.name"
              + " WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name)");
      spark.sql("OPTIMIZE " + orders);
      spark.sql("INSERT INTO " + orders + " VALUES (3, 'Cid again', NULL)");
      project.run().expect(0);

      List<String> expected =
          List.of(
              row(1, "Ann", "\"2026-01-01T00:00:00.123456Z\"", 1, "4"),
              row(1, "Anna", "\"2026-01-01T00:00:00.123456Z\"", 4, "null"),
              row(2, "Bob", "null", 1, "2"),
              row(2, "Bobby", "null", 2, "4"),
              row(3, "Cid again", "null", 6, "null"),
              row(3, "Cid", "null", 1, "3"),
              row(4, "Dan", "null", 4, "null"));
      assertThat(project.shown("w", "silver.history")).isEqualTo(expected);
      assertThat(project.shown("delta_history")).isEqualTo(expected);
      assertThat(spark.rows(project.table("delta_history"))).isEqualTo(expected);
    }
  }

  private static String row(int id, String name, String at, int start, String end) {
    return "{\"id\":%d,\"name\":\"%s\",\"at\":%s,\"__START_AT\":%d,\"__END_AT\":%s}"
        .formatted(id, name, at, start, end);
  }
}
