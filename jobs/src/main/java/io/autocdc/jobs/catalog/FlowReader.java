// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.problem.TextPlace;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.catalog.FlowArguments.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes a pipeline of one flow from what was said about it, to be checked as any other is. */
final class FlowReader {

  private static final String UNKNOWN_TARGET = "the target";

  private final FlowArguments arguments;
  private final Pipeline.Builder pipeline;
  private final TableName target;
  private final String name;
  private final String path;

  private FlowReader(FlowArguments arguments) {
    this.arguments = arguments;
    Problem wrongTarget = null;
    TableName parsed = null;
    if (arguments.has(Argument.TARGET)) {
      try {
        parsed = TableName.parse(arguments.get(Argument.TARGET));
      } catch (AutoCdcException e) {
        wrongTarget = e.problems().get(0).at(arguments.location(Argument.TARGET));
      }
    } else {
      wrongTarget = missing(Argument.TARGET, "name the table that the flow keeps");
    }
    target =
        parsed != null
            ? parsed
            : new TableName(TableName.DEFAULT_CATALOG, TableName.DEFAULT_SCHEMA, UNKNOWN_TARGET);
    String given = arguments.get(Argument.NAME);
    name = given == null ? target.table() : given.strip();
    pipeline = Pipeline.named(name);
    path = Locations.flow(name);
    pipeline.problems().addAll(arguments.problems());
    if (wrongTarget != null) {
      pipeline.problems().add(wrongTarget);
    }
  }

  /**
   * A flow of changes.
   *
   * @param source what it reads; if its columns are not known, that is reported elsewhere
   */
  static Pipeline.Builder changes(FlowArguments arguments, Source source) {
    FlowReader reader = new FlowReader(arguments);
    reader.place(Locations.source(source.name()), Argument.SOURCE);
    reader.pipeline.sourceWithBrokenSchema(source);
    reader.readChanges(source.name());
    return reader.pipeline;
  }

  /** A flow of snapshots, of a table or a folder. */
  static Pipeline.Builder snapshots(FlowArguments arguments) {
    FlowReader reader = new FlowReader(arguments);
    reader.readSnapshots();
    return reader.pipeline;
  }

  private void readChanges(String source) {
    if (arguments.kind() == Kind.CHANGES && !arguments.has(Argument.SOURCE)) {
      pipeline.problems().add(missing(Argument.SOURCE, "name a table or view"));
    }
    AutoCdcFlow.Builder flow = new AutoCdcFlow.Builder(target).named(name).from(source);
    readShared(flow);
    list(Argument.SEQUENCE_BY, ColumnNames::parseSequence, flow::sequenceBy);
    list(Argument.SYSTEM_SEQUENCE_BY, ColumnNames::parseSequence, flow::systemSequenceBy);
    text(Argument.APPLY_AS_DELETES, flow::applyAsDeletes);
    text(Argument.APPLY_AS_TRUNCATES, flow::applyAsTruncates);
    bool(Argument.IGNORE_NULL_UPDATES, flow::ignoreNullUpdates);
    list(Argument.IGNORE_NULL_UPDATES_COLUMN_LIST, flow::ignoreNullUpdatesOn);
    list(Argument.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST, flow::ignoreNullUpdatesExcept);
    text(Argument.COLUMNS_TO_UPDATE, flow::columnsToUpdate);
    duration(Argument.TOMBSTONE_RETENTION, flow::tombstoneRetention);
    duration(Argument.HISTORY_RETENTION, flow::historyRetention);
    pipeline.flow(flow);
  }

  private void readSnapshots() {
    SnapshotCdcFlow.Builder flow = new SnapshotCdcFlow.Builder(target).named(name);
    readSnapshotSource(flow);
    readShared(flow);
    word(Argument.ON_LOWER_VERSION, LowerVersionPolicy.class, flow::onLowerVersion);
    bool(Argument.ALLOW_EMPTY_SNAPSHOT, flow::allowEmptySnapshot);
    pipeline.flow(flow);
  }

  private void readSnapshotSource(SnapshotCdcFlow.Builder flow) {
    boolean folder = arguments.has(Argument.SOURCE_PATH);
    if (folder && arguments.has(Argument.SOURCE)) {
      pipeline
          .problems()
          .error(
              arguments.location(Argument.SOURCE_PATH),
              ErrorCode.CONFLICTING_OPTIONS,
              "the flow has both source and source_path",
              "snapshots come from a table or from a folder",
              "keep one of them");
    }
    String source = arguments.get(folder ? Argument.SOURCE_PATH : Argument.SOURCE);
    if (source == null) {
      pipeline
          .problems()
          .add(missing(Argument.SOURCE, "name a table as source, or a folder as source_path"));
      return;
    }
    flow.from(source);
    Map<String, String> options = new LinkedHashMap<>();
    Argument own = folder ? Argument.SOURCE_PATH : Argument.SOURCE;
    String at = Locations.source(source);
    place(at, own);
    option(own, folder ? "path" : SourceTypes.TABLE, at, options);
    option(Argument.SOURCE_FORMAT, "format", at, options);
    option(Argument.VERSION_FROM, SourceTypes.VERSION_FROM, at, options);
    option(Argument.VERSION_TYPE, SourceTypes.VERSION_TYPE, at, options);
    option(Argument.VERSION_PATTERN, SourceTypes.VERSION_PATTERN, at, options);
    if (folder) {
      completeFolder(options);
    } else {
      options.putIfAbsent(SourceTypes.VERSION_FROM, "counter");
    }
    String type =
        folder
            ? SourceTypes.FILES
            : SourceTypes.ofTable(options.getOrDefault(SourceTypes.TABLE, ""));
    TableSchema schema = schema();
    Source read = new Source(source, type, ReadMode.STREAM, options, schema, null);
    if (schema == null && folder) {
      pipeline.sourceWithBrokenSchema(read);
    } else {
      pipeline.source(read);
    }
  }

  /** Reports what a folder lacks, and puts something there so that the rest can be checked. */
  private void completeFolder(Map<String, String> options) {
    if (options.putIfAbsent("format", "json") == null) {
      report(missing(Argument.SOURCE_FORMAT, "write json or csv"));
    }
    if (!arguments.has(Argument.SOURCE_SCHEMA)) {
      report(
          missing(
              Argument.SOURCE_SCHEMA, "name the columns of the files: 'id BIGINT, name STRING'"));
    }
    boolean named = arguments.has(Argument.VERSION_TYPE) || arguments.has(Argument.VERSION_PATTERN);
    if (options.putIfAbsent(SourceTypes.VERSION_FROM, named ? "file_name" : "counter") == null) {
      report(missing(Argument.VERSION_FROM, "write file_name or counter"));
    }
  }

  private void option(Argument argument, String option, String at, Map<String, String> options) {
    if (arguments.has(argument)) {
      place(at + "/options/" + option, argument);
      options.put(option, arguments.get(argument).strip());
    }
  }

  private TableSchema schema() {
    String text = arguments.get(Argument.SOURCE_SCHEMA);
    if (text == null) {
      return null;
    }
    try {
      return TableSchema.parse(text);
    } catch (AutoCdcException e) {
      e.problems().forEach(p -> report(p.at(arguments.location(Argument.SOURCE_SCHEMA))));
      return null;
    }
  }

  private void readShared(KeyedFlow.Builder flow) {
    for (Argument argument : Argument.values()) {
      place(path + "/" + argument.argument(), argument);
    }
    place(path, Argument.NAME);
    // What a flow lacks is reported where it would stand.
    pipeline.locations().put(path + "/target", arguments.location(Argument.TARGET));
    pipeline.locations().put(path + "/keys", arguments.location(Argument.KEYS));
    pipeline.locations().put(path + "/sequence_by", arguments.location(Argument.SEQUENCE_BY));
    pipeline
        .locations()
        .put(path + "/system_sequence_by", arguments.location(Argument.SYSTEM_SEQUENCE_BY));
    list(Argument.KEYS, flow::keys);
    list(Argument.COLUMN_LIST, flow::columns);
    list(Argument.EXCEPT_COLUMN_LIST, flow::exceptColumns);
    value(
        Argument.STORED_AS_SCD_TYPE,
        ScdType::parse,
        "1, 2 or bitemporal",
        ErrorCode.INVALID_SCD_TYPE,
        flow::storedAsScdType);
    if (pipeline.locations().isBroken(path + "/" + Argument.Names.STORED_AS_SCD_TYPE)) {
      Places.markScdTypeUnknown(pipeline.locations(), path);
    }
    list(Argument.TRACK_HISTORY_COLUMN_LIST, flow::trackHistory);
    list(Argument.TRACK_HISTORY_EXCEPT_COLUMN_LIST, flow::trackHistoryExcept);
    word(Argument.ON_INVALID_ROW, InvalidRowPolicy.class, flow::onInvalidRow);
    value(
        Argument.PARALLELISM,
        FlowReader::parallelism,
        "a number from 1",
        ErrorCode.INVALID_VALUE,
        number -> {});
    String table = Locations.table(target.toString());
    pipeline.locations().put(table, arguments.location(Argument.TARGET));
    place(table + "/properties", Argument.TABLE_PROPERTIES);
    pipeline.streamingTable(new StreamingTable(target, properties()));
  }

  /** The parallelism that a text asks for; empty if it is none. */
  static Optional<Integer> parallelism(String text) {
    return text.strip().matches("[1-9]\\d{0,4}")
        ? Optional.of(Integer.valueOf(text.strip()))
        : Optional.empty();
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    String text = arguments.get(Argument.TABLE_PROPERTIES);
    for (String part : text == null ? new String[0] : text.split("(?<!\\\\);")) {
      String property = part.replace("\\;", ";").strip();
      int equals = property.indexOf('=');
      if (equals > 0) {
        properties.put(
            property.substring(0, equals).strip(), property.substring(equals + 1).strip());
      } else if (!property.isEmpty()) {
        invalid(
            Argument.TABLE_PROPERTIES, ErrorCode.INVALID_VALUE, "'key=value;key=value'", property);
      }
    }
    return properties;
  }

  private void text(Argument argument, Consumer<String> sink) {
    if (arguments.has(argument)) {
      sink.accept(arguments.get(argument));
    }
  }

  private void bool(Argument argument, Consumer<Boolean> sink) {
    value(
        argument,
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> Optional.of(true);
              case "false" -> Optional.of(false);
              default -> Optional.empty();
            },
        "true or false",
        ErrorCode.INVALID_VALUE,
        sink);
  }

  private void duration(Argument argument, Consumer<Duration> sink) {
    value(argument, Durations::parse, Durations.FORMS, ErrorCode.INVALID_VALUE, sink);
  }

  private <E extends Enum<E>> void word(Argument argument, Class<E> type, Consumer<E> sink) {
    List<String> words =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList();
    value(
        argument,
        text ->
            Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equalsIgnoreCase(text))
                .findFirst(),
        "one of: " + String.join(", ", words),
        ErrorCode.INVALID_VALUE,
        sink);
  }

  private <T> void value(
      Argument argument,
      Function<String, Optional<T>> parser,
      String forms,
      ErrorCode code,
      Consumer<T> sink) {
    if (arguments.has(argument)) {
      String text = arguments.get(argument).strip();
      parser.apply(text).ifPresentOrElse(sink, () -> invalid(argument, code, forms, text));
    }
  }

  private void list(Argument argument, Consumer<List<String>> sink) {
    list(argument, ColumnNames::parse, sink);
  }

  private void list(Argument argument, ListParser parser, Consumer<List<String>> sink) {
    if (!arguments.has(argument)) {
      return;
    }
    try {
      sink.accept(parser.parse(arguments.get(argument), arguments.separator()));
    } catch (IllegalArgumentException e) {
      markBroken(argument);
      pipeline
          .problems()
          .error(
              arguments.location(argument),
              ErrorCode.INVALID_VALUE,
              "'" + arguments.get(argument) + "' is not a list of columns",
              e.getMessage(),
              "write names with '"
                  + arguments.separator()
                  + "' between them, odd ones in backticks");
    }
  }

  @FunctionalInterface
  private interface ListParser {
    List<String> parse(String text, char separator);
  }

  private void invalid(Argument argument, ErrorCode code, String forms, String value) {
    markBroken(argument);
    pipeline
        .problems()
        .error(
            arguments.location(argument),
            code,
            "the value is '" + value + "'",
            "it must be " + forms,
            Suggestions.nearest(value, List.of(forms.replace("one of: ", "").split(", ")))
                .map(word -> "did you mean '" + word + "'?")
                .orElse("correct it"));
  }

  private void markBroken(Argument argument) {
    pipeline.locations().markBroken(path + "/" + argument.argument());
  }

  private Problem missing(Argument argument, String remedy) {
    return Problem.error(
        arguments.location(argument),
        ErrorCode.MISSING_KEY,
        "it is not given",
        "a flow needs it",
        remedy);
  }

  private void report(Problem problem) {
    pipeline.problems().add(problem);
  }

  /** Remembers where a piece stands, if its argument was given. */
  private void place(String at, Argument argument) {
    if (arguments.has(argument)) {
      pipeline.locations().put(at, arguments.location(argument));
      pipeline.locations().putText(at, new TextPlace(arguments.location(argument), 1));
    }
  }
}
