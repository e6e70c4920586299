// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.check.SqlAnalyzer.Kind;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.TableSchema;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks SQL conditions over the rows of a source or view. */
final class Conditions {

  /** A text; the group is what stands between double quotes. */
  private static final Pattern TEXT = Pattern.compile("'[^']*'|\"([^\"]*)\"");

  private final SqlAnalyzer sql;
  private final Reporter reporter;

  Conditions(SqlAnalyzer sql, Reporter reporter) {
    this.sql = sql;
    this.reporter = reporter;
  }

  /**
   * @param condition the SQL text
   * @param path where it stands
   * @param subject what it is, for messages: {@code apply_as_deletes of flow 'f'}
   * @param source name of the source or view whose rows it judges
   * @param input columns of that source; null if unknown
   */
  void check(String condition, String path, String subject, String source, TableSchema input) {
    if (isThere(condition, path, subject)) {
      find(condition, input)
          .ifPresent(error -> report(error, condition, path, subject, source, input));
      checkRepeatable(condition, path, subject, input);
    }
  }

  /**
   * What is wrong with a condition, if anything.
   *
   * @param input columns that it is over; null if unknown
   */
  Optional<SqlError> find(String condition, TableSchema input) {
    return input == null ? Optional.empty() : sql.checkCondition(condition, input);
  }

  /**
   * Warns of a condition that can be another one in each run.
   *
   * @param input columns that it is over; null if unknown
   */
  void checkRepeatable(String condition, String path, String subject, TableSchema input) {
    if (input != null) {
      reporter.unrepeatable(path, subject, sql.unrepeatableFunctions(condition, input));
    }
  }

  /** False for an empty condition, which is reported. */
  boolean isThere(String condition, String path, String subject) {
    if (condition.isBlank()) {
      reporter.error(
          path,
          ErrorCode.INVALID_EXPRESSION,
          subject + " is empty",
          "a condition is a SQL expression of type BOOLEAN",
          "write a condition such as operation = 'DELETE'");
    }
    return !condition.isBlank();
  }

  /** Reports what {@link #find} found. */
  void report(
      SqlError error,
      String condition,
      String path,
      String subject,
      String source,
      TableSchema input) {
    if (error.kind() == Kind.NOT_BOOLEAN) {
      reporter.sqlError(
          path,
          error,
          ErrorCode.NOT_BOOLEAN,
          subject + " is not of type BOOLEAN",
          error.message(),
          "write a condition such as operation = 'DELETE'");
    } else if (error.unknownName() != null) {
      reporter.sqlError(
          path,
          error,
          ErrorCode.UNKNOWN_COLUMN,
          subject + " names the column '" + error.unknownName() + "'",
          "'" + source + "' has no such column",
          Suggestions.didYouMean(error.unknownName(), input.names()));
    } else {
      reporter.sqlError(
          path,
          error,
          ErrorCode.INVALID_EXPRESSION,
          subject + " is not a valid SQL expression",
          error.message(),
          textInDoubleQuotes(condition)
              .filter(text -> error.doubleQuoted())
              .map(text -> "write '" + text.replace("'", "''") + "'")
              .orElse("correct it, it is Flink SQL over the columns of '" + source + "'"));
    }
  }

  private static Optional<String> textInDoubleQuotes(String condition) {
    return TEXT.matcher(condition)
        .results()
        .map(found -> found.group(1))
        .filter(Objects::nonNull)
        .findFirst();
  }
}
