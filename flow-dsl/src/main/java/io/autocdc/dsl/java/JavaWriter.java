// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.java;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.Databases;
import io.autocdc.dsl.Delta;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Environment;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.FlinkSql;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.Kafka;
import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Snapshots;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceSpec;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.TableSpec;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.read.References;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints a pipeline as calls on its builder that give an equal pipeline. */
public final class JavaWriter {

  private static final int CALL = 8;
  private static final int SUB_CALL = 12;

  private final Pipeline pipeline;
  private final StringBuilder out = new StringBuilder();
  private final Set<String> imports = new TreeSet<>();
  private final Set<String> secrets = new TreeSet<>();

  private JavaWriter(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  /**
   * Java that declares a pipeline.
   *
   * @param imports full names of the classes that it uses, sorted
   * @param builder an expression of type {@link Pipeline.Builder}; its lines but the first are
   *     indented
   * @param secrets environment variables that hold secrets which it uses, sorted
   */
  public record Declaration(List<String> imports, String builder, List<String> secrets) {}

  /**
   * @throws AutoCdcException NOT_AVAILABLE for a source that is a program, which has no text
   */
  public static Declaration write(Pipeline pipeline) {
    JavaWriter writer = new JavaWriter(pipeline);
    writer.writePipeline();
    return new Declaration(
        List.copyOf(writer.imports), writer.out.toString(), List.copyOf(writer.secrets));
  }

  private void writePipeline() {
    out.append(use(Pipeline.class)).append(".named(");
    out.append(text(pipeline.name())).append(')');
    Set<String> catalogs =
        Stream.concat(
                pipeline.tables().stream().map(StreamingTable::name),
                pipeline.sources().stream().flatMap(source -> source.table().stream()))
            .map(TableName::catalog)
            .filter(catalog -> !TableName.BUILT_IN_CATALOGS.contains(catalog))
            .collect(Collectors.toCollection(TreeSet::new));
    if (!catalogs.isEmpty()) {
      call("catalogs", list(catalogs));
    }
    pipeline.declarations().forEach(sql -> call("declare", text(sql)));
    pipeline.sources().forEach(this::writeSource);
    pipeline.views().forEach(this::writeView);
    pipeline.tables().forEach(this::writeTable);
    pipeline.flows().forEach(this::writeFlow);
    pipeline.inserts().forEach(insert -> call("insert", text(insert.sql())));
    if (!secrets.isEmpty()) {
      String values = secrets.stream().map(JavaText::variable).collect(Collectors.joining(", "));
      call("secrets", use(List.class) + ".of(" + values + ")");
    }
  }

  private void writeSource(Source source) {
    if (source.supplier() != null) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.NOT_AVAILABLE,
              "source '" + source.name() + "' is a program",
              "what it does has no text that could be written",
              "keep its declaration in Java"));
    }
    Map<String, String> options = new TreeMap<>(source.options());
    out.append('\n').append(" ".repeat(CALL)).append(".source(");
    out.append(text(source.name())).append(", ");
    out.append(reader(source, options));
    options.forEach((key, value) -> subCall("option", text(key) + ", " + text(value)));
    if (source.readMode() != ReadMode.STREAM) {
      subCall("readMode", constant(source.readMode()));
    }
    if (source.schema() != null) {
      subCall("schema", text(source.schema().toString()));
    }
    if (source.watermark() != null) {
      String delay = duration(source.watermark().maxOutOfOrderness());
      subCall("watermark", text(source.watermark().column()) + ", " + delay);
    }
    out.append(')');
  }

  /** The call that begins the source; what it says already is taken out of the options. */
  private String reader(Source source, Map<String, String> options) {
    if (source.type().equals(SourceTypes.FILES) && options.containsKey("path")) {
      String format = options.get("format");
      if (FileOptions.FORMATS.contains(String.valueOf(format))) {
        String method = format.equals(ChangeFeeds.DEBEZIUM_JSON) ? "debeziumJson" : format;
        options.remove("format");
        return use(Files.class) + "." + method + "(" + text(options.remove("path")) + ")";
      }
    }
    if (source.type().equals(SourceTypes.KAFKA)) {
      String topics = options.getOrDefault(KafkaOptions.TOPICS, "");
      List<String> names = KafkaOptions.topics(topics);
      boolean json = "json".equals(options.get("format")) || ChangeFeeds.isFeed(source);
      if (json && !topics.isEmpty() && String.join(", ", names).equals(topics)) {
        options.keySet().removeAll(List.of("format", KafkaOptions.TOPICS));
        return use(Kafka.class)
            + (ChangeFeeds.isFeed(source) ? ".debeziumJson(" : ".json(")
            + names.stream().map(this::text).collect(Collectors.joining(", "))
            + ")";
      }
    }
    if (DatabaseOptions.isDatabase(source.type()) && options.containsKey(SourceTypes.TABLE)) {
      boolean postgres = source.type().equals(SourceTypes.POSTGRES_CDC);
      return use(Databases.class)
          + (postgres ? ".postgres(" : ".mysql(")
          + text(options.remove(SourceTypes.TABLE))
          + ")";
    }
    if (source.type().equals(SourceTypes.SQL)) {
      for (String option : List.of(SourceTypes.QUERY, SourceTypes.DEFINITION)) {
        if (options.containsKey(option)) {
          String method = option.equals(SourceTypes.QUERY) ? "query" : "table";
          return use(FlinkSql.class) + "." + method + "(" + text(options.remove(option)) + ")";
        }
      }
    }
    if (source.type().equals(SourceTypes.PAIMON)
        && options.containsKey(SourceTypes.TABLE)
        && options.remove(SourceTypes.VERSION_FROM, VersionFrom.COUNTER.text())) {
      return use(Snapshots.class) + ".ofTable(" + text(options.remove(SourceTypes.TABLE)) + ")";
    }
    if (source.type().equals(SourceTypes.DELTA)) {
      boolean path = options.containsKey(DeltaFeeds.PATH);
      String place = options.remove(path ? DeltaFeeds.PATH : SourceTypes.TABLE);
      if (place != null) {
        String method =
            options.remove(SourceTypes.VERSION_FROM, VersionFrom.COUNTER.text())
                ? "snapshots"
                : options.remove(DeltaFeeds.READ_CHANGE_FEED, "true") ? "changes" : "appended";
        return use(Delta.class) + "." + method + (path ? "At(" : "(") + text(place) + ")";
      }
    }
    if (TableFeeds.isFeed(source) && options.containsKey(SourceTypes.TABLE)) {
      return use(Paimon.class) + ".changes(" + text(options.remove(SourceTypes.TABLE)) + ")";
    }
    return "new " + use(SourceSpec.class) + "(" + text(source.type()) + ")";
  }

  private void writeView(View view) {
    if (view instanceof View.SqlView query) {
      call("view", text(view.name()) + ", " + text(query.sql()));
    } else if (view instanceof View.QualityView quality) {
      out.append('\n').append(" ".repeat(CALL)).append(".expectations(");
      out.append(text(view.name())).append(", ").append(text(quality.source()));
      out.append(", rules -> rules");
      quality.expectations().forEach(this::writeRule);
      out.append(')');
    }
  }

  private void writeRule(Expectation rule) {
    String method =
        switch (rule.action()) {
          case WARN -> "expect";
          case DROP -> "expectOrDrop";
          case FAIL -> "expectOrFail";
          case QUARANTINE -> "expectOrQuarantine";
        };
    subCall(method, text(rule.name()) + ", " + text(rule.condition()));
  }

  private void writeTable(StreamingTable table) {
    TableName name = table.name();
    out.append('\n').append(" ".repeat(CALL)).append(".streamingTable(");
    out.append(text(name.inCatalog())).append(", ");
    out.append(
        switch (name.catalog()) {
          case TableName.DEFAULT_CATALOG -> use(Paimon.class) + ".table()";
          case TableName.DELTA_CATALOG -> use(Delta.class) + ".table()";
          default -> "new " + use(TableSpec.class) + "(" + text(name.catalog()) + ")";
        });
    table.properties().forEach((key, value) -> subCall("property", text(key) + ", " + text(value)));
    table.expectations().forEach(this::writeRule);
    out.append(')');
  }

  private void writeFlow(Flow flow) {
    String kind =
        flow instanceof AutoCdcFlow
            ? "autoCdcFlow"
            : flow instanceof SnapshotCdcFlow ? "autoCdcFromSnapshotFlow" : "appendFlow";
    out.append('\n').append(" ".repeat(CALL)).append('.').append(kind).append('(');
    out.append(text(reference(flow.target()))).append(", flow -> flow");
    if (!flow.name().equals(flow.target().table())) {
      subCall("named", text(flow.name()));
    }
    subCall("from", text(flow.source()));
    if (flow instanceof KeyedFlow) {
      AutoCdcFlow changes = ((KeyedFlow) flow).asChanges();
      // What a change feed says need not be declared.
      if (!changes.keys().isEmpty()) {
        subCall("keys", texts(changes.keys()));
      }
      if (flow instanceof AutoCdcFlow) {
        writeSequences(changes);
      }
      writeHistory(flow, changes);
    }
    if (flow instanceof AutoCdcFlow changes) {
      writeUpdates(changes);
    }
    if (flow.onInvalidRow() != InvalidRowPolicy.QUARANTINE) {
      subCall("onInvalidRow", constant(flow.onInvalidRow()));
    }
    if (flow instanceof SnapshotCdcFlow snapshots) {
      writeSnapshots(snapshots);
    }
    if (flow.once()) {
      subCall("once", "true");
    }
    out.append(')');
  }

  /** The target as the builder finds it: a name without a catalog is the first table of it. */
  private String reference(TableName target) {
    boolean ambiguous =
        pipeline.tables().stream()
            .map(StreamingTable::name)
            .anyMatch(
                table ->
                    table.inCatalog().equals(target.inCatalog())
                        && !table.catalog().equals(target.catalog()));
    boolean declared =
        pipeline.tables().stream().anyMatch(table -> table.name().equals(target))
            || target.catalog().equals(TableName.DEFAULT_CATALOG);
    return declared && !ambiguous ? target.inCatalog() : target.toString();
  }

  private void writeSequences(AutoCdcFlow flow) {
    if (!flow.sequenceBy().isEmpty()) {
      subCall("sequenceBy", texts(flow.sequenceBy()));
    }
    if (!flow.systemSequenceBy().isEmpty()) {
      subCall("systemSequenceBy", texts(flow.systemSequenceBy()));
    }
    writeText("applyAsDeletes", flow.applyAsDeletes());
    writeText("applyAsTruncates", flow.applyAsTruncates());
  }

  /**
   * @param changes the flow as one of changes
   */
  private void writeHistory(Flow flow, AutoCdcFlow changes) {
    if (changes.scdType() != ScdType.TYPE_1) {
      subCall("storedAsScdType", constant(changes.scdType()));
    }
    boolean takesLists = !(flow instanceof AutoCdcFlow);
    writeSelection("columns", "exceptColumns", changes.columns(), takesLists);
    writeSelection("trackHistory", "trackHistoryExcept", changes.trackHistory(), takesLists);
  }

  private void writeUpdates(AutoCdcFlow flow) {
    if (flow.ignoreNullUpdates() instanceof ColumnSelection.All) {
      subCall("ignoreNullUpdates", "");
    } else if (flow.ignoreNullUpdates() != null) {
      writeSelection(
          "ignoreNullUpdatesOn", "ignoreNullUpdatesExcept", flow.ignoreNullUpdates(), true);
    }
    writeText("columnsToUpdate", flow.columnsToUpdate());
    writeDuration("tombstoneRetention", flow.tombstoneRetention());
    writeDuration("historyRetention", flow.historyRetention());
  }

  private void writeSnapshots(SnapshotCdcFlow flow) {
    if (flow.onLowerVersion() != LowerVersionPolicy.ERROR) {
      subCall("onLowerVersion", constant(flow.onLowerVersion()));
    }
    if (flow.allowEmptySnapshot()) {
      subCall("allowEmptySnapshot", "true");
    }
  }

  private void writeSelection(
      String method, String exceptMethod, ColumnSelection selection, boolean takesLists) {
    if (selection instanceof ColumnSelection.Only only) {
      subCall(method, columns(only.columns(), takesLists));
    } else if (selection instanceof ColumnSelection.Except except) {
      subCall(exceptMethod, columns(except.columns(), takesLists));
    }
  }

  private String columns(List<String> columns, boolean asList) {
    return asList || columns.isEmpty() ? list(columns) : texts(columns);
  }

  private void writeText(String method, String value) {
    if (value != null) {
      subCall(method, text(value));
    }
  }

  private void writeDuration(String method, Duration value) {
    if (value != null) {
      subCall(method, duration(value));
    }
  }

  private String duration(Duration duration) {
    String type = use(Duration.class);
    if (duration.getNano() != 0) {
      return type + ".ofSeconds(" + duration.getSeconds() + "L, " + duration.getNano() + ")";
    }
    long seconds = duration.getSeconds();
    if (seconds % 86_400 == 0) {
      return type + ".ofDays(" + number(seconds / 86_400) + ")";
    }
    if (seconds % 3_600 == 0) {
      return type + ".ofHours(" + number(seconds / 3_600) + ")";
    }
    return seconds % 60 == 0
        ? type + ".ofMinutes(" + number(seconds / 60) + ")"
        : type + ".ofSeconds(" + number(seconds) + ")";
  }

  private static String number(long value) {
    return value > Integer.MAX_VALUE ? value + "L" : String.valueOf(value);
  }

  private void call(String method, String arguments) {
    out.append('\n').append(" ".repeat(CALL)).append('.').append(method);
    out.append('(').append(arguments).append(')');
  }

  private void subCall(String method, String arguments) {
    out.append('\n').append(" ".repeat(SUB_CALL)).append('.').append(method);
    out.append('(').append(arguments).append(')');
  }

  private String text(String text) {
    if (References.isIn(text)) {
      use(Environment.class);
      secrets.addAll(References.secretVariables(text));
    }
    return JavaText.expression(text, SUB_CALL + 4);
  }

  private String texts(Collection<String> texts) {
    return texts.stream().map(this::text).collect(Collectors.joining(", "));
  }

  private String list(Collection<String> texts) {
    return use(List.class) + ".of(" + texts(texts) + ")";
  }

  private String constant(Enum<?> value) {
    return use(value.getDeclaringClass()) + "." + value.name();
  }

  private String use(Class<?> type) {
    imports.add(type.getName());
    return type.getSimpleName();
  }
}
