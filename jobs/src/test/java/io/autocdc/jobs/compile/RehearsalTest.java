// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TableName;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {

  private static final TableName TABLE = TableName.parse("s.t");

  @TempDir private Path folder;

  @BeforeEach
  void writeInput() throws IOException {
    java.nio.file.Files.createDirectories(folder.resolve("in"));
  }

  private CompileOptions options() {
    return new CompileOptions(
        folder,
        Map.of("paimon", new CatalogOptions("paimon", folder.resolve("lake").toString(), Map.of())),
        true);
  }

  private static Pipeline pipeline(String columns, ScdType type) {
    return Pipeline.named("p")
        .source("in", Files.json("in").schema(columns))
        .streamingTable("s.t", Paimon.table())
        .streamingTable("s.log", Paimon.table())
        .autoCdcFlow(
            "s.t", flow -> flow.from("in").keys("id").sequenceBy("seq").storedAsScdType(type))
        .appendFlow("s.log", flow -> flow.from("in"))
        .build();
  }

  private static List<String> uids(StreamExecutionEnvironment env) {
    return env.getStreamGraph().getStreamNodes().stream()
        .map(StreamNode::getTransformationUID)
        .sorted()
        .toList();
  }

  private List<String> rehearse(Pipeline pipeline) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    PipelineCompiler.rehearse(pipeline, env, options(), folder.resolve("scratch"));
    return uids(env);
  }

  private List<String> compile(Pipeline pipeline) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    PipelineCompiler.compile(pipeline, env, options());
    return uids(env);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = java.nio.file.Files.walk(folder.resolve("lake"))) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  @Test
  void theOperatorsAreThoseOfARunAndNoTableIsMade() {
    Pipeline pipeline = pipeline("id BIGINT, name STRING, seq BIGINT", ScdType.TYPE_2);

    List<String> rehearsed = rehearse(pipeline);

    assertThat(folder.resolve("lake")).doesNotExist();
    assertThat(rehearsed).contains("target-paimon.s.t-merge", "pipeline-p-ledger");
    assertThat(rehearsed).isEqualTo(compile(pipeline));
  }

  @Test
  void tablesThatWouldEvolveStayAsTheyAre() throws IOException {
    compile(pipeline("id BIGINT, seq BIGINT", ScdType.TYPE_1));
    List<String> before = files();
    Pipeline wider = pipeline("id BIGINT, name STRING, seq BIGINT", ScdType.TYPE_1);

    List<String> rehearsed = rehearse(wider);

    assertThat(files()).isEqualTo(before);
    try (Catalogs catalogs = new Catalogs(options().catalogs())) {
      assertThat(catalogs.of(TABLE).describe(TABLE).map(TableDescription::schema))
          .hasValueSatisfying(schema -> assertThat(schema.names()).containsExactly("id", "seq"));
    }
    assertThat(rehearsed).isEqualTo(compile(wider));
  }

  @Test
  void whatARunWouldRefuseIsRefused() {
    compile(pipeline("id BIGINT, seq BIGINT", ScdType.TYPE_1));

    assertThatThrownBy(() -> rehearse(pipeline("id BIGINT, seq BIGINT", ScdType.TYPE_2)))
        .hasMessageContaining("TARGET_DRIFT");
    assertThatThrownBy(() -> rehearse(pipeline("id BIGINT, seq INT", ScdType.TYPE_1)))
        .hasMessageContaining("TARGET_DRIFT");
  }
}
