// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import org.apache.flink.table.types.logical.LogicalType;

/**
 * Text that is not a row, or not a value of its type. The message names the column by its path, the
 * value and the type. Broken input may come by the million, so there is no stack trace.
 */
public final class InvalidTextException extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int SHOWN_CHARACTERS = 200;

  private final String path;
  private final String problem;

  public InvalidTextException(String problem) {
    this("", problem);
  }

  private InvalidTextException(String path, String problem) {
    super(problem, null, false, false);
    this.path = path;
    this.problem = problem;
  }

  /**
   * @param value the text as it came
   * @param type what it should have been
   * @param why the rule that it breaks; null if it simply has another form
   */
  public static InvalidTextException notA(String value, LogicalType type, String why) {
    return new InvalidTextException(
        "'" + shorten(value) + "' is not a valid " + name(type) + (why == null ? "" : ": " + why));
  }

  /** For a column that must not be null. */
  public static InvalidTextException nullValue(LogicalType type) {
    return new InvalidTextException("null is not a valid " + name(type) + " NOT NULL");
  }

  /** The same problem, seen from the row around it. */
  public InvalidTextException inField(String name) {
    String inner = path.isEmpty() || path.startsWith("[") ? path : "." + path;
    return new InvalidTextException(name + inner, problem);
  }

  /** The same problem, seen from the array or map around it. */
  public InvalidTextException inElement(Object indexOrKey) {
    String inner = path.isEmpty() || path.startsWith("[") ? path : "." + path;
    return new InvalidTextException(
        "[" + shorten(String.valueOf(indexOrKey)) + "]" + inner, problem);
  }

  @Override
  public String getMessage() {
    return path.isEmpty() ? problem : "column '" + path + "': " + problem;
  }

  private static String name(LogicalType type) {
    return type.copy(true).asSummaryString();
  }

  private static String shorten(String text) {
    return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
