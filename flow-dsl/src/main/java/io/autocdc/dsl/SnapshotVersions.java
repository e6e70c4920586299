// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * How the snapshots of a source get their versions (semantics.md, section 7).
 *
 * @param from where a version comes from
 * @param type type of the versions: BIGINT, DATE, TIMESTAMP(p) or STRING
 * @param pattern regular expression that finds the version in a file name, in its first group if it
 *     has one; null for the default of the type
 */
public record SnapshotVersions(VersionFrom from, LogicalType type, String pattern)
    implements Serializable {

  /** The forms of {@code version_type}, for messages. */
  public static final String TYPES = "BIGINT, DATE, TIMESTAMP(3) or STRING";

  private static final String DATE = "(\\d{4})[-_.]?(\\d{2})[-_.]?(\\d{2})";
  private static final String TIME = "(\\d{2})[-_:.]?(\\d{2})(?:[-_:.]?(\\d{2}))?";
  private static final Pattern DATE_FORM = Pattern.compile("(?<!\\d)" + DATE + "(?!\\d)");
  private static final Pattern TIMESTAMP_FORM =
      Pattern.compile("(?<!\\d)" + DATE + "[T_ -]?" + TIME + "Z?(?!\\d)");
  private static final Pattern SEPARATED_DATE =
      Pattern.compile("(?<!\\d)\\d{4}[-_.]\\d{2}[-_.]\\d{2}(?!\\d)");
  private static final Pattern DIGITS = Pattern.compile("\\d+");
  private static final Pattern EXTENSIONS =
      Pattern.compile("(\\.[A-Za-z]\\w*)?(\\.(gz|gzip|bz2|deflate|xz|zst))?$");

  /** The versions of a source; empty if its rows are no snapshots. */
  public static Optional<SnapshotVersions> of(Source source) {
    String from = source.options().get(SourceTypes.VERSION_FROM);
    if (from == null) {
      return Optional.empty();
    }
    if (from.equalsIgnoreCase(VersionFrom.COUNTER.name())) {
      return Optional.of(new SnapshotVersions(VersionFrom.COUNTER, new BigIntType(), null));
    }
    return Optional.of(
        new SnapshotVersions(
            from.equalsIgnoreCase(VersionFrom.SUPPLIER.name())
                ? VersionFrom.SUPPLIER
                : VersionFrom.FILE_NAME,
            typeOf(source.options().get(SourceTypes.VERSION_TYPE)).orElse(new BigIntType()),
            source.options().get(SourceTypes.VERSION_PATTERN)));
  }

  /** The type that a text names, BIGINT if there is none; empty if a version cannot have it. */
  public static Optional<LogicalType> typeOf(String text) {
    if (text == null) {
      return Optional.of(new BigIntType());
    }
    try {
      List<Column> columns = TableSchema.parse("version " + text).columns();
      LogicalType type = columns.get(0).type().copy(true);
      boolean possible =
          columns.size() == 1
              && (type.is(LogicalTypeRoot.BIGINT)
                  || type.is(LogicalTypeRoot.DATE)
                  || type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
                  || type.is(LogicalTypeRoot.VARCHAR));
      return possible ? Optional.of(type) : Optional.empty();
    } catch (AutoCdcException e) {
      return Optional.empty();
    }
  }

  /**
   * The type that the versions in most of the file names look like; empty if there are no names. A
   * stray file does not decide: the run names it.
   */
  public static Optional<String> guessType(List<String> fileNames) {
    Map<String, Long> count =
        fileNames.stream()
            .collect(
                Collectors.groupingBy(
                    SnapshotVersions::guessType, TreeMap::new, Collectors.counting()));
    return count.entrySet().stream()
        .max(
            Map.Entry.<String, Long>comparingByValue()
                .thenComparing(type -> !type.getKey().equals("STRING"))
                .thenComparing(Map.Entry.<String, Long>comparingByKey().reversed()))
        .map(Map.Entry::getKey);
  }

  /** The type that the version in a file name looks like. */
  public static String guessType(String fileName) {
    String stem = stem(fileName);
    if (SEPARATED_DATE.matcher(stem).find()) {
      return TIMESTAMP_FORM.matcher(stem).find() ? "TIMESTAMP(3)" : "DATE";
    }
    return countNumbers(stem) == 1 ? "BIGINT" : "STRING";
  }

  /**
   * The version in a file name: a Long, a LocalDate, a LocalDateTime or a String, by the type.
   *
   * @param fileName name of the file, without its folder
   * @throws IllegalArgumentException if there is none; the message says why
   */
  public Comparable<?> parse(String fileName) {
    String text = pattern == null ? stem(fileName) : found(fileName);
    return switch (type.getTypeRoot()) {
      case DATE -> date(text);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp(text);
      case VARCHAR -> text;
      default -> number(text);
    };
  }

  /**
   * @throws PatternSyntaxException if the pattern is no regular expression
   */
  private String found(String fileName) {
    Matcher matcher = Pattern.compile(pattern).matcher(fileName);
    if (!matcher.find()) {
      throw new IllegalArgumentException("version_pattern " + pattern + " is not found in it");
    }
    String text = matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
    if (text == null) {
      throw new IllegalArgumentException("the group of version_pattern is not found in it");
    }
    return text;
  }

  private static Long number(String text) {
    if (countNumbers(text) != 1) {
      throw new IllegalArgumentException(
          countNumbers(text) == 0
              ? "there is no number in it"
              : "there are several numbers in it; version_pattern or version_type says which counts");
    }
    Matcher digits = DIGITS.matcher(text);
    digits.find();
    try {
      return Long.valueOf(digits.group());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("its number is too large for BIGINT", e);
    }
  }

  private static int countNumbers(String text) {
    return (int) DIGITS.matcher(text).results().count();
  }

  private static LocalDate date(String text) {
    Matcher date = DATE_FORM.matcher(text);
    if (!date.find()) {
      throw new IllegalArgumentException("there is no date such as 2024-01-31 in it");
    }
    return dateOf(date);
  }

  private static LocalDateTime timestamp(String text) {
    Matcher timestamp = TIMESTAMP_FORM.matcher(text);
    if (!timestamp.find()) {
      return date(text).atStartOfDay();
    }
    String seconds = timestamp.group(6);
    try {
      return dateOf(timestamp)
          .atTime(
              Integer.parseInt(timestamp.group(4)),
              Integer.parseInt(timestamp.group(5)),
              seconds == null ? 0 : Integer.parseInt(seconds));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static LocalDate dateOf(Matcher date) {
    try {
      return LocalDate.of(
          Integer.parseInt(date.group(1)),
          Integer.parseInt(date.group(2)),
          Integer.parseInt(date.group(3)));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The name without what says how the file is packed and written. */
  private static String stem(String fileName) {
    return EXTENSIONS.matcher(fileName).replaceFirst("");
  }
}
