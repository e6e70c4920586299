// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import io.autocdc.format.debezium.DebeziumOptions.Times;
import io.autocdc.json.DateTimeText;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonValueReader;
import io.autocdc.json.JsonValueReaders;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Reads dates and times. Debezium writes a wall clock time as a number, as if it held in UTC, and
 * an instant as text with an offset; both are read as what they are, whatever the declared type
 * asks for: the zone of the server stands between them.
 */
final class TimeReaders {

  private static final String TIME = "io.debezium.time.";
  private static final String CONNECT = "org.apache.kafka.connect.data.";
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final JsonValueReader LONG = JsonValueReaders.of(new BigIntType());

  /** The years that numbers without a known unit can mean. */
  private static final long FIRST_MILLI = -62_135_596_800_000L;

  private static final long LAST_MILLI = 253_402_300_799_999L;

  /** Units of a count since 1970, or of the day. */
  private enum Unit {
    DAY(0),
    MILLI(1_000_000),
    MICRO(1_000),
    NANO(1);

    private final long nanos;

    Unit(long nanos) {
      this.nanos = nanos;
    }

    TimestampData timestamp(long count) {
      if (this == DAY) {
        return TimestampData.fromEpochMillis(Math.multiplyExact(count, MILLIS_PER_DAY));
      }
      long perMilli = 1_000_000 / nanos;
      return TimestampData.fromEpochMillis(
          Math.floorDiv(count, perMilli), (int) (Math.floorMod(count, perMilli) * nanos));
    }
  }

  /** A number as text. */
  @FunctionalInterface
  interface Text {
    String read(JsonParser parser) throws IOException, InvalidTextException;
  }

  private final DebeziumOptions options;

  TimeReaders(DebeziumOptions options) {
    this.options = options;
  }

  /**
   * @param type a date, time or timestamp
   * @param schema what is known of the values
   */
  JsonValueReader of(LogicalType type, ConnectSchema schema) {
    return switch (type.getTypeRoot()) {
      case DATE -> date(type, schema);
      case TIME_WITHOUT_TIME_ZONE -> time(type, schema);
      default -> timestamp(type, schema);
    };
  }

  /** How numbers of a meaning are written as ISO text; null if they are no times. */
  Text textOf(ConnectSchema schema) {
    if (schema.means(TIME + "Date", CONNECT + "Date")) {
      return parser -> DateTimeText.formatDate(Math.toIntExact(count(parser)));
    }
    Unit ofDay = unitOfDay(schema);
    if (ofDay != null) {
      return parser -> LocalTime.ofNanoOfDay(count(parser) * ofDay.nanos).toString();
    }
    Unit unit = unitOfTimestamp(schema);
    return unit == null
        ? null
        : parser -> DateTimeText.formatTimestamp(unit.timestamp(count(parser)));
  }

  /** Flink's type for values of a meaning; empty if they are no times. */
  static Optional<LogicalType> typeOf(ConnectSchema schema) {
    if (schema.means(TIME + "Date", CONNECT + "Date")) {
      return Optional.of(new DateType());
    }
    if (unitOfDay(schema) != null) {
      return Optional.of(new TimeType(3));
    }
    if (schema.means(TIME + "ZonedTimestamp")) {
      return Optional.of(new LocalZonedTimestampType(6));
    }
    Unit unit = unitOfTimestamp(schema);
    return unit == null
        ? Optional.empty()
        : Optional.of(new TimestampType(unit == Unit.MILLI ? 3 : unit == Unit.MICRO ? 6 : 9));
  }

  private JsonValueReader date(LogicalType type, ConnectSchema schema) {
    Unit unit = unitOfTimestamp(schema);
    return guarded(
        type,
        parser -> {
          if (ValueReaders.isText(parser)) {
            String text = parser.getText().strip();
            return text.indexOf('T') > 0 || text.indexOf(' ') > 0
                ? epochDay(wallClock(text, 0))
                : DateTimeText.parseDate(
                    text.endsWith("Z") ? text.substring(0, text.length() - 1) : text);
          }
          long count = count(parser);
          return unit == null ? Math.toIntExact(count) : epochDay(unit.timestamp(count));
        });
  }

  private static int epochDay(TimestampData timestamp) {
    return (int) Math.floorDiv(timestamp.getMillisecond(), MILLIS_PER_DAY);
  }

  private JsonValueReader time(LogicalType type, ConnectSchema schema) {
    Unit known = unitOfDay(schema);
    Unit unit = known == null ? defaultUnit(type) : known;
    int precision = LogicalTypeChecks.getPrecision(type);
    return guarded(
        type,
        parser -> {
          if (ValueReaders.isText(parser)) {
            return DateTimeText.parseTime(utcTime(parser.getText().strip()), precision);
          }
          long count = count(parser);
          if (count < 0 || count > NANOS_PER_DAY / unit.nanos) {
            throw outside(parser, type, unit, known);
          }
          // A day may end at 24:00, which is the last moment that the type has.
          long nanos = Math.min(count * unit.nanos, NANOS_PER_DAY - 1);
          return DateTimeText.parseTime(LocalTime.ofNanoOfDay(nanos).toString(), precision);
        });
  }

  private static String utcTime(String text) {
    boolean zoned = text.endsWith("Z") || text.indexOf('+') > 0 || text.indexOf('-') > 0;
    return zoned
        ? OffsetTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC).toLocalTime().toString()
        : text;
  }

  private JsonValueReader timestamp(LogicalType type, ConnectSchema schema) {
    boolean instant = type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    int precision = LogicalTypeChecks.getPrecision(type);
    Unit known = schema.means(TIME + "Date", CONNECT + "Date") ? Unit.DAY : unitOfTimestamp(schema);
    Unit unit = known == null ? defaultUnit(type) : known;
    return guarded(
        type,
        parser -> {
          if (ValueReaders.isText(parser)) {
            String text = parser.getText().strip();
            return instant ? instant(text, precision) : wallClock(text, precision);
          }
          TimestampData count = unit.timestamp(count(parser));
          if (count.getMillisecond() < FIRST_MILLI || count.getMillisecond() > LAST_MILLI) {
            throw outside(parser, type, unit, known);
          }
          TimestampData wallClock = cut(count, precision);
          return instant ? instantOf(wallClock) : wallClock;
        });
  }

  private TimestampData instant(String text, int precision) {
    return hasOffset(text)
        ? DateTimeText.parseInstant(text, precision)
        : instantOf(DateTimeText.parseTimestamp(text, precision));
  }

  private TimestampData wallClock(String text, int precision) {
    if (!hasOffset(text)) {
      return DateTimeText.parseTimestamp(text, precision);
    }
    Instant instant = DateTimeText.parseInstant(text, precision).toInstant();
    return TimestampData.fromLocalDateTime(LocalDateTime.ofInstant(instant, options.zone()));
  }

  private TimestampData instantOf(TimestampData wallClock) {
    return TimestampData.fromInstant(
        wallClock.toLocalDateTime().atZone(options.zone()).toInstant());
  }

  private static boolean hasOffset(String text) {
    for (int i = 11; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'Z' || c == 'z' || c == '+' || c == '-') {
        return true;
      }
    }
    return false;
  }

  private static TimestampData cut(TimestampData value, int precision) {
    long unit = 1;
    for (int digits = precision; digits < 9; digits++) {
      unit *= 10;
    }
    long millis = value.getMillisecond();
    long nanos = Math.floorMod(millis, 1000L) * 1_000_000 + value.getNanoOfMillisecond();
    long kept = nanos - nanos % unit;
    return TimestampData.fromEpochMillis(
        Math.floorDiv(millis, 1000L) * 1000 + kept / 1_000_000, (int) (kept % 1_000_000));
  }

  private Unit defaultUnit(LogicalType type) {
    boolean time = type.is(LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE);
    Times mode = options.times();
    if (mode == Times.ADAPTIVE_TIME_MICROSECONDS && time || mode == Times.MICROSECONDS) {
      return Unit.MICRO;
    }
    if (mode == Times.CONNECT || mode == Times.NANOSECONDS) {
      return mode == Times.CONNECT ? Unit.MILLI : Unit.NANO;
    }
    int precision = LogicalTypeChecks.getPrecision(type);
    return precision <= 3 ? Unit.MILLI : precision <= 6 ? Unit.MICRO : Unit.NANO;
  }

  private static Unit unitOfTimestamp(ConnectSchema schema) {
    return schema.means(TIME + "Timestamp", CONNECT + "Timestamp")
        ? Unit.MILLI
        : schema.means(TIME + "MicroTimestamp")
            ? Unit.MICRO
            : schema.means(TIME + "NanoTimestamp") ? Unit.NANO : null;
  }

  private static Unit unitOfDay(ConnectSchema schema) {
    return schema.means(TIME + "Time", CONNECT + "Time")
        ? Unit.MILLI
        : schema.means(TIME + "MicroTime")
            ? Unit.MICRO
            : schema.means(TIME + "NanoTime") ? Unit.NANO : null;
  }

  private static long count(JsonParser parser) throws IOException, InvalidTextException {
    return (long) LONG.read(parser);
  }

  private static InvalidTextException outside(
      JsonParser parser, LogicalType type, Unit unit, Unit known) throws IOException {
    String what =
        "a number of "
            + (unit == Unit.DAY ? "days" : unit.name().toLowerCase(Locale.ROOT) + "seconds");
    return JsonValueReaders.wrongForm(
        parser,
        type,
        known != null
            ? what + " this far out does not exist"
            : what
                + " this far out does not exist; declare the precision that the column has in the"
                + " database, or set time_precision_mode as in the connector");
  }

  /** What the library finds wrong with a text or number. */
  static JsonValueReader guarded(LogicalType type, JsonValueReader reader) {
    return parser -> {
      try {
        return reader.read(parser);
      } catch (DateTimeException | ArithmeticException e) {
        throw JsonValueReaders.wrongForm(parser, type, e.getMessage());
      }
    };
  }
}
