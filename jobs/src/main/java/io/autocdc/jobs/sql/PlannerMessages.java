// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.check.SqlAnalyzer.Kind;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the planner's exceptions into one line that a person can act on. */
final class PlannerMessages {

  private static final Pattern PLACE =
      Pattern.compile(
          "(?i)(?:From|At)? ?line (\\d+), column (\\d+)(?: to line \\d+, column \\d+)?");

  private static final Pattern UNKNOWN =
      Pattern.compile(
          "(?:Unknown identifier|Unknown field|Column|Object|Table|Field) '([^']+)'"
              + "(?: not found.*)?$");

  private static final Pattern UNKNOWN_FUNCTION =
      Pattern.compile("No match found for function signature ([^(]+)\\((.*)\\)");

  private static final Pattern UNEXPECTED =
      Pattern.compile("(?:Encountered|Incorrect syntax near the keyword) [\"'](.*)[\"'] at line.*");

  private static final Pattern WITH_LISTS =
      Pattern.compile(
          "^(?:Unsupported options found|Could not find any factory|One or more required options|Column types of query result and sink)");

  private PlannerMessages() {}

  /**
   * @param columns names that the text may use
   */
  static SqlError toError(Throwable failure, Collection<String> columns) {
    String raw = mostTelling(failure);
    int line = 0;
    int column = 0;
    Matcher place = PLACE.matcher(raw);
    if (place.find()) {
      line = Integer.parseInt(place.group(1));
      column = Integer.parseInt(place.group(2));
    }
    String message = firstLine(withDetails(raw));
    Matcher unknown = UNKNOWN.matcher(message);
    return new SqlError(
        Kind.INVALID,
        readable(message, columns),
        line,
        column,
        unknown.find() ? unknown.group(1) : null);
  }

  /** The deepest message that says where the fault is, else the deepest of all. */
  private static String mostTelling(Throwable failure) {
    List<String> messages = new ArrayList<>();
    for (Throwable t = failure; t != null && messages.size() < 20; t = t.getCause()) {
      if (t instanceof ClassNotFoundException) {
        messages.add("the class '" + t.getMessage() + "' is not on the class path");
      } else if (t.getMessage() != null && !(t instanceof NullPointerException)) {
        messages.add(t.getMessage());
      } else if (t instanceof NullPointerException && isSubQuery(t)) {
        messages.add("a condition sees one row: a query inside it has no meaning");
      }
    }
    if (messages.isEmpty()) {
      return failure.getClass().getSimpleName();
    }
    String deepest = messages.get(messages.size() - 1);
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (PLACE.matcher(messages.get(i)).find()) {
        return messages.get(i);
      }
    }
    return deepest;
  }

  /** The planner has no scope for a query inside an expression, and says so by this. */
  private static boolean isSubQuery(Throwable failure) {
    return failure.getMessage() != null && failure.getMessage().startsWith("namespace for");
  }

  /** Lists of options and connectors stand below the line that speaks of them. */
  private static String withDetails(String message) {
    return WITH_LISTS.matcher(message).find()
        ? message
            .replaceFirst("(?s)\\s+(?:Supported options|Options)\\b.*", "")
            .replaceAll("\\s+", " ")
        : message;
  }

  private static String firstLine(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^SQL (?:parse|validation) failed\\. ", "")
        .replaceFirst("^(?:From|At) line \\d+, column \\d+(?: to line \\d+, column \\d+)?: ", "")
        .strip();
  }

  private static String readable(String message, Collection<String> columns) {
    Matcher unexpected = UNEXPECTED.matcher(message);
    if (unexpected.matches()) {
      return unexpectedToken(unexpected.group(1), columns);
    }
    Matcher function = UNKNOWN_FUNCTION.matcher(message);
    if (function.find()) {
      return "no function "
          + function.group(1)
          + " takes ("
          + function.group(2).replaceAll("[<>]", "")
          + ")";
    }
    if (message.startsWith("Non-query expression") || message.startsWith("Unsupported SQL query")) {
      return "it is not a query: it must be one SELECT";
    }
    return message
        .replaceAll("<([A-Z]+)(?:\\(\\d+\\))?>", "$1")
        .replace(" in any table", "")
        .replaceFirst("^Unknown identifier '(.*)'$", "Column '$1' not found")
        .replaceFirst("^Unknown field '(.*)'$", "Field '$1' not found")
        .replaceFirst("\\.? Supported form\\(s\\): .*", "");
  }

  private static String unexpectedToken(String tokens, Collection<String> columns) {
    String text = tokens.replace("\\\"", "\"").replace("\\'", "'");
    if (text.equals("= =")) {
      return "'==' does not exist in SQL; equality is '='";
    }
    if (text.endsWith("\"")) {
      return SqlError.DOUBLE_QUOTED;
    }
    if (text.endsWith("'")) {
      return "the text after '" + text.substring(0, text.length() - 1).strip() + "' is not closed";
    }
    if (text.endsWith("<EOF>")) {
      String last = text.substring(0, text.length() - "<EOF>".length()).strip();
      return last.isEmpty() ? "it ends too early" : "it ends too early, after '" + last + "'";
    }
    for (String word : text.split("\\s+")) {
      if (columns.stream().anyMatch(word::equalsIgnoreCase)) {
        return "'" + word + "' is a word of SQL; write the column as `" + word + "`";
      }
    }
    return "'" + text + "' is not expected here";
  }
}
