// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ArbitraryPipelines;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.check.SqlAnalyzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A pipeline that is printed as YAML and read again is equal, whatever names and texts it has. */
class YamlRoundTripTest {

  @Property(tries = 300)
  void aPrintedPipelineReadsBackEqual(@ForAll("pipelines") Pipeline.Builder builder)
      throws IOException {
    Pipeline pipeline = builder.check(SqlAnalyzer.NONE).pipeline();
    String yaml = YamlWriter.write(pipeline);
    assertThat(readBack(yaml)).as("%s", yaml).isEqualTo(pipeline);
  }

  @Example
  void flowsOfSnapshotsAndAppendingFlowsReadBackEqual() throws IOException {
    Pipeline pipeline =
        Pipeline.named("p")
            .source("s", io.autocdc.dsl.Files.csv("data/s").schema("id BIGINT, name STRING"))
            .streamingTable("x.snapshots", Paimon.table())
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
            .appendFlow("x.all", flow -> flow.from("s").onInvalidRow(InvalidRowPolicy.DROP))
            .build();
    assertThat(pipeline.sources().get(0).options()).containsEntry("version_from", "file_name");
    assertThat(readBack(YamlWriter.write(pipeline))).isEqualTo(pipeline);
  }

  @Example
  void tablesWithoutFlowsAndInAnotherOrderReadBackEqual() throws IOException {
    Pipeline.Builder builder = Pipeline.named("p");
    for (String name : List.of("c", "b", "a")) {
      builder.streamingTable(
          new StreamingTable(new TableName("paimon", "s", name), Map.of("k", name)));
    }
    builder.flow(new AutoCdcFlow.Builder(new TableName("paimon", "s", "a")).from("x"));
    builder.flow(new AutoCdcFlow.Builder(new TableName("paimon", "s", "b")).from("x"));
    Pipeline pipeline = builder.check(SqlAnalyzer.NONE).pipeline();
    assertThat(readBack(YamlWriter.write(pipeline))).isEqualTo(pipeline);
  }

  @Example
  void everyAwkwardTextReadsBackEqual() throws IOException {
    for (String text : ArbitraryPipelines.AWKWARD) {
      Pipeline.Builder builder = Pipeline.named("p").view("v", text);
      builder.expectations("q", "v", rules -> rules.expect(text, text));
      Pipeline pipeline = builder.check(SqlAnalyzer.NONE).pipeline();
      String yaml = YamlWriter.write(pipeline);
      assertThat(readBack(yaml)).as("%s", yaml).isEqualTo(pipeline);
    }
  }

  @Example
  void printedFlowgroupsAreReadable() {
    Pipeline pipeline =
        Pipeline.named("p")
            .view("v", "SELECT id\nFROM t\nWHERE id > 0")
            .check(SqlAnalyzer.NONE)
            .pipeline();
    assertThat(YamlWriter.write(pipeline))
        .isEqualTo(
            """
            pipeline: p
            flowgroup: p
            actions:
              - name: transform_v
                type: transform
                transform_type: sql
                sql: |-
                  SELECT id
                  FROM t
                  WHERE id > 0
                target: v
            """);
  }

  private static Pipeline readBack(String yaml) throws IOException {
    Path file = Files.createTempFile("round-trip", ".yaml");
    try {
      Files.writeString(file, yaml);
      Project project = ProjectReader.read(file, new ReadOptions(null, Map.of(), Map.of()));
      assertThat(project.problems()).as("%s", yaml).isEmpty();
      assertThat(project.pipelines().get(0).problems().list()).as("%s", yaml).isEmpty();
      return project.check(SqlAnalyzer.NONE).pipelines().get(0);
    } finally {
      Files.delete(file);
    }
  }

  @Provide
  Arbitrary<Pipeline.Builder> pipelines() {
    return new ArbitraryPipelines(ArbitraryPipelines.texts(), ArbitraryPipelines.texts())
        .pipelines();
  }
}
