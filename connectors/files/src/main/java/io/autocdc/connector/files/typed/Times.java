// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import org.apache.flink.table.data.TimestampData;

/** Times as files count them, since 1970 or since midnight; before 1970 counts are negative. */
final class Times {

  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Times() {}

  static TimestampData ofMicros(long micros) {
    return TimestampData.fromEpochMillis(
        Math.floorDiv(micros, MICROS_PER_MILLI),
        (int) (Math.floorMod(micros, MICROS_PER_MILLI) * 1_000));
  }

  static TimestampData ofNanos(long nanos) {
    return TimestampData.fromEpochMillis(
        Math.floorDiv(nanos, NANOS_PER_MILLI), (int) Math.floorMod(nanos, NANOS_PER_MILLI));
  }

  /**
   * The digits of a second that a type has; the others are cut off.
   *
   * @param precision number of digits
   */
  static TimestampData cut(TimestampData time, int precision) {
    if (precision >= 9) {
      return time;
    }
    if (precision > 3) {
      int unit = (int) Math.pow(10, 9 - precision);
      int nanos = time.getNanoOfMillisecond();
      return TimestampData.fromEpochMillis(time.getMillisecond(), nanos - nanos % unit);
    }
    return TimestampData.fromEpochMillis(cutMillis(time.getMillisecond(), precision));
  }

  /** The same for milliseconds, of which there are three digits. */
  static long cutMillis(long millis, int precision) {
    long unit = (long) Math.pow(10, Math.max(0, 3 - precision));
    return millis - Math.floorMod(millis, unit);
  }
}
