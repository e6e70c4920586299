// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.ArbitraryPipelines;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Delta;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.FlinkSql;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.Snapshots;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.TableSpec;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.problem.AutoCdcException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Java that a pipeline is written as compiles and builds an equal pipeline. */
class JavaRoundTripTest {

  /** The compiler takes most of the time, so that it gets many pipelines at once. */
  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void writtenPipelinesCompileAndAreEqual(@ForAll("pipelines") List<Pipeline.Builder> builders)
      throws Exception {
    List<Pipeline> pipelines =
        builders.stream().map(builder -> builder.check(SqlAnalyzer.NONE).pipeline()).toList();
    List<Pipeline> built =
        CompiledPipelines.of(pipelines).stream()
            .map(builder -> builder.check(SqlAnalyzer.NONE).pipeline())
            .toList();
    for (int i = 0; i < pipelines.size(); i++) {
      Pipeline pipeline = pipelines.get(i);
      assertThat(built.get(i)).as(() -> JavaWriter.write(pipeline).builder()).isEqualTo(pipeline);
    }
  }

  @Provide
  Arbitrary<List<Pipeline.Builder>> pipelines() {
    return new ArbitraryPipelines(ArbitraryPipelines.texts(), ArbitraryPipelines.texts())
        .pipelines()
        .list()
        .ofSize(120);
  }

  @Example
  void everyKindOfFlowAndSourceIsWritten() throws Exception {
    assertEqual(
        Pipeline.named("p")
            .catalogs(List.of("lake"))
            .source(
                "s",
                Files.csv("data/s")
                    .option("header", "true")
                    .schema("id BIGINT, name STRING, at TIMESTAMP(3)")
                    .watermark("at", Duration.ofMillis(1500)))
            .source("customers", Snapshots.ofTable("lake.silver.customers").schema("id BIGINT"))
            .source("changes", Paimon.changes("silver.t").schema("id BIGINT").primaryKey("id"))
            .source("old", Files.json("old").schema("id BIGINT").readMode(ReadMode.BATCH))
            .source("query", FlinkSql.query("SELECT id\nFROM lake.x.y"))
            .source("table", FlinkSql.table("CREATE TABLE t (id BIGINT) WITH ('connector' = 'x')"))
            .streamingTable("x.snapshots", Paimon.table().property("bucket", "4"))
            .streamingTable("x.copies", new TableSpec("lake").expectOrFail("keyed", "id > 0"))
            .streamingTable("x.all", Paimon.table())
            .streamingTable("x.delta", Delta.table().property("write.mode", "copy-on-write"))
            .appendFlow("x.delta", flow -> flow.from("s"))
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
            .build());
  }

  @Example
  void tablesOfOneNameInTwoCatalogsAreToldApart() throws Exception {
    TableName inLake = new TableName("lake", "x", "t");
    TableName builtIn = new TableName("paimon", "x", "t");
    assertEqual(
        Pipeline.named("p")
            .streamingTable(new StreamingTable(inLake, Map.of()))
            .streamingTable(new StreamingTable(builtIn, Map.of()))
            .flow(new AutoCdcFlow.Builder(builtIn).from("s").keys("id").sequenceBy("seq"))
            .flow(new AutoCdcFlow.Builder(inLake).from("s").keys("id").sequenceBy("seq"))
            .check(SqlAnalyzer.NONE)
            .pipeline());
  }

  @Example
  void longTextsAndManyPiecesFitIntoAClass() throws Exception {
    Pipeline.Builder builder =
        Pipeline.named("p").view("long", "SELECT '" + "é\"\\ ".repeat(20_000));
    for (int i = 0; i < 400; i++) {
      builder.view("v" + i, "SELECT " + i + "\nFROM \"\"\"\"s\"\"\" \\u0022  \n  \t\nWHERE a = \"");
    }
    assertEqual(builder.check(SqlAnalyzer.NONE).pipeline());
  }

  @Example
  void writtenJavaIsReadable() {
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
    JavaWriter.Declaration written = JavaWriter.write(pipeline);
    assertThat(written.imports())
        .containsExactly(
            "io.autocdc.dsl.Files",
            "io.autocdc.dsl.Paimon",
            "io.autocdc.dsl.Pipeline",
            "io.autocdc.dsl.ScdType",
            "java.time.Duration");
    assertThat("        " + written.builder() + "\n")
        .isEqualTo(
            """
                    Pipeline.named("silver_customers")
                    .source("changes", Files.json("data/changes")
                        .schema("id BIGINT, op STRING, seq BIGINT, ts TIMESTAMP(3)")
                        .watermark("ts", Duration.ofSeconds(5)))
                    .expectations("clean", "changes", rules -> rules
                        .expectOrDrop("keyed", "id > 0"))
                    .view("v", \"""
                            SELECT *
                            FROM clean\""")
                    .streamingTable("silver.customers", Paimon.table()
                        .property("bucket", "2"))
                    .autoCdcFlow("silver.customers", flow -> flow
                        .from("v")
                        .keys("id")
                        .sequenceBy("seq")
                        .applyAsDeletes("op = 'D'")
                        .storedAsScdType(ScdType.TYPE_2)
                        .exceptColumns("op", "seq")
                        .tombstoneRetention(Duration.ofDays(3)))
            """);
  }

  @Example
  void aSourceThatIsAProgramIsRefused() {
    Pipeline pipeline =
        Pipeline.named("p")
            .source("s", Snapshots.supplied("id BIGINT", "BIGINT", last -> Optional.empty()))
            .streamingTable("t", Paimon.table())
            .autoCdcFromSnapshotFlow("t", flow -> flow.from("s").keys("id"))
            .build();
    assertThatThrownBy(() -> JavaWriter.write(pipeline))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining("NOT_AVAILABLE source 's' is a program");
  }

  private static void assertEqual(Pipeline pipeline) throws Exception {
    Pipeline built =
        CompiledPipelines.of(List.of(pipeline)).get(0).check(SqlAnalyzer.NONE).pipeline();
    assertThat(built).isEqualTo(pipeline);
  }
}
