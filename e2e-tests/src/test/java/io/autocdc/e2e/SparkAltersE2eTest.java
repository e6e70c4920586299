// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of flows that Spark has given something else: either a run says what it cannot write and
 * what to do, or what it writes is right.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SparkAltersE2eTest {

  private static final String SET = "ALTER TABLE %s SET TBLPROPERTIES ";
  private static final String DECLARED =
      "write.mode: copy-on-write, delta.checkpointInterval: \"2\"";

  /**
   * What is done to a table that a flow has made.
   *
   * @param table its name
   * @param refusal what the run says; null if it goes on
   * @param remedy what makes it go on
   */
  private record Alteration(
      String table, List<String> statements, String refusal, List<String> remedy) {}

  private static final List<Alteration> REFUSED =
      List.of(
          refused(
              "change_feed",
              SET + "('delta.enableChangeDataFeed'='true')",
              "has the property 'delta.enableChangeDataFeed'",
              SET + "('delta.enableChangeDataFeed'='false')"),
          refused(
              "mapped",
              SET + "('delta.columnMapping.mode'='name')",
              "has the property 'delta.columnMapping.mode'",
              "ALTER TABLE %s DROP FEATURE columnMapping"),
          refused(
              "grows",
              SET + "('delta.appendOnly'='true')",
              "has the property 'delta.appendOnly'",
              SET + "('delta.appendOnly'='false')"),
          refused(
              "checked",
              "ALTER TABLE %s ADD CONSTRAINT positive CHECK (n > -100)",
              "has the property 'delta.constraints.*'",
              "ALTER TABLE %s DROP CONSTRAINT positive"),
          refused(
              "forgets",
              SET + "('delta.setTransactionRetentionDuration'='interval 1 days')",
              "has the property 'delta.setTransactionRetentionDuration'",
              "ALTER TABLE %s UNSET TBLPROPERTIES ('delta.setTransactionRetentionDuration')"),
          refused(
              "tracked",
              SET + "('delta.enableRowTracking'='true')",
              "has the property 'delta.enableRowTracking'",
              SET + "('delta.enableRowTracking'='false')"),
          refused(
              "listed",
              SET + "('delta.compatibility.symlinkFormatManifest.enabled'='true')",
              "has the property 'delta.compatibility.symlinkFormatManifest.enabled'",
              SET + "('delta.compatibility.symlinkFormatManifest.enabled'='false')"),
          new Alteration(
              "defaults",
              List.of(
                  SET + "('delta.feature.allowColumnDefaults'='supported')",
                  "ALTER TABLE %s ALTER COLUMN n SET DEFAULT 5"),
              "has default values of columns",
              List.of("ALTER TABLE %s ALTER COLUMN n DROP DEFAULT")));

  private static final List<Alteration> ACCEPTED =
      List.of(
          accepted("clustered", "ALTER TABLE %s CLUSTER BY (n)", "OPTIMIZE %s"),
          accepted("second_checkpoints", SET + "('delta.checkpointPolicy'='v2')"),
          accepted("timed", SET + "('delta.enableInCommitTimestamps'='true')"),
          accepted(
              "told",
              "ALTER TABLE %s ALTER COLUMN v COMMENT 'words'",
              "ALTER TABLE %s ALTER v FIRST"),
          accepted(
              "vectors",
              SET + "('delta.enableDeletionVectors'='true')",
              "DELETE FROM %s WHERE id = 1"),
          accepted(
              "unbounded",
              SET + "('delta.dataSkippingNumIndexedCols'='0')",
              "UPDATE %s SET n = n"));

  @TempDir private static Path folder;
  private static DeltaProject project;
  private static Spark spark;
  private static int batches;

  private static Alteration refused(String table, String statement, String refusal, String remedy) {
    return new Alteration(table, List.of(statement), refusal, List.of(remedy));
  }

  private static Alteration accepted(String table, String... statements) {
    return new Alteration(table, List.of(statements), null, List.of());
  }

  @BeforeAll
  static void start() throws Exception {
    project = new DeltaProject(folder);
    pipeline("refused", "n INT", REFUSED.stream().map(Alteration::table).toList());
    pipeline("accepted", "n INT", ACCEPTED.stream().map(Alteration::table).toList());
    pipeline("others", "n INT", List.of("foreign_type"));
    pipeline("replaced", "n INT", List.of("partitioned"));
    pipeline("wider", "n INT", List.of("widened", "extended"));
    StringBuilder lines = new StringBuilder();
    for (int id = 1; id <= 20; id++) {
      lines.append(event(id, "v" + id, id, "U"));
    }
    deliver(lines.toString());
    project.run().expect(0);
    spark = Spark.start(Files.createDirectory(folder.resolve("spark")));
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.close();
    }
  }

  private static void pipeline(String name, String column, List<String> tables) {
    List<String> actions = new ArrayList<>();
    actions.add(
        TestProject.load("changes", "id BIGINT, v STRING, " + column + ", op STRING, seq BIGINT"));
    for (String table : tables) {
      actions.add(
          DeltaProject.write(
              table,
              "changes",
              DECLARED,
              "keys: [id]",
              "sequence_by: seq",
              "apply_as_deletes: \"op = 'D'\"",
              "except_column_list: [op, seq]"));
    }
    project
        .files()
        .write(
            name + ".yaml",
            TestProject.pipeline(actions.toArray(String[]::new))
                .replace("pipeline: test", "pipeline: " + name));
  }

  private static String event(int id, String v, int n, String op) {
    return "{\"id\":%d,\"v\":\"%s\",\"n\":%d,\"op\":\"%s\",\"seq\":%d}\n"
        .formatted(id, v, n, op, batches);
  }

  private static void deliver(String lines) {
    project.files().write("data/changes/" + batches++ + ".json", lines);
  }

  private static Cli.Result run(String pipeline) {
    return project.cli().runHere("run", "project/" + pipeline + ".yaml", "--warehouse", "w");
  }

  private static void sql(String table, List<String> statements) {
    for (String statement : statements) {
      spark.sql(statement.formatted(Spark.name(project.table(table))));
    }
  }

  /** One row more, one less, one other. */
  private static void deliverChanges() {
    deliver(
        event(3, "other", -3, "U")
            + event(batches + 3, "gone", 0, "D")
            + event(30 + batches, "more", batches, "U"));
  }

  @Test
  void whatCannotBeWrittenIsRefusedAndTheRemedyHelps() {
    REFUSED.forEach(alteration -> sql(alteration.table(), alteration.statements()));
    deliverChanges();
    Cli.Result run = run("refused").expect(1);
    for (Alteration alteration : REFUSED) {
      assertThat(run.err())
          .contains(
              "CONFLICTING_OPTIONS table delta.silver."
                  + alteration.table()
                  + " "
                  + alteration.refusal());
    }
    assertThat(run.err().lines().filter(line -> line.contains("CONFLICTING_OPTIONS")))
        .hasSize(REFUSED.size());
    REFUSED.forEach(alteration -> sql(alteration.table(), alteration.remedy()));
    run("refused").expect(0);
    areEqual(REFUSED);
  }

  @Test
  void whatElseIsChangedIsWrittenRight() {
    ACCEPTED.forEach(alteration -> sql(alteration.table(), alteration.statements()));
    deliverChanges();
    run("accepted").expect(0);
    deliverChanges();
    run("accepted").expect(0);
    areEqual(ACCEPTED);
    assertThat(spark.sql("DESCRIBE TABLE " + Spark.name(project.table("told"))))
        .first()
        .isEqualTo("{\"col_name\":\"v\",\"data_type\":\"string\",\"comment\":\"words\"}");
    assertThat(spark.sql("DESCRIBE DETAIL " + Spark.name(project.table("clustered"))))
        .first()
        .asString()
        .contains("\"clusteringColumns\":[\"n\"]");
  }

  /** The flows of all of the tables are the same, so their rows are. */
  private static void areEqual(List<Alteration> alterations) {
    List<String> rows = null;
    for (Alteration alteration : alterations) {
      List<String> shown = project.shown(alteration.table());
      assertThat(spark.rows(project.table(alteration.table())))
          .as(alteration.table())
          .isEqualTo(shown);
      List<String> alike =
          DeltaProject.sorted(
              shown.stream()
                  .filter(row -> !row.contains("\"id\":1,"))
                  .map(row -> row.replaceFirst("\\{(\"v\":\"\\w+\"),(\"id\":\\d+)", "{$2,$1"))
                  .toList());
      rows = rows == null ? alike : rows;
      assertThat(alike).as(alteration.table()).isEqualTo(rows).hasSizeGreaterThan(15);
      assertThat(alike)
          .anyMatch(row -> row.contains("other"))
          .noneMatch(row -> row.contains("gone"));
    }
  }

  @Test
  void widerTypesAndOtherColumnsAreTakenOver() {
    sql(
        "widened",
        List.of(
            SET + "('delta.enableTypeWidening'='true')",
            "ALTER TABLE %s ALTER COLUMN n TYPE BIGINT"));
    sql(
        "extended",
        List.of("ALTER TABLE %s ADD COLUMN x STRING", "UPDATE %s SET x = 'mine' WHERE id < 10"));
    deliverChanges();
    assertThat(run("wider").expect(1).err())
        .contains(
            "INCOMPATIBLE_COLUMN column 'n' of delta.silver.widened is BIGINT, asked for is INT");
    pipeline("wider", "n BIGINT", List.of("widened", "extended"));
    run("wider").expect(0);
    for (String table : List.of("widened", "extended")) {
      assertThat(spark.rows(project.table(table))).as(table).isEqualTo(project.shown(table));
    }
    assertThat(project.shown("extended"))
        .contains(
            "{\"id\":2,\"v\":\"v2\",\"n\":2,\"x\":\"mine\"}",
            "{\"id\":3,\"v\":\"other\",\"n\":-3,\"x\":null}");
    assertThat(project.shown("widened"))
        .contains("{\"id\":2,\"v\":\"v2\",\"n\":2}", "{\"id\":3,\"v\":\"other\",\"n\":-3}");
  }

  @Test
  void columnsWithoutATypeAndReplacedTablesAreNamed() {
    sql("foreign_type", List.of("ALTER TABLE %s ADD COLUMN any VARIANT"));
    deliverChanges();
    assertThat(run("others").expect(1).err())
        .contains("UNSUPPORTED_TYPE column 'any' of the table in")
        .contains("foreign_type")
        .contains("variant")
        .contains("write into a new target");
    String partitioned = Spark.name(project.table("partitioned"));
    spark.sql(
        "CREATE OR REPLACE TABLE %1$s USING delta PARTITIONED BY (n) AS SELECT * FROM %1$s"
            .formatted(partitioned));
    assertThat(run("replaced").expect(1).err()).contains("TARGET_NOT_OURS");
  }
}
