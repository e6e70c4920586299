// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.connector.files.typed.TypedFormat;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.TimeUtils;

/** Reads the options of a source; every problem is found before any is thrown. */
final class FilesOptions {

  private static final List<String> CSV_ONLY =
      List.of("header", "delimiter", "quote", "escape", "null_literal");
  private static final int MAX_ASCII = 127;

  private final Source source;
  private final Map<String, String> options;
  private final Problems problems;

  FilesOptions(Source source, Problems problems) {
    this.source = source;
    this.options = source.options();
    this.problems = problems;
  }

  /** Path or pattern as the user wrote it; empty if there is none, which is a problem. */
  String path() {
    String path = options.getOrDefault("path", "").strip();
    if (path.isEmpty()) {
      problems.error(
          null,
          ErrorCode.MISSING_KEY,
          "source '" + source.name() + "' has no option 'path'",
          "files are read from a file, a folder or a pattern",
          "add path: \"data/changes/*.json\"");
    }
    return path;
  }

  /** False if the format is none of those of files, which is a problem. */
  boolean checkFormat() {
    String format = options.getOrDefault("format", "");
    if (!FileOptions.FORMATS.contains(format)) {
      String remedy = Suggestions.didYouMean(format, FileOptions.FORMATS);
      invalid("format", "files are read in one of: " + FileOptions.FORMATS, remedy);
      return false;
    }
    return true;
  }

  /**
   * @param keys columns that identify a row of the table that a change feed is about
   * @return null if a problem was found
   */
  RecordFormat format(List<String> keys) {
    if (!checkFormat()) {
      return null;
    }
    String format = options.get("format");
    if (source.schema() == null) {
      problems.error(
          null,
          ErrorCode.MISSING_SCHEMA,
          "source '" + source.name() + "' has no schema",
          "none is declared, and nobody has looked into the files",
          "add schema: \"id BIGINT, name STRING\"");
      return null;
    }
    if (!format.equals(FileOptions.CSV)) {
      refuseOptionsOfCsv(format);
    }
    return format.equals(ChangeFeeds.DEBEZIUM_JSON)
        ? new DebeziumJsonFormat(source, keys)
        : rowFormat(format);
  }

  /** The format, if its files say of what types their rows are. */
  Optional<TypedFormat> typedFormat() {
    return switch (options.getOrDefault("format", "")) {
      case FileOptions.AVRO -> Optional.of(TypedFormat.AVRO);
      case FileOptions.PARQUET -> Optional.of(TypedFormat.PARQUET);
      default -> Optional.empty();
    };
  }

  /** How columns are found in files whose format is one of text. */
  TextColumns textColumns() {
    boolean guess = FileOptions.infersColumnTypes(source);
    return switch (options.getOrDefault("format", "")) {
      case FileOptions.CSV -> new CsvColumns(csvSyntax(), headerMode(), guess);
      case ChangeFeeds.DEBEZIUM_JSON -> new DebeziumColumns();
      default -> new JsonColumns(guess);
    };
  }

  private RowFormat rowFormat(String format) {
    List<String> folders = FileOptions.partitionColumns(source);
    Map<Boolean, List<RowType.RowField>> byPlace =
        source.schema().toRowType().getFields().stream()
            .collect(Collectors.partitioningBy(field -> folders.contains(field.getName())));
    RowType type = source.schema().toRowType();
    RowType inRecords = new RowType(false, byPlace.get(false));
    PartitionColumns partitions = new PartitionColumns(new RowType(false, byPlace.get(true)));
    int room = source.addedColumns().size();
    return partitions.isEmpty()
        ? rowFormat(format, inRecords, partitions, room)
        : new PartitionedFormat(
            rowFormat(format, inRecords, partitions, 0), type, inRecords, partitions, room);
  }

  private RowFormat rowFormat(String format, RowType type, PartitionColumns partitions, int room) {
    if (typedFormat().isPresent()) {
      return new TypedFileFormat(typedFormat().get(), type, room, partitions);
    }
    return format.equals(FileOptions.CSV)
        ? new CsvFormat(type, source.schema().names(), room, csvSyntax(), headerMode())
        : new JsonLinesFormat(type, room);
  }

  private void refuseOptionsOfCsv(String format) {
    for (String option : CSV_ONLY) {
      if (options.containsKey(option)) {
        invalid(option, "it belongs to format csv, and the format is " + format, "remove it");
      }
    }
  }

  Duration monitorInterval() {
    String text = options.getOrDefault("monitor_interval", "1 s");
    try {
      Duration interval = TimeUtils.parseDuration(text);
      if (interval.toMillis() > 0) {
        return interval;
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      // The same message as for zero.
    }
    invalid("monitor_interval", "it is no time span of 1 ms or more", "write '500 ms' or '1 s'");
    return Duration.ofSeconds(1);
  }

  private HeaderMode headerMode() {
    return switch (options.getOrDefault("header", "auto")) {
      case "true" -> HeaderMode.TRUE;
      case "false" -> HeaderMode.FALSE;
      case "auto" -> HeaderMode.AUTO;
      default -> {
        invalid("header", "files have a header or they have none", "use true, false or auto");
        yield HeaderMode.AUTO;
      }
    };
  }

  private CsvSyntax csvSyntax() {
    int quote = character("quote", "\"");
    int escape = character("escape", "");
    String delimiter = options.getOrDefault("delimiter", ",").replace("\\t", "\t");
    byte[] utf8 = delimiter.getBytes(StandardCharsets.UTF_8);
    boolean clashes = delimiter.indexOf(quote) >= 0 || delimiter.indexOf(escape) >= 0;
    if (delimiter.isEmpty() || clashes || delimiter.contains("\n") || delimiter.contains("\r")) {
      invalid(
          "delimiter",
          "it stands between cells, and is neither a line end nor the quote or escape character",
          "write ',' or ';' or '\\t'");
      utf8 = new byte[] {','};
    }
    String nullLiteral = options.getOrDefault("null_literal", "");
    return new CsvSyntax(utf8, quote, escape, nullLiteral.getBytes(StandardCharsets.UTF_8));
  }

  private int character(String option, String byDefault) {
    String text = options.getOrDefault(option, byDefault);
    if (text.isEmpty()) {
      return CsvSyntax.NONE;
    }
    char c = text.charAt(0);
    if (text.length() > 1 || c > MAX_ASCII || c == '\n' || c == '\r') {
      invalid(option, "it is not a single ASCII character", "write one character, or '' for none");
    }
    return c;
  }

  private void invalid(String option, String why, String remedy) {
    problems.error(
        null,
        ErrorCode.INVALID_VALUE,
        "source '" + source.name() + "': " + option + " is '" + options.get(option) + "'",
        why,
        remedy);
  }
}
