// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.apache.flink.table.types.logical.LogicalType;

/** Pipelines for properties of what writes and reads them. */
public final class ArbitraryPipelines {

  public static final List<String> AWKWARD =
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

  private final Arbitrary<String> queries;
  private final Arbitrary<String> conditions;

  public ArbitraryPipelines(Arbitrary<String> queries, Arbitrary<String> conditions) {
    this.queries = queries;
    this.conditions = conditions;
  }

  /** Builders of pipelines, whatever their names and texts are. */
  public Arbitrary<Pipeline.Builder> pipelines() {
    return Combinators.combine(
            names(),
            sources().list().ofMaxSize(3),
            views().list().ofMaxSize(3),
            tables().list().ofMaxSize(3),
            flows().list().ofMaxSize(4),
            statements("CREATE FUNCTION f AS 'a.F' --"),
            statements("INSERT INTO t SELECT"))
        .as(
            (name, sources, views, tables, flows, declarations, inserts) -> {
              Pipeline.Builder builder = Pipeline.named(name);
              declarations.forEach(builder::declare);
              inserts.forEach(builder::insert);
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

  private Arbitrary<List<String>> statements(String beginning) {
    return queries.map(text -> beginning + "\n" + text).list().ofMaxSize(2);
  }

  private Arbitrary<Source> sources() {
    return Arbitraries.oneOf(
        readers(SourceTypes.FILES),
        readers(SourceTypes.KAFKA),
        readers(SourceTypes.PAIMON),
        readers(SourceTypes.DELTA),
        readers(SourceTypes.POSTGRES_CDC),
        readers(SourceTypes.MYSQL_CDC),
        sqlQueries(),
        definitions());
  }

  private Arbitrary<Source> sqlQueries() {
    return Combinators.combine(names(), Arbitraries.of(ReadMode.class), queries)
        .as((name, mode, sql) -> sql(name, mode, SourceTypes.QUERY, sql.strip()));
  }

  /** Tables of Flink, whose names are those of their sources or others. */
  private static Arbitrary<Source> definitions() {
    return Combinators.combine(
            names(),
            names(),
            Arbitraries.of(true, false),
            Arbitraries.of(ReadMode.class),
            Arbitraries.of(
                "(a INT, WATERMARK FOR b AS c) WITH ('connector' = 'x;y')",
                "LIKE other (EXCLUDING ALL)",
                "(a INT METADATA FROM 'b' VIRTUAL) PARTITIONED BY (a)"
                    + " WITH ('p' = '--', 'connector' = 'datagen') -- end",
                "(a INT) WITH ('connector' = 'files')"))
        .as(
            (name, other, same, mode, rest) ->
                sql(
                    name,
                    mode,
                    SourceTypes.DEFINITION,
                    "CREATE TEMPORARY TABLE `"
                        + (same ? name : other).replace("`", "``")
                        + "` "
                        + rest));
  }

  private static Source sql(String name, ReadMode mode, String option, String text) {
    return new Source(name, SourceTypes.SQL, mode, Map.of(option, text), null, null);
  }

  private static Arbitrary<Source> readers(String type) {
    Set<String> known = new TreeSet<>(SourceTypes.find(type).orElseThrow().options());
    if (type.equals(SourceTypes.KAFKA)) {
      known.add(KafkaOptions.CLIENT_PREFIX + "security.protocol");
    }
    Arbitrary<Map<String, String>> options = Arbitraries.maps(Arbitraries.of(known), texts());
    Arbitrary<Watermark> watermark =
        Combinators.combine(names(), durations()).as(Watermark::new).injectNull(0.5);
    return Combinators.combine(
            names(), Arbitraries.of(ReadMode.class), options, schemas().injectNull(0.2), watermark)
        .as((name, mode, map, schema, mark) -> new Source(name, type, mode, map, schema, mark));
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

  private Arbitrary<View> views() {
    Arbitrary<View> sql = Combinators.combine(names(), queries).as(View.SqlView::new);
    Arbitrary<View> quality =
        Combinators.combine(names(), names(), rules().list().ofMinSize(1).ofMaxSize(3))
            .as(View.QualityView::new);
    return Arbitraries.oneOf(sql, quality);
  }

  private Arbitrary<Expectation> rules() {
    return Combinators.combine(names(), conditions, Arbitraries.of(Expectation.Action.class))
        .as(Expectation::new);
  }

  private Arbitrary<StreamingTable> tables() {
    Arbitrary<TableName> name = Combinators.combine(names(), names(), names()).as(TableName::new);
    return Combinators.combine(
            name, Arbitraries.maps(names(), texts()).ofMaxSize(2), rules().list().ofMaxSize(2))
        .as(StreamingTable::new);
  }

  private Arbitrary<List<Consumer<AutoCdcFlow.Builder>>> flows() {
    Arbitrary<List<String>> columns = names().list().ofMinSize(1).ofMaxSize(3);
    List<Arbitrary<Consumer<AutoCdcFlow.Builder>>> parameters = new ArrayList<>();
    parameters.add(names().map(v -> flow -> flow.named(v)));
    parameters.add(names().map(v -> flow -> flow.from(v)));
    parameters.add(columns.map(v -> flow -> flow.keys(v)));
    parameters.add(columns.map(v -> flow -> flow.sequenceBy(v)));
    parameters.add(columns.map(v -> flow -> flow.systemSequenceBy(v)));
    parameters.add(conditions.map(v -> flow -> flow.applyAsDeletes(v)));
    parameters.add(conditions.map(v -> flow -> flow.applyAsTruncates(v)));
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
  public static Arbitrary<String> names() {
    return texts().filter(text -> !text.isBlank());
  }

  /** Texts that files find hard to carry. */
  public static Arbitrary<String> texts() {
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
            .filter(ArbitraryPipelines::isWellFormed));
  }

  private static boolean isWellFormed(String text) {
    return text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }
}
