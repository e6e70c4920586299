// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.apache.flink.table.data.TimestampData;

/**
 * Dates and times as ISO 8601 text. Reading cuts digits beyond the precision off; writing leaves
 * trailing zeros of the fraction out.
 */
public final class DateTimeText {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final int FRACTION_DIGITS = 9;

  private DateTimeText() {}

  /** {@code 2024-12-31} as days since 1970. */
  public static int parseDate(String text) {
    return Math.toIntExact(epochDay(text, text.length()));
  }

  /** {@code 23:59:59.123} as milliseconds of the day. */
  public static int parseTime(String text, int precision) {
    return (int) (truncate(nanoOfDay(text, 0, text.length()), precision) / NANOS_PER_MILLI);
  }

  /** {@code 2024-12-31T23:59:59.123}, or with a space; a zone is an error, not ignored. */
  public static TimestampData parseTimestamp(String text, int precision) {
    int split = dateEnd(text);
    if (offsetStart(text, split + 1) < text.length()) {
      throw new DateTimeException("it has a zone, which this type cannot keep");
    }
    return timestamp(text, split, text.length(), 0, precision);
  }

  /** As a timestamp, followed by {@code Z} or an offset such as {@code +02:00}. */
  public static TimestampData parseInstant(String text, int precision) {
    int split = dateEnd(text);
    int offsetStart = offsetStart(text, split + 1);
    if (offsetStart == text.length()) {
      throw new DateTimeException("it has no zone; write Z or an offset such as +02:00 behind it");
    }
    int timeEnd = offsetStart;
    while (timeEnd > 0 && text.charAt(timeEnd - 1) == ' ') {
      timeEnd--;
    }
    return timestamp(text, split, timeEnd, offsetSeconds(text.substring(offsetStart)), precision);
  }

  public static String formatDate(int epochDay) {
    return LocalDate.ofEpochDay(epochDay).toString();
  }

  public static String formatTime(int milliOfDay) {
    StringBuilder out = new StringBuilder(12);
    appendTime(out, (long) milliOfDay * NANOS_PER_MILLI);
    return out.toString();
  }

  public static String formatTimestamp(TimestampData timestamp) {
    long millis = timestamp.getMillisecond();
    StringBuilder out = new StringBuilder(30);
    out.append(LocalDate.ofEpochDay(Math.floorDiv(millis, MILLIS_PER_DAY))).append('T');
    long milliOfDay = Math.floorMod(millis, MILLIS_PER_DAY);
    appendTime(out, milliOfDay * NANOS_PER_MILLI + timestamp.getNanoOfMillisecond());
    return out.toString();
  }

  public static String formatInstant(TimestampData timestamp) {
    return formatTimestamp(timestamp) + "Z";
  }

  private static TimestampData timestamp(
      String text, int split, int timeEnd, int offsetSeconds, int precision) {
    long nanoOfDay = truncate(nanoOfDay(text, split + 1, timeEnd), precision);
    long millis = Math.multiplyExact(epochDay(text, split), MILLIS_PER_DAY);
    millis = Math.addExact(millis, nanoOfDay / NANOS_PER_MILLI - offsetSeconds * 1000L);
    return TimestampData.fromEpochMillis(millis, (int) (nanoOfDay % NANOS_PER_MILLI));
  }

  private static int dateEnd(String text) {
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'T' || c == 't' || c == ' ') {
        return i;
      }
    }
    throw new DateTimeException("write it as 2024-12-31T23:59:59");
  }

  private static int offsetStart(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'Z' || c == 'z' || c == '+' || c == '-') {
        return i;
      }
    }
    return text.length();
  }

  private static int offsetSeconds(String offset) {
    return offset.equalsIgnoreCase("Z") ? 0 : ZoneOffset.of(offset).getTotalSeconds();
  }

  private static long epochDay(String text, int end) {
    if (end == 10 && text.charAt(4) == '-' && text.charAt(7) == '-') {
      int year = number(text, 0, 2) * 100 + number(text, 2, 4);
      return LocalDate.of(year, number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    }
    return LocalDate.parse(text.substring(0, end)).toEpochDay();
  }

  private static long nanoOfDay(String text, int from, int end) {
    int length = end - from;
    if (length < 5 || text.charAt(from + 2) != ':') {
      throw new DateTimeException("write the time as 23:59:59");
    }
    long seconds =
        limited(number(text, from, from + 2), 23, "hour") * 3600L
            + limited(number(text, from + 3, from + 5), 59, "minute") * 60L;
    if (length == 5) {
      return seconds * NANOS_PER_SECOND;
    }
    if (length < 8 || text.charAt(from + 5) != ':') {
      throw new DateTimeException("write the time as 23:59:59");
    }
    seconds += limited(number(text, from + 6, from + 8), 59, "second");
    long nanos = length == 8 ? 0 : fraction(text, from + 8, end);
    return seconds * NANOS_PER_SECOND + nanos;
  }

  private static int fraction(String text, int from, int end) {
    if (end - from < 2 || text.charAt(from) != '.') {
      throw new DateTimeException("write the fraction of a second as .123");
    }
    int nanos = 0;
    for (int i = 0; i < Math.max(FRACTION_DIGITS, end - from - 1); i++) {
      int at = from + 1 + i;
      int digit = at < end ? digit(text.charAt(at)) : 0;
      nanos = i < FRACTION_DIGITS ? nanos * 10 + digit : nanos;
    }
    return nanos;
  }

  private static int limited(int value, int max, String field) {
    if (value > max) {
      throw new DateTimeException("its " + field + " is " + value);
    }
    return value;
  }

  private static int number(String text, int from, int end) {
    int value = 0;
    for (int i = from; i < end; i++) {
      value = value * 10 + digit(text.charAt(i));
    }
    return value;
  }

  private static int digit(char c) {
    if (c < '0' || c > '9') {
      throw new DateTimeException("'" + c + "' stands where a digit should");
    }
    return c - '0';
  }

  private static long truncate(long nanos, int precision) {
    long unit = NANOS_PER_SECOND;
    for (int i = 0; i < precision; i++) {
      unit /= 10;
    }
    return nanos - nanos % unit;
  }

  private static void appendTime(StringBuilder out, long nanoOfDay) {
    int second = (int) (nanoOfDay / NANOS_PER_SECOND);
    appendTwoDigits(out, second / 3600);
    appendTwoDigits(out.append(':'), second / 60 % 60);
    appendTwoDigits(out.append(':'), second % 60);
    int nanos = (int) (nanoOfDay % NANOS_PER_SECOND);
    if (nanos > 0) {
      out.append('.');
      for (int unit = (int) NANOS_PER_SECOND / 10; nanos > 0; unit /= 10) {
        out.append((char) ('0' + nanos / unit));
        nanos %= unit;
      }
    }
  }

  private static void appendTwoDigits(StringBuilder out, int value) {
    out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
  }
}
