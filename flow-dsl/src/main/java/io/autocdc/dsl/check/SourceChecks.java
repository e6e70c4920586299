// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.SourceTypes.SourceType;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** Rules about sources: type, options, schema, watermark. */
final class SourceChecks {

  private static final List<String> TOPIC_FORMATS =
      List.of(ChangeFeeds.DEBEZIUM_JSON, FileOptions.JSON);

  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  private final Reporter reporter;
  private final Set<String> brokenSchemas;

  /**
   * @param brokenSchemas sources whose schema has been reported already
   */
  SourceChecks(Reporter reporter, Set<String> brokenSchemas) {
    this.reporter = reporter;
    this.brokenSchemas = brokenSchemas;
  }

  void check(Source source, String path) {
    Optional<SourceType> type = SourceTypes.find(source.type());
    boolean withoutSupplier =
        source.type().equals(SourceTypes.SUPPLIER) && source.supplier() == null;
    if (type.isEmpty() || withoutSupplier) {
      reportUnknownType(source, path);
      return;
    }
    checkOptions(source, type.get(), path);
    if (source.type().equals(SourceTypes.KAFKA)) {
      checkTopics(source, path);
    }
    if (source.type().equals(SourceTypes.DELTA)) {
      checkDelta(source, path);
    }
    if (source.type().equals(SourceTypes.SQL)) {
      checkSql(source, path);
      return;
    }
    if (source.schema() == null) {
      if (brokenSchemas.contains(source.name())) {
        return;
      }
      if (ofTable(source)) {
        reportTableNotFound(source, path);
      } else {
        reporter.error(
            path + "/schema",
            ErrorCode.MISSING_SCHEMA,
            "source '" + source.name() + "' has no schema",
            "none is declared, and there is nothing that tells it",
            "declare it: schema: \"id BIGINT, name STRING\"");
      }
      return;
    }
    checkAddedColumns(source, type.get(), path);
    checkWatermark(source, path);
  }

  private static boolean ofTable(Source source) {
    return source.type().equals(SourceTypes.PAIMON) || source.type().equals(SourceTypes.DELTA);
  }

  private void checkDelta(Source source, String path) {
    boolean table = source.options().containsKey(SourceTypes.TABLE);
    boolean folder = source.options().containsKey(DeltaFeeds.PATH);
    if (table == folder) {
      reporter.error(
          path + (table ? "/options/" : "/") + SourceTypes.TABLE,
          table ? ErrorCode.CONFLICTING_OPTIONS : ErrorCode.MISSING_KEY,
          "source '"
              + source.name()
              + "' has "
              + (table ? "both a" : "no")
              + " table"
              + (table ? " and a path" : ""),
          "a source of type delta reads a table of a catalog, or that in a folder",
          table ? "keep one of them" : "add table: schema.table, or path: folder");
    }
    if (source.options().containsKey(DeltaFeeds.STARTING_VERSION)
        && source.options().containsKey(DeltaFeeds.STARTING_TIMESTAMP)) {
      reporter.error(
          path + "/options/" + DeltaFeeds.STARTING_TIMESTAMP,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '" + source.name() + "' has a starting_version and a starting_timestamp",
          "reading begins at one place",
          "keep one of them");
    }
  }

  /** The columns of a query or table, and its event time, are Flink's to know. */
  private void checkSql(Source source, String path) {
    boolean query = source.options().containsKey(SourceTypes.QUERY);
    boolean definition = source.options().containsKey(SourceTypes.DEFINITION);
    if (query == definition) {
      reporter.error(
          path + "/options/" + SourceTypes.DEFINITION,
          query ? ErrorCode.CONFLICTING_OPTIONS : ErrorCode.MISSING_KEY,
          "source '"
              + source.name()
              + "' has "
              + (query ? "both" : "neither")
              + " a query "
              + (query ? "and" : "nor")
              + " a definition",
          "a source of type sql is a query, or the table that a statement of Flink declares",
          query ? "keep one of them" : "add query: SELECT ..., or definition: CREATE TABLE ...");
    }
    if (source.schema() != null || source.watermark() != null) {
      String piece = source.schema() != null ? "schema" : "watermark";
      reporter.error(
          path + "/" + piece,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '" + source.name() + "' of type sql has a " + piece,
          "its query or definition says that already",
          "remove " + piece);
    }
  }

  /** Reports what the planner found wrong with a source of type sql. */
  void reportSql(Source source, SqlError error, String path) {
    boolean query = source.options().containsKey(SourceTypes.QUERY);
    reporter.sqlError(
        path + "/options/" + (query ? SourceTypes.QUERY : SourceTypes.DEFINITION),
        error,
        ErrorCode.INVALID_QUERY,
        "the "
            + (query ? "query" : "definition")
            + " of source '"
            + source.name()
            + "' cannot be used",
        error.message(),
        query
            ? "correct the query, it is Flink SQL over tables of Flink's catalogs"
            : error.lacksJar()
                ? "name one of those, or add the jar that has it: ADD JAR '/path/of.jar'"
                : "correct the statement, it is handed to Flink as it stands");
  }

  private void reportTableNotFound(Source source, String path) {
    if (source.table().isPresent()) {
      reporter.error(
          path + "/options/" + SourceTypes.TABLE,
          ErrorCode.TABLE_NOT_FOUND,
          "source '" + source.name() + "' reads the table '" + source.table().get() + "'",
          "there is no such table in the warehouse",
          "run the pipeline that makes it, correct the name, or declare the schema");
    } else if (source.options().containsKey(DeltaFeeds.PATH)) {
      reporter.error(
          path + "/options/" + DeltaFeeds.PATH,
          ErrorCode.TABLE_NOT_FOUND,
          "source '"
              + source.name()
              + "' reads the Delta table in '"
              + source.options().get(DeltaFeeds.PATH)
              + "'",
          "there is no table, which is a folder with a _delta_log",
          "correct the path, which starts at the project folder, or declare the schema");
    } else if (source.options().containsKey(SourceTypes.TABLE)) {
      reporter.error(
          path + "/options/" + SourceTypes.TABLE,
          ErrorCode.INVALID_TABLE_NAME,
          "source '" + source.name() + "' reads '" + source.options().get(SourceTypes.TABLE) + "'",
          "it is not a table name",
          "write schema.table or catalog.schema.table");
    }
  }

  private void reportUnknownType(Source source, String path) {
    String what = "source '" + source.name() + "' has the type '" + source.type() + "'";
    if (Availability.isPlannedSourceType(source.type())) {
      reporter.error(
          path + "/type",
          ErrorCode.NOT_AVAILABLE,
          what,
          "this version cannot read it",
          "use one of: " + String.join(", ", SourceTypes.names()));
    } else {
      reporter.error(
          path + "/type",
          ErrorCode.UNKNOWN_SOURCE_TYPE,
          what,
          "there is no such type",
          Suggestions.didYouMean(source.type(), SourceTypes.names()));
    }
  }

  private void checkOptions(Source source, SourceType type, String path) {
    for (String required : type.requiredOptions()) {
      if (!source.options().containsKey(required)) {
        reporter.error(
            path + "/" + required,
            ErrorCode.MISSING_KEY,
            "source '" + source.name() + "' has no " + required,
            "a source of type " + type.name() + " needs it",
            "add " + required);
      }
    }
    for (Map.Entry<String, String> option : source.options().entrySet()) {
      String at = path + "/options/" + option.getKey();
      if (!type.knows(option.getKey())) {
        reporter.error(
            at,
            ErrorCode.UNKNOWN_KEY,
            "source '" + source.name() + "' has the option '" + option.getKey() + "'",
            "type " + type.name() + " does not know it",
            Suggestions.didYouMean(option.getKey(), type.options()));
      } else if (!type.options().contains(option.getKey())) {
        checkClientProperty(source, option.getKey(), at);
      } else {
        checkValue(source, option.getKey(), option.getValue(), at);
        boolean ofFeed = ChangeFeeds.OPTIONS.containsKey(option.getKey()) && !ofTable(source);
        if (ofFeed && !ChangeFeeds.isFeed(source)) {
          reporter.error(
              at,
              ErrorCode.CONFLICTING_OPTIONS,
              "source '" + source.name() + "' has " + option.getKey() + " and is no change feed",
              "it is about feeds of Debezium",
              "write format: " + ChangeFeeds.DEBEZIUM_JSON + ", or remove it");
        }
      }
    }
  }

  private void checkClientProperty(Source source, String option, String at) {
    Map<String, String> taken =
        source.type().equals(SourceTypes.KAFKA)
            ? KafkaOptions.TAKEN_PROPERTIES
            : DatabaseOptions.TAKEN_PROPERTIES;
    String reason = taken.get(option.substring(option.indexOf('.') + 1));
    if (reason != null) {
      reporter.error(
          at,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '" + source.name() + "' has the option '" + option + "'",
          reason,
          "remove it");
    }
  }

  private void checkTopics(Source source, String path) {
    boolean topics = source.options().containsKey(KafkaOptions.TOPICS);
    boolean pattern = source.options().containsKey(KafkaOptions.TOPIC_PATTERN);
    if (topics == pattern) {
      reporter.error(
          path + (topics ? "/options/" : "/") + KafkaOptions.TOPICS,
          topics ? ErrorCode.CONFLICTING_OPTIONS : ErrorCode.MISSING_KEY,
          "source '"
              + source.name()
              + "' has "
              + (topics ? "both topics and a topic_pattern" : "no topics"),
          "topics are named, or found by a pattern",
          topics ? "keep one of them" : "add topics: [name], or topic_pattern: \"orders[.].*\"");
    }
  }

  private void checkValue(Source source, String option, String value, String at) {
    if (DatabaseOptions.isDatabase(source.type())) {
      DatabaseForms.expected(option, value)
          .ifPresent(form -> invalidValue(source, option, value, at, form));
      if (option.equals(DatabaseOptions.DATABASE)) {
        return; // Of other feeds, the option of that name is the kind of the database.
      }
    }
    switch (option) {
      case "path" -> {
        if (value.isBlank()) {
          invalidValue(source, option, value, at, "a file, a folder or a glob");
        }
      }
      case "format" -> checkFormat(source, value, at);
      case ChangeFeeds.PRIMARY_KEY -> {
        checkColumns(source, option, at);
        needsChanges(source, option, at);
        needsChangeFeed(source, option, at);
      }
      case TableFeeds.SEQUENCE_FIELD -> {
        checkColumns(source, option, at);
        needsChanges(source, option, at);
      }
      case FileOptions.PARTITION_COLUMNS -> checkPartitionColumns(source, at);
      case ChangeFeeds.SERVER_TIME_ZONE -> {
        if (!isZone(value)) {
          invalidValue(source, option, value, at, "a zone such as UTC, Europe/Berlin or +02:00");
        }
      }
      case ChangeFeeds.UNAVAILABLE_VALUE_PLACEHOLDER -> {
        if (value.isEmpty()) {
          invalidValue(source, option, value, at, "the text that the connector is set up with");
        }
      }
      case KafkaOptions.BOOTSTRAP_SERVERS, KafkaOptions.GROUP_ID -> {
        if (value.isBlank()) {
          invalidValue(source, option, value, at, "a text that is not empty");
        }
      }
      case KafkaOptions.TOPICS -> {
        if (!KafkaOptions.topics(value).stream().allMatch(TOPIC.asMatchPredicate())) {
          invalidValue(
              source, option, value, at, "names of letters, digits, dots, dashes and underscores");
        }
      }
      case KafkaOptions.TOPIC_PATTERN -> {
        if (value.isEmpty() || !isPattern(value)) {
          invalidValue(source, option, value, at, "a regular expression");
        }
      }
      case KafkaOptions.STARTING_OFFSETS -> {
        boolean named = List.of(KafkaOptions.EARLIEST, KafkaOptions.LATEST).contains(value);
        if (!named && KafkaOptions.startingTime(value).isEmpty()) {
          invalidValue(source, option, value, at, KafkaOptions.STARTING_OFFSETS_FORMS);
        }
      }
      case KafkaOptions.FAIL_ON_DATA_LOSS -> {
        if (!List.of("true", "false").contains(value)) {
          invalidValue(source, option, value, at, "true or false");
        }
      }
      case FileOptions.INFER_COLUMN_TYPES -> checkInference(source, value, at);
      case "header" -> {
        if (!List.of("true", "false", "auto").contains(value.toLowerCase(Locale.ROOT))) {
          invalidValue(source, option, value, at, "true, false or auto");
        }
      }
      case TableFeeds.STARTING_SNAPSHOT -> {
        boolean named = List.of(TableFeeds.FULL, TableFeeds.LATEST).contains(value);
        if (!named
            && TableFeeds.startingSnapshot(value).isEmpty()
            && TableFeeds.startingTime(value).isEmpty()) {
          invalidValue(source, option, value, at, TableFeeds.STARTING_SNAPSHOT_FORMS);
        }
        needsChanges(source, option, at);
      }
      case DeltaFeeds.READ_CHANGE_FEED, DeltaFeeds.SKIP_CHANGE_COMMITS -> {
        if (!List.of("true", "false").contains(value)) {
          invalidValue(source, option, value, at, "true or false");
        }
        needsChanges(source, option, at);
        if (option.equals(DeltaFeeds.SKIP_CHANGE_COMMITS)
            && value.equals("true")
            && DeltaFeeds.tellsChanges(source)) {
          reporter.error(
              at,
              ErrorCode.CONFLICTING_OPTIONS,
              "source '" + source.name() + "' has read_change_feed and skip_change_commits",
              "the first reads commits that change rows, and the second leaves them out",
              "remove one of them");
        }
      }
      case DeltaFeeds.STARTING_VERSION -> {
        if (!value.equals(DeltaFeeds.LATEST) && DeltaFeeds.startingVersion(value).isEmpty()) {
          invalidValue(source, option, value, at, DeltaFeeds.STARTING_VERSION_FORMS);
        }
        needsChanges(source, option, at);
      }
      case DeltaFeeds.STARTING_TIMESTAMP -> {
        if (DeltaFeeds.startingTime(value).isEmpty()) {
          invalidValue(source, option, value, at, DeltaFeeds.STARTING_TIMESTAMP_FORMS);
        }
        needsChanges(source, option, at);
      }
      case TableFeeds.CONSUMER_ID -> {
        if (!TableFeeds.CONSUMER.matcher(value).matches()) {
          invalidValue(
              source, option, value, at, "a name of letters, digits, dots, dashes, underscores");
        }
        needsChanges(source, option, at);
      }
      case SourceTypes.UNPAIRED_UPDATE_BEFORE -> {
        if (!List.of(SourceTypes.IGNORE_UNPAIRED, SourceTypes.DELETE_UNPAIRED).contains(value)) {
          invalidValue(source, option, value, at, "ignore or delete");
        }
        needsChanges(source, option, at);
        needsChangeFeed(source, option, at);
      }
      case SourceTypes.VERSION_FROM -> {
        if (ChangeFeeds.isFeed(source)) {
          reporter.error(
              at,
              ErrorCode.CONFLICTING_OPTIONS,
              "source '" + source.name() + "' is a change feed and has version_from",
              "a feed tells changes, and a snapshot the whole of a table",
              "remove version_from, and apply the changes with mode: cdc");
        }
        List<String> values =
            switch (source.type()) {
              case SourceTypes.PAIMON, SourceTypes.DELTA -> List.of("counter");
              case SourceTypes.SUPPLIER -> List.of("supplier");
              default -> List.of("file_name", "counter");
            };
        if (!values.contains(value.toLowerCase(Locale.ROOT))) {
          invalidValue(source, option, value, at, String.join(" or ", values));
        }
      }
      case SourceTypes.VERSION_TYPE -> {
        if (SnapshotVersions.typeOf(value).isEmpty()) {
          invalidValue(source, option, value, at, SnapshotVersions.TYPES);
        }
        needsFileNames(source, option, at);
      }
      case SourceTypes.VERSION_PATTERN -> {
        if (value.isEmpty() || !isPattern(value)) {
          invalidValue(source, option, value, at, "a regular expression");
        }
        needsFileNames(source, option, at);
      }
      case "monitor_interval" -> {
        if (Durations.parse(value).isEmpty()) {
          invalidValue(source, option, value, at, Durations.FORMS);
        }
      }
      default -> {
        List<String> values = ChangeFeeds.OPTIONS.getOrDefault(option, List.of());
        if (!values.isEmpty() && !values.contains(value)) {
          invalidValue(source, option, value, at, "one of: " + String.join(", ", values));
        }
      }
    }
  }

  private void checkInference(Source source, String value, String at) {
    String option = FileOptions.INFER_COLUMN_TYPES;
    String format = source.options().getOrDefault("format", "");
    if (!List.of("true", "false").contains(value)) {
      invalidValue(source, option, value, at, "true or false");
    } else if (value.equals("false")
        && !List.of(FileOptions.JSON, FileOptions.CSV).contains(format)) {
      reporter.error(
          at,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '" + source.name() + "' has " + option + " and the format '" + format + "'",
          "such files say of what types their columns are",
          "remove it");
    }
  }

  private void checkPartitionColumns(Source source, String at) {
    if (ChangeFeeds.isFeed(source)) {
      reporter.error(
          at,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '" + source.name() + "' is a change feed and has partition_columns",
          "a feed has the columns of the table alone",
          "remove partition_columns, __file_path has the folders, too");
    }
    checkColumns(source, FileOptions.PARTITION_COLUMNS, at);
  }

  private void checkColumns(Source source, String option, String at) {
    List<String> columns = ChangeFeeds.names(source.options().get(option));
    if (source.schema() == null) {
      return;
    }
    for (String column : columns) {
      if (!source.schema().contains(column)) {
        reporter.error(
            at,
            ErrorCode.UNKNOWN_COLUMN,
            option + " of source '" + source.name() + "' names the column '" + column + "'",
            "its schema has no such column",
            Suggestions.didYouMean(column, source.schema().names()));
      } else if (Collections.frequency(columns, column) > 1) {
        reporter.error(
            at,
            ErrorCode.DUPLICATE_COLUMN,
            option + " of source '" + source.name() + "' names '" + column + "' twice",
            "a column stands in a list once",
            "keep one of them");
        return;
      }
    }
  }

  private static boolean isZone(String value) {
    try {
      ZoneId.of(value);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private void needsFileNames(Source source, String option, String at) {
    String from = source.options().get(SourceTypes.VERSION_FROM);
    if (from == null || from.equalsIgnoreCase("counter")) {
      reporter.error(
          at,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '"
              + source.name()
              + "' has "
              + option
              + (from == null ? " without version_from" : " and version_from counter"),
          "it is about versions in file names",
          "write version_from: file_name, or remove it");
    }
  }

  /** Appended rows have no keys, and no updates. */
  private void needsChangeFeed(Source source, String option, String at) {
    if (DeltaFeeds.isFeed(source) && !DeltaFeeds.tellsChanges(source)) {
      reporter.error(
          at,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '" + source.name() + "' has " + option + " and reads appended rows",
          "it is about rows that change",
          "write read_change_feed: true, or remove it");
    }
  }

  private void needsChanges(Source source, String option, String at) {
    if (ofTable(source) && !TableFeeds.isFeed(source) && !DeltaFeeds.isFeed(source)) {
      reporter.error(
          at,
          ErrorCode.CONFLICTING_OPTIONS,
          "source '" + source.name() + "' has " + option + " and version_from",
          "snapshots of a table are looked at as they are, and its changes are read in order",
          "remove one of them");
    }
  }

  private static boolean isPattern(String value) {
    try {
      Pattern.compile(value);
      return true;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  private void checkFormat(Source source, String format, String at) {
    List<String> formats =
        source.type().equals(SourceTypes.KAFKA) ? TOPIC_FORMATS : FileOptions.FORMATS;
    if (!formats.contains(format)) {
      reporter.error(
          at,
          ErrorCode.INVALID_VALUE,
          "source '" + source.name() + "' has the format '" + format + "'",
          "there is no such format",
          Suggestions.didYouMean(format, formats));
    }
  }

  private void invalidValue(Source source, String option, String value, String at, String forms) {
    reporter.error(
        at,
        ErrorCode.INVALID_VALUE,
        "source '" + source.name() + "' has " + option + " '" + value + "'",
        "it has another form",
        "write " + forms);
  }

  private void checkAddedColumns(Source source, SourceType type, String path) {
    for (Column added : source.addedColumns()) {
      if (source.schema().contains(added.name())) {
        reporter.error(
            path + "/schema",
            ErrorCode.DUPLICATE_COLUMN,
            "the schema of source '" + source.name() + "' has the column '" + added.name() + "'",
            "sources of type " + type.name() + " add a column of that name",
            "leave it out of the schema, or declare one without it");
      }
    }
  }

  private void checkWatermark(Source source, String path) {
    if (source.watermark() == null) {
      return;
    }
    TableSchema visible = source.visibleSchema();
    String name = source.watermark().column();
    String at = path + "/watermark/column";
    Optional<Column> column = visible.find(name);
    if (column.isEmpty()) {
      reporter.error(
          at,
          ErrorCode.UNKNOWN_COLUMN,
          "the watermark of source '" + source.name() + "' names the column '" + name + "'",
          "the source has no such column",
          Suggestions.didYouMean(name, visible.names()));
    } else if (!column.get().type().is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
        && !column.get().type().is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE)) {
      reporter.error(
          at,
          ErrorCode.INVALID_VALUE,
          "the watermark column '"
              + name
              + "' has the type "
              + column.get().type().asSummaryString(),
          "event time is of type TIMESTAMP or TIMESTAMP_LTZ",
          "choose a timestamp column");
    }
    if (source.watermark().maxOutOfOrderness().isNegative()) {
      reporter.error(
          path + "/watermark/max_out_of_orderness",
          ErrorCode.INVALID_VALUE,
          "the watermark of source '" + source.name() + "' has a negative max_out_of_orderness",
          "it says how far the watermark stays behind",
          "write zero or more");
    }
  }
}
