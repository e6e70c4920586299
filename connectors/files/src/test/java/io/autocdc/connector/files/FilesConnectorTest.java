// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.Watermark;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SourceConnector;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilesConnectorTest {

  private static final TableSchema SCHEMA = TableSchema.parse("id BIGINT, at TIMESTAMP(3)");

  @TempDir private Path project;
  private final StreamExecutionEnvironment env =
      StreamExecutionEnvironment.getExecutionEnvironment();

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(project.resolve("data/[odd]"));
    Files.writeString(project.resolve("data/a.json"), "{}");
  }

  @Test
  void isFoundByItsType() {
    assertThat(ServiceLoader.load(SourceConnector.class))
        .extracting(SourceConnector::type)
        .containsExactly("files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data",
        "data/",
        "./data/a.json",
        "data/*.csv",
        "*/x/**",
        "data/[odd]",
        "**/*.json"
      })
  void takesFilesFoldersAndPatternsThatMatchNothingYet(String path) {
    SourceStreams streams = connect(Map.of("path", path, "format", "json"), SCHEMA, null);
    assertThat(streams.rows().getType())
        .isEqualTo(
            InternalTypeInfo.of(
                TableSchema.parse(
                        "id BIGINT, at TIMESTAMP(3), __file_path STRING,"
                            + " __file_modification_time TIMESTAMP_LTZ(3)")
                    .toRowType()));
  }

  @Test
  void everyOperatorHasAStableUid() {
    Map<String, String> options = Map.of("path", "data", "format", "json");
    connect(options, SCHEMA, new Watermark("at", Duration.ofSeconds(1))).rows().print().uid("sink");
    assertThat(env.getStreamGraph().getStreamNodes())
        .extracting(StreamNode::getTransformationUID)
        .containsExactlyInAnyOrder("src-files", "src-parse", "src-event-time", "sink");
  }

  @Test
  void reportsEveryWrongOptionAtOnce() {
    Map<String, String> options =
        Map.of(
            "path", "dada/*.csv",
            "format", "csv",
            "header", "yes",
            "quote", "''",
            "escape", "é",
            "delimiter", "",
            "monitor_interval", "0 s");
    assertThat(problems(options, SCHEMA, null))
        .extracting(problem -> problem.code() + " " + problem.what())
        .containsExactlyInAnyOrder(
            "INVALID_VALUE source 'changes': header is 'yes'",
            "INVALID_VALUE source 'changes': quote is ''''",
            "INVALID_VALUE source 'changes': escape is 'é'",
            "INVALID_VALUE source 'changes': delimiter is ''",
            "INVALID_VALUE source 'changes': monitor_interval is '0 s'",
            "FILE_NOT_FOUND source 'changes': there is nothing at path 'dada/*.csv'");
  }

  @Test
  void aMissingFolderIsNamedWithTheNearestThereIs() {
    assertThat(problems(Map.of("path", "dta", "format", "json"), SCHEMA, null))
        .singleElement()
        .satisfies(problem -> assertThat(problem.code()).isEqualTo(ErrorCode.FILE_NOT_FOUND))
        .satisfies(problem -> assertThat(problem.why()).contains("/dta' does not exist"))
        .satisfies(problem -> assertThat(problem.remedy()).endsWith("did you mean 'data'?"));
  }

  @Test
  void saysWhatElseIsMissingOrMeaningless() {
    assertThat(problems(Map.of("path", "data", "format", "jsn"), SCHEMA, null))
        .extracting(Problem::remedy)
        .containsExactly("did you mean 'json'?");
    assertThat(problems(Map.of("path", "data", "format", "json", "header", "true"), SCHEMA, null))
        .extracting(Problem::why)
        .containsExactly("it belongs to format csv, and the format is json");
    assertThat(problems(Map.of("format", "json"), null, null))
        .extracting(Problem::code)
        .containsExactlyInAnyOrder(ErrorCode.MISSING_KEY, ErrorCode.MISSING_SCHEMA);
    assertThat(problems(Map.of("path", "data/{a", "format", "json"), SCHEMA, null))
        .extracting(Problem::why)
        .containsExactly("a '{' is not closed");
  }

  @Test
  void refusesAWatermarkOnNoTimestamp() {
    Map<String, String> options = Map.of("path", "data", "format", "json");
    assertThat(problems(options, SCHEMA, new Watermark("id", Duration.ZERO)))
        .extracting(Problem::code)
        .containsExactly(ErrorCode.INVALID_VALUE);
    assertThat(problems(options, SCHEMA, new Watermark("aat", Duration.ZERO)))
        .extracting(Problem::remedy)
        .containsExactly("did you mean 'at'?");
  }

  private List<Problem> problems(
      Map<String, String> options, TableSchema schema, Watermark watermark) {
    AutoCdcException thrown =
        catchThrowableOfType(AutoCdcException.class, () -> connect(options, schema, watermark));
    assertThat(thrown).isNotNull();
    return thrown.problems();
  }

  private SourceStreams connect(
      Map<String, String> options, TableSchema schema, Watermark watermark) {
    Source source = new Source("changes", "files", ReadMode.STREAM, options, schema, watermark);
    return new FilesConnector().connect(source, new SourceContext(env, project, true, "src"));
  }
}
