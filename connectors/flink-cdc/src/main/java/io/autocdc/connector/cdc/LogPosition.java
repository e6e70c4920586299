// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.util.Comparator;
import java.util.Map;

/**
 * A place in the log of MySQL.
 *
 * @param file name of a file of the log, which ends in its number
 */
record LogPosition(String file, long offset) implements Comparable<LogPosition> {

  private static final Comparator<LogPosition> ORDER =
      Comparator.comparingLong(LogPosition::number).thenComparingLong(LogPosition::offset);

  /** A position as Debezium keeps it. */
  static LogPosition of(Map<String, ?> position) {
    return new LogPosition(
        String.valueOf(position.get("file")), Long.parseLong(position.get("pos").toString()));
  }

  private long number() {
    String digits = file.substring(file.lastIndexOf('.') + 1);
    return digits.chars().allMatch(Character::isDigit) && !digits.isEmpty()
        ? Long.parseLong(digits)
        : 0;
  }

  @Override
  public int compareTo(LogPosition other) {
    return ORDER.compare(this, other);
  }
}
