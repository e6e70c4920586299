// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.View;
import io.autocdc.dsl.Watermark;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.flink.table.types.logical.LogicalType;

/** A pipeline that is printed as YAML and read again is equal, whatever names and texts it has. */
class YamlRoundTripTest {

  private static final List<String> AWKWARD =
      List.of(
          "null",
          "true",
          "No",
          "~",
          "1",
          "1.5e3",
          "2024-01-01",
          "a: b",
          "a #b",
          "- a",
          "[a]",
          "{a}",
          "'",
          "\"",
          "\\",
          "*a",
          "&a",
          "!x",
          "%",
          "@",
          "`",
          "|",
          ">",
          "?",
          ":",
          "a\tb",
          " a",
          "a ",
          "ünï",
          "名前",
          "😀",
          "${a}",
          "$${a}",
          "${",
          "%{a}",
          "{a}",
          "a/b",
          "a.b",
          "\u0085",
          "\u2028",
          "\uFEFF",
          "\u0001",
          "<<",
          "SELECT *\nFROM t",
          "a\n",
          "a\n\nb\n",
          "a\r\nb",
          "\n",
          "  x\ny",
          "x \n y ",
          "a\n#b\n",
          "---\nx");

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
    for (String text : AWKWARD) {
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
    return Combinators.combine(
            names(),
            sources().list().ofMaxSize(3),
            views().list().ofMaxSize(3),
            tables().list().ofMaxSize(3),
            flows().list().ofMaxSize(4))
        .as(
            (name, sources, views, tables, flows) -> {
              Pipeline.Builder builder = Pipeline.named(name);
              sources.forEach(builder::source);
              views.forEach(builder::view);
              tables.stream()
                  .collect(
                      Collectors.toMap(
                          StreamingTable::name, t -> t, (a, b) -> a, LinkedHashMap::new))
                  .values()
                  .forEach(builder::streamingTable);
              List<TableName> declared =
                  tables.stream().map(StreamingTable::name).distinct().toList();
              for (int i = 0; i < flows.size() && !declared.isEmpty(); i++) {
                AutoCdcFlow.Builder flow =
                    new AutoCdcFlow.Builder(declared.get(i % declared.size()));
                flows.get(i).forEach(parameter -> parameter.accept(flow));
                builder.flow(flow);
              }
              return builder;
            });
  }

  private static Arbitrary<Source> sources() {
    Arbitrary<Map<String, String>> options =
        Arbitraries.maps(
            Arbitraries.of(SourceTypes.find(SourceTypes.FILES).orElseThrow().options()), texts());
    Arbitrary<Watermark> watermark =
        Combinators.combine(names(), durations()).as(Watermark::new).injectNull(0.5);
    return Combinators.combine(
            names(), Arbitraries.of(ReadMode.class), options, schemas().injectNull(0.2), watermark)
        .as(
            (name, mode, map, schema, mark) ->
                new Source(name, SourceTypes.FILES, mode, map, schema, mark));
  }

  private static Arbitrary<TableSchema> schemas() {
    Arbitrary<String> types =
        Arbitraries.of(
            "BIGINT",
            "STRING NOT NULL",
            "DECIMAL(38, 18)",
            "TIMESTAMP_LTZ(3)",
            "ROW<`a b` INT NOT NULL, c ARRAY<MAP<STRING, BYTES>>>",
            "MULTISET<CHAR(3)>");
    return Combinators.combine(names(), types)
        .as((name, type) -> Column.of(name, typeOf(type)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .uniqueElements(Column::name)
        .map(TableSchema::new);
  }

  private static LogicalType typeOf(String type) {
    return TableSchema.parse("x " + type).columns().get(0).type();
  }

  private static Arbitrary<View> views() {
    Arbitrary<View> sql = Combinators.combine(names(), texts()).as(View.SqlView::new);
    Arbitrary<View> quality =
        Combinators.combine(names(), names(), rules().list().ofMinSize(1).ofMaxSize(3))
            .as(View.QualityView::new);
    return Arbitraries.oneOf(sql, quality);
  }

  private static Arbitrary<Expectation> rules() {
    return Combinators.combine(names(), texts(), Arbitraries.of(Expectation.Action.class))
        .as(Expectation::new);
  }

  private static Arbitrary<StreamingTable> tables() {
    Arbitrary<TableName> name = Combinators.combine(names(), names(), names()).as(TableName::new);
    return Combinators.combine(
            name, Arbitraries.maps(names(), texts()).ofMaxSize(2), rules().list().ofMaxSize(2))
        .as(StreamingTable::new);
  }

  private static Arbitrary<List<Consumer<AutoCdcFlow.Builder>>> flows() {
    Arbitrary<List<String>> columns = names().list().ofMinSize(1).ofMaxSize(3);
    List<Arbitrary<Consumer<AutoCdcFlow.Builder>>> parameters = new ArrayList<>();
    parameters.add(names().map(v -> flow -> flow.named(v)));
    parameters.add(names().map(v -> flow -> flow.from(v)));
    parameters.add(columns.map(v -> flow -> flow.keys(v)));
    parameters.add(columns.map(v -> flow -> flow.sequenceBy(v)));
    parameters.add(columns.map(v -> flow -> flow.systemSequenceBy(v)));
    parameters.add(texts().map(v -> flow -> flow.applyAsDeletes(v)));
    parameters.add(texts().map(v -> flow -> flow.applyAsTruncates(v)));
    parameters.add(Arbitraries.of(ScdType.class).map(v -> flow -> flow.storedAsScdType(v)));
    parameters.add(Arbitraries.of(InvalidRowPolicy.class).map(v -> flow -> flow.onInvalidRow(v)));
    parameters.add(names().map(v -> flow -> flow.columnsToUpdate(v)));
    parameters.add(durations().map(v -> flow -> flow.tombstoneRetention(v)));
    parameters.add(durations().map(v -> flow -> flow.historyRetention(v)));
    parameters.add(Arbitraries.of(true, false).map(v -> flow -> flow.once(v)));
    parameters.add(
        oneOf(
            columns.map(v -> flow -> flow.columns(v)),
            columns.map(v -> flow -> flow.exceptColumns(v))));
    parameters.add(
        oneOf(
            names().list().ofMaxSize(2).map(v -> flow -> flow.trackHistory(v)),
            columns.map(v -> flow -> flow.trackHistoryExcept(v))));
    parameters.add(
        oneOf(
            columns.map(v -> flow -> flow.ignoreNullUpdatesOn(v)),
            columns.map(v -> flow -> flow.ignoreNullUpdatesExcept(v))));
    Arbitrary<Consumer<AutoCdcFlow.Builder>> source = names().map(v -> flow -> flow.from(v));
    List<Arbitrary<Consumer<AutoCdcFlow.Builder>>> optional = new ArrayList<>();
    for (Arbitrary<Consumer<AutoCdcFlow.Builder>> parameter : parameters) {
      optional.add(oneOf(parameter, Arbitraries.just(flow -> {})));
    }
    optional.add(source);
    return Combinators.combine(optional).as(list -> list);
  }

  @SafeVarargs
  private static Arbitrary<Consumer<AutoCdcFlow.Builder>> oneOf(
      Arbitrary<Consumer<AutoCdcFlow.Builder>>... choices) {
    return Arbitraries.oneOf(List.of(choices));
  }

  private static Arbitrary<Duration> durations() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, 400).map(Duration::ofDays),
        Arbitraries.longs().between(0, Long.MAX_VALUE).map(Duration::ofNanos));
  }

  /** Names are any texts that are not blank. */
  private static Arbitrary<String> names() {
    return texts().filter(text -> !text.isBlank());
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(AWKWARD),
        Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(8),
        Arbitraries.strings()
            .withChars(" \n\t:#-'\"\\{}[]$%&*!|>`,.;=ab")
            .ofMinLength(1)
            .ofMaxLength(12),
        Arbitraries.strings()
            .all()
            .ofMinLength(1)
            .ofMaxLength(6)
            .filter(YamlRoundTripTest::isWellFormed));
  }

  private static boolean isWellFormed(String text) {
    return text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }
}
