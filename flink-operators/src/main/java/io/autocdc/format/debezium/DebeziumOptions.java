// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.Source;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;

/**
 * How the connector that wrote a feed was set up, as far as records without a schema part do not
 * tell.
 *
 * @param decimals how decimals are written
 * @param times in which unit times and timestamps are written
 * @param binary how bytes are written
 * @param zone where wall clock times of the database hold
 * @param placeholder what stands for a value that a change does not give
 * @param tombstones what a record without a value means
 */
public record DebeziumOptions(
    Decimals decimals,
    Times times,
    Binary binary,
    ZoneId zone,
    String placeholder,
    Tombstones tombstones)
    implements Serializable {

  /** Values of {@link ChangeFeeds#DECIMAL_HANDLING_MODE}. */
  public enum Decimals {
    /** As text; numbers are read, too. */
    STRING,
    /** As numbers. */
    DOUBLE,
    /** As base64 of the unscaled value; the scale is that of the column. */
    PRECISE
  }

  /** Values of {@link ChangeFeeds#TIME_PRECISION_MODE}. */
  public enum Times {
    /** By the precision of the column: milliseconds up to 3 digits, microseconds up to 6. */
    ADAPTIVE,
    /** The same, but TIME is in microseconds always. */
    ADAPTIVE_TIME_MICROSECONDS,
    /** Milliseconds. */
    CONNECT,
    MICROSECONDS,
    NANOSECONDS
  }

  /** Values of {@link ChangeFeeds#BINARY_HANDLING_MODE}. */
  public enum Binary {
    BYTES,
    BASE64,
    BASE64_URL_SAFE,
    HEX
  }

  /** Values of {@link ChangeFeeds#TOMBSTONES}. */
  public enum Tombstones {
    SKIP,
    /** It deletes the key of its message. */
    DELETE
  }

  /** The options of a source that has passed the checks. */
  public static DebeziumOptions of(Source source) {
    Map<String, String> options = source.options();
    Times times = ChangeFeeds.isMySql(source) ? Times.ADAPTIVE_TIME_MICROSECONDS : Times.ADAPTIVE;
    return new DebeziumOptions(
        value(options, ChangeFeeds.DECIMAL_HANDLING_MODE, Decimals.STRING),
        value(options, ChangeFeeds.TIME_PRECISION_MODE, times),
        value(options, ChangeFeeds.BINARY_HANDLING_MODE, Binary.BASE64),
        ZoneId.of(options.getOrDefault(ChangeFeeds.SERVER_TIME_ZONE, "UTC")),
        options.getOrDefault(
            ChangeFeeds.UNAVAILABLE_VALUE_PLACEHOLDER, ChangeFeeds.DEFAULT_PLACEHOLDER),
        value(options, ChangeFeeds.TOMBSTONES, Tombstones.SKIP));
  }

  private static <E extends Enum<E>> E value(
      Map<String, String> options, String option, E byDefault) {
    String text = options.get(option);
    return text == null
        ? byDefault
        : Enum.valueOf(
            byDefault.getDeclaringClass(), text.replace('-', '_').toUpperCase(Locale.ROOT));
  }
}
