// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: {@code 2 days}, {@code 36 h}, {@code 1 h 30 min}, {@code 0}. */
public final class Durations {

  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS = "a number with ms, s, min, h or days, such as 36 h, or 0";

  private static final Pattern PART = Pattern.compile("\\s*(\\d+)\\s*([a-z]+)");
  private static final Map<String, ChronoUnit> UNITS = new LinkedHashMap<>();

  /** From large to small, each with the name that {@link #format} prints. */
  private static final Map<ChronoUnit, String> PRINTED = new LinkedHashMap<>();

  static {
    unit(ChronoUnit.DAYS, "days", "day", "d");
    unit(ChronoUnit.HOURS, "h", "hour", "hours");
    unit(ChronoUnit.MINUTES, "min", "m", "minute", "minutes");
    unit(ChronoUnit.SECONDS, "s", "sec", "second", "seconds");
    unit(ChronoUnit.MILLIS, "ms", "milli", "millis", "millisecond", "milliseconds");
    unit(ChronoUnit.MICROS, "us", "micro", "micros", "microsecond", "microseconds");
    unit(ChronoUnit.NANOS, "ns", "nano", "nanos", "nanosecond", "nanoseconds");
    for (String weeks : List.of("w", "week", "weeks")) {
      UNITS.put(weeks, ChronoUnit.WEEKS);
    }
  }

  private Durations() {}

  /** The duration, or nothing if the text is not one that is zero or more. */
  public static Optional<Duration> parse(String text) {
    String rest = text.strip().toLowerCase(Locale.ROOT);
    if (rest.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    Matcher part = PART.matcher(rest);
    Duration sum = Duration.ZERO;
    int end = 0;
    try {
      while (end < rest.length()) {
        ChronoUnit unit = part.find(end) && part.start() == end ? UNITS.get(part.group(2)) : null;
        if (unit == null) {
          return Optional.empty();
        }
        Duration one = unit.getDuration();
        sum = sum.plus(one.multipliedBy(Long.parseLong(part.group(1))));
        end = part.end();
      }
    } catch (ArithmeticException | NumberFormatException tooLarge) {
      return Optional.empty();
    }
    return end == 0 ? Optional.empty() : Optional.of(sum);
  }

  /** The form that {@link #parse} reads as an equal duration, which must not be negative. */
  public static String format(Duration duration) {
    if (duration.isZero()) {
      return "0";
    }
    StringBuilder text = new StringBuilder();
    Duration rest = duration;
    for (Map.Entry<ChronoUnit, String> unit : PRINTED.entrySet()) {
      Duration one = unit.getKey().getDuration();
      long count = rest.dividedBy(one);
      if (count > 0) {
        text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(unit.getValue());
        rest = rest.minus(one.multipliedBy(count));
      }
    }
    return text.toString();
  }

  private static void unit(ChronoUnit unit, String printed, String... others) {
    PRINTED.put(unit, printed);
    UNITS.put(printed, unit);
    for (String other : others) {
      UNITS.put(other, unit);
    }
  }
}
