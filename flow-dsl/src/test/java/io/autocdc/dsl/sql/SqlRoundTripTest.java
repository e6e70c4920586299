// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ArbitraryPipelines;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.Snapshots;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A pipeline that is printed as a script and read again is equal. */
class SqlRoundTripTest {

  /** What SQL texts are made of; quotes and brackets are closed, as in every valid text. */
  private static final List<String> PIECES =
      List.of(
          "a",
          "keys =",
          "columns IS NULL AND",
          "`live`",
          "1.5e3",
          "=",
          "<>",
          "||",
          "'x'",
          "'it''s; -- no end'",
          "'/*'",
          "'${t}'",
          "'$${t}'",
          "`b;c`",
          "`a``b`",
          "(a, (b))",
          "/* ; ' */ a",
          "\n",
          "\r\n",
          "-- ; ' ${t}\n a",
          "名前",
          "'😀'",
          "?",
          "a.b");

  @Property(tries = 500)
  void aPrintedPipelineReadsBackEqual(@ForAll("pipelines") Pipeline.Builder builder)
      throws IOException {
    Pipeline pipeline = builder.check(SqlAnalyzer.NONE).pipeline();
    String sql = SqlWriter.write(pipeline);
    assertThat(readBack(sql)).as("%s", sql).isEqualTo(pipeline);
  }

  @Provide
  Arbitrary<Pipeline.Builder> pipelines() {
    Arbitrary<String> texts =
        Arbitraries.of(PIECES).list().ofMaxSize(6).map(pieces -> String.join(" ", pieces));
    return new ArbitraryPipelines(
            texts.map(text -> "SELECT " + text + " /* end */ -- of it"),
            texts.map(text -> "x " + text + " y"))
        .pipelines();
  }

  @Example
  void flowsOfSnapshotsAndAppendingFlowsReadBackEqual() throws IOException {
    Pipeline pipeline =
        Pipeline.named("p")
            .source("s", Files.csv("data/s").schema("id BIGINT, name STRING"))
            .source("customers", Snapshots.ofTable("silver.customers").schema("id BIGINT"))
            .source("old", Files.json("old").schema("id BIGINT").readMode(ReadMode.BATCH))
            .streamingTable("x.snapshots", Paimon.table())
            .streamingTable("x.copies", Paimon.table())
            .streamingTable("x.all", Paimon.table())
            .autoCdcFromSnapshotFlow(
                "x.snapshots",
                flow ->
                    flow.from("s")
                        .versionFrom(VersionFrom.FILE_NAME)
                        .version(SourceTypes.VERSION_TYPE, "DATE")
                        .keys("id")
                        .storedAsScdType(ScdType.TYPE_2)
                        .trackHistory(List.of("name"))
                        .onLowerVersion(LowerVersionPolicy.SKIP)
                        .allowEmptySnapshot(true)
                        .onInvalidRow(InvalidRowPolicy.FAIL))
            .autoCdcFromSnapshotFlow("x.copies", flow -> flow.from("customers").keys("id"))
            .appendFlow("x.all", flow -> flow.from("s").onInvalidRow(InvalidRowPolicy.DROP))
            .appendFlow("x.all", flow -> flow.named("once").from("old").once(true))
            .build();
    assertThat(readBack(SqlWriter.write(pipeline))).isEqualTo(pipeline);
  }

  @Example
  void anEmptyTrackHistoryListReadsBackEqual() throws IOException {
    AutoCdcFlow.Builder flow =
        new AutoCdcFlow.Builder(new TableName("lake", "x", "t"))
            .from("s")
            .keys("id")
            .storedAsScdType(ScdType.TYPE_2)
            .trackHistory(List.of());
    Pipeline pipeline = Pipeline.named("p").flow(flow).check(SqlAnalyzer.NONE).pipeline();
    AutoCdcFlow read = (AutoCdcFlow) readBack(SqlWriter.write(pipeline)).flows().get(0);
    assertThat(read.trackHistory()).isEqualTo(ColumnSelection.only(List.of()));
    assertThat(read.target().catalog()).isEqualTo("lake");
  }

  @Example
  void printedScriptsAreReadable() {
    Pipeline pipeline =
        Pipeline.named("silver_customers")
            .source(
                "changes",
                Files.json("data/changes")
                    .schema("id BIGINT, op STRING, seq BIGINT, ts TIMESTAMP(3)")
                    .watermark("ts", Duration.ofSeconds(5)))
            .expectations("clean", "changes", rules -> rules.expectOrDrop("keyed", "id > 0"))
            .view("v", "SELECT *\nFROM clean")
            .streamingTable("silver.customers", Paimon.table().property("bucket", "2"))
            .autoCdcFlow(
                "silver.customers",
                flow ->
                    flow.from("v")
                        .keys("id")
                        .sequenceBy("seq")
                        .applyAsDeletes("op = 'D'")
                        .exceptColumns("op", "seq")
                        .storedAsScdType(ScdType.TYPE_2)
                        .tombstoneRetention(Duration.ofDays(3)))
            .build();
    assertThat(SqlWriter.write(pipeline))
        .isEqualTo(
            """
            SET 'pipeline.name' = 'silver_customers';

            CREATE TEMPORARY TABLE changes (
              id BIGINT,
              op STRING,
              seq BIGINT,
              ts TIMESTAMP(3),
              WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
            ) WITH (
              'connector' = 'files',
              'format' = 'json',
              'path' = 'data/changes'
            );

            CREATE TEMPORARY VIEW clean (
              CONSTRAINT keyed EXPECT (id > 0) ON VIOLATION DROP ROW
            ) AS
            SELECT * FROM stream(changes);

            CREATE TEMPORARY VIEW v AS
            SELECT *
            FROM clean;

            CREATE OR REFRESH STREAMING TABLE silver.customers
            TBLPROPERTIES (
              'bucket' = '2'
            );

            CREATE FLOW customers AS AUTO CDC INTO silver.customers
            FROM stream(v)
            KEYS (id)
            APPLY AS DELETE WHEN op = 'D'
            SEQUENCE BY seq
            COLUMNS * EXCEPT (op, seq)
            STORED AS SCD TYPE 2
            TOMBSTONE RETENTION '3 days';
            """);
  }

  private static Pipeline readBack(String sql) throws IOException {
    Path file = java.nio.file.Files.createTempFile("round-trip", ".sql");
    try {
      java.nio.file.Files.writeString(file, sql);
      Project project = ProjectReader.read(file, new ReadOptions(null, Map.of(), Map.of()));
      assertThat(project.problems()).as("%s", sql).isEmpty();
      assertThat(project.pipelines().get(0).problems().list()).as("%s", sql).isEmpty();
      return project.check(SqlAnalyzer.NONE).pipelines().get(0);
    } finally {
      java.nio.file.Files.delete(file);
    }
  }
}
