// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.testing;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.types.Row;

/** Values of every type that can be stored, those at the edges among them. */
public final class TypeSamples {

  /** In ascending order. */
  private static final List<String> TIMES =
      List.of(
          "0001-01-01T00:00:00",
          "1582-10-10T01:02:03.000000001",
          "1900-02-28T12:34:56.100200300",
          "1969-12-31T23:59:59.123456789",
          "1969-12-31T23:59:59.999999999",
          "1970-01-01T00:00:00",
          "2024-03-10T02:30:00.987654321",
          "2024-03-31T02:30:00.987654321",
          "2038-01-19T03:14:08",
          "9999-12-31T23:59:59.999999999");

  private TypeSamples() {}

  /**
   * Values of a type.
   *
   * @param type the type
   * @param isOrderable true if it can be that of keys and sequences
   * @param values no two of them equal; ascending if the type is orderable
   * @param twins for each value one that is equal to it, in another form if there is one
   */
  public record Sample(String type, boolean isOrderable, List<Object> values, List<Object> twins) {

    /** The same with a value in another form. */
    Sample withTwin(Object value, Object twin) {
      List<Object> forms = new ArrayList<>(twins);
      forms.set(values.indexOf(value), twin);
      return new Sample(type, isOrderable, values, forms);
    }

    @Override
    public String toString() {
      return type;
    }
  }

  public static Stream<Sample> all() {
    return Stream.of(numbers(), decimals(), texts(), times(), structs(), collections())
        .flatMap(samples -> samples);
  }

  private static Stream<Sample> numbers() {
    return Stream.of(
        ordered("BOOLEAN", false, true),
        ordered("TINYINT", Byte.MIN_VALUE, (byte) -1, (byte) 0, Byte.MAX_VALUE),
        ordered("SMALLINT", Short.MIN_VALUE, (short) -1, (short) 0, Short.MAX_VALUE),
        ordered("INT", Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE),
        ordered("BIGINT", Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE),
        ordered(
                "FLOAT",
                Float.NEGATIVE_INFINITY,
                -Float.MAX_VALUE,
                -Float.MIN_VALUE,
                0f,
                Float.MIN_VALUE,
                Float.MAX_VALUE,
                Float.POSITIVE_INFINITY,
                Float.NaN)
            .withTwin(0f, -0f),
        ordered(
                "DOUBLE",
                Double.NEGATIVE_INFINITY,
                -Double.MAX_VALUE,
                -Double.MIN_VALUE,
                0d,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.POSITIVE_INFINITY,
                Double.NaN)
            .withTwin(0d, -0d));
  }

  private static Stream<Sample> decimals() {
    return Stream.of(
        decimals(1, 0),
        decimals(1, 1),
        decimals(9, 2),
        decimals(18, 18),
        decimals(19, 0),
        decimals(38, 0),
        decimals(38, 38));
  }

  private static Sample decimals(int precision, int scale) {
    BigDecimal greatest =
        BigDecimal.TEN.pow(precision).subtract(BigDecimal.ONE).movePointLeft(scale);
    BigDecimal least = BigDecimal.ONE.movePointLeft(scale);
    return ordered(
        "DECIMAL(" + precision + ", " + scale + ")",
        greatest.negate(),
        least.negate(),
        BigDecimal.ZERO.setScale(scale),
        least,
        greatest);
  }

  /** Texts compare by code point, which UTF-16 does not; bytes compare unsigned. */
  private static Stream<Sample> texts() {
    return Stream.of(
        ordered("CHAR(3)", "   ", "a", "a  ", "abc", "äß€"),
        ordered("VARCHAR(10)", "", " x ", "a", "a\u0000b", "ab", "\uFFFD", "\uD83D\uDE00"),
        ordered("STRING", "", "long ".repeat(10_000)),
        ordered("BINARY(2)", new byte[] {0, -1}, new byte[] {1, 2}, new byte[] {-128, 127}),
        ordered(
            "VARBINARY(4)",
            new byte[0],
            new byte[] {0},
            new byte[] {0, 1, 2, -1},
            new byte[] {127},
            new byte[] {-1}),
        ordered("BYTES", new byte[0], new byte[100_000]));
  }

  private static Stream<Sample> times() {
    Stream.Builder<Sample> samples = Stream.builder();
    samples.add(
        ordered(
            "DATE",
            LocalDate.of(1, 1, 1),
            LocalDate.of(1582, 10, 10),
            LocalDate.of(1969, 12, 31),
            LocalDate.EPOCH,
            LocalDate.of(9999, 12, 31)));
    samples.add(ordered("TIME(0)", LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59)));
    // Flink has no more than milliseconds, whatever the precision.
    for (int precision : new int[] {3, 9}) {
      samples.add(
          ordered(
              "TIME(" + precision + ")",
              LocalTime.MIDNIGHT,
              LocalTime.of(0, 0, 0, 1_000_000),
              LocalTime.of(23, 59, 59, 999_000_000)));
    }
    for (int precision : new int[] {0, 1, 3, 4, 6, 7, 9}) {
      samples.add(
          ordered(
              "TIMESTAMP(" + precision + ")",
              TIMES.stream().map(time -> localTime(time, precision)).distinct().toArray()));
      samples.add(
          ordered(
              "TIMESTAMP_LTZ(" + precision + ")",
              TIMES.stream().map(time -> instant(time, precision)).distinct().toArray()));
    }
    return samples.build();
  }

  private static Stream<Sample> structs() {
    return Stream.of(
        ordered("ROW<`a b` INT, `ä` STRING>", Row.of(null, "x"), Row.of(1, null), Row.of(1, "x")),
        ordered(
                "ROW<a ROW<b STRING, c DOUBLE>, d TIMESTAMP(9)>",
                Row.of(null, null),
                Row.of(Row.of(null, 1d), null),
                Row.of(Row.of("x", 0d), localTime(TIMES.get(3), 9)),
                Row.of(Row.of("x", 0d), localTime(TIMES.get(4), 9)),
                Row.of(Row.of("x", Double.NaN), null))
            .withTwin(
                Row.of(Row.of("x", 0d), localTime(TIMES.get(3), 9)),
                Row.of(Row.of("x", -0d), localTime(TIMES.get(3), 9))));
  }

  private static Stream<Sample> collections() {
    return Stream.of(
        unordered("ARRAY<INT>", new Integer[0], new Integer[] {null}, new Integer[] {1, null, 3}),
        unordered("ARRAY<STRING>", new String[] {"a", null, ""}, new String[] {"a", null}),
        unordered("ARRAY<DOUBLE>", new Double[] {0d}, new Double[] {Double.NaN}),
        unordered(
            "ARRAY<ROW<a INT, b TIMESTAMP(9)>>",
            new Row[] {Row.of(1, localTime(TIMES.get(4), 9)), null, Row.of(null, null)},
            new Row[] {Row.of(1, localTime(TIMES.get(3), 9)), null, Row.of(null, null)}),
        unordered("MAP<STRING, INT>", Map.of(), map("a", 1, "b", null), map("a", 1, "b", 2))
            .withTwin(map("a", 1, "b", 2), map("b", 2, "a", 1)),
        unordered(
            "MAP<INT, ROW<x DECIMAL(20, 3)>>",
            map(1, Row.of(new BigDecimal("1.500"))),
            map(1, Row.of((Object) null)),
            map(1, null)),
        unordered("MULTISET<STRING>", Map.of("a", 2), Map.of("a", 1), Map.of()),
        unordered(
            "ROW<a INT, e ARRAY<MAP<STRING, BIGINT>>>",
            Row.of(1, new Map<?, ?>[] {map("x", 1L, "y", null), null}),
            Row.of(1, new Map<?, ?>[0]),
            Row.of(null, null)));
  }

  private static Sample ordered(String type, Object... ascending) {
    return new Sample(type, true, Arrays.asList(ascending), Arrays.asList(ascending));
  }

  private static Sample unordered(String type, Object... values) {
    return new Sample(type, false, Arrays.asList(values), Arrays.asList(values));
  }

  private static LocalDateTime localTime(String time, int precision) {
    LocalDateTime parsed = LocalDateTime.parse(time);
    int unit = (int) Math.pow(10, 9 - precision);
    return parsed.withNano(parsed.getNano() / unit * unit);
  }

  private static Instant instant(String time, int precision) {
    return localTime(time, precision).toInstant(ZoneOffset.UTC);
  }

  private static Map<Object, Object> map(Object... pairs) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return Collections.unmodifiableMap(map);
  }
}
