// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.Test;

class JsonRowWriterTest {

  @Test
  void writesEveryColumnInOrderAndNullsAsNull() {
    assertThat(write("b INT, a STRING, c BOOLEAN", 1, null, true))
        .isEqualTo("{\"b\":1,\"a\":null,\"c\":true}");
  }

  @Test
  void escapesText() {
    assertThat(write("a STRING", StringData.fromString("\"\\\n\u0001é😀")))
        .isEqualTo("{\"a\":\"\\\"\\\\\\n\\u0001é😀\"}");
  }

  @Test
  void writesShortestNumbersAndNotFiniteOnesAsText() {
    assertThat(
            write(
                "a DOUBLE, b DOUBLE, c FLOAT, d FLOAT, e DOUBLE, f DOUBLE",
                2.0E-3,
                2.2250738585072014E-308,
                0.1f,
                Float.NaN,
                Double.NEGATIVE_INFINITY,
                -0.0))
        .isEqualTo(
            "{\"a\":0.002,\"b\":2.2250738585072014E-308,\"c\":0.1,\"d\":\"NaN\","
                + "\"e\":\"-Infinity\",\"f\":-0.0}");
    assertThat(write("a DOUBLE", 2.0E-322)).isEqualTo("{\"a\":2.0E-322}");
  }

  @Test
  void writesDecimalsExactlyAndWithoutExponent() {
    assertThat(
            write(
                "a DECIMAL(10,2), b DECIMAL(38,38)",
                DecimalData.fromBigDecimal(new BigDecimal("1"), 10, 2),
                DecimalData.fromBigDecimal(new BigDecimal("1e-38"), 38, 38)))
        .isEqualTo("{\"a\":1.00,\"b\":0.00000000000000000000000000000000000001}");
  }

  @Test
  void writesDatesAndTimesAsIsoText() {
    assertThat(
            write(
                "d DATE, t TIME(3), a TIMESTAMP(9), b TIMESTAMP(3), z TIMESTAMP_LTZ(3)",
                -1,
                1_500,
                TimestampData.fromLocalDateTime(
                    LocalDateTime.parse("1969-12-31T23:59:59.000000120")),
                TimestampData.fromLocalDateTime(LocalDateTime.parse("2024-01-01T00:00")),
                TimestampData.fromInstant(Instant.parse("2024-01-01T00:00:00.5Z"))))
        .isEqualTo(
            "{\"d\":\"1969-12-31\",\"t\":\"00:00:01.5\",\"a\":\"1969-12-31T23:59:59.00000012\","
                + "\"b\":\"2024-01-01T00:00:00\",\"z\":\"2024-01-01T00:00:00.5Z\"}");
  }

  @Test
  void writesNestedTypes() {
    assertThat(
            write(
                "r ROW<x INT, y BYTES>, a ARRAY<INT>",
                GenericRowData.of(1, new byte[] {1, 2}),
                new GenericArrayData(new Object[] {1, null})))
        .isEqualTo("{\"r\":{\"x\":1,\"y\":\"AQI=\"},\"a\":[1,null]}");
  }

  @Test
  void sortsMapsByKey() {
    Map<Object, Object> text = new LinkedHashMap<>();
    text.put(StringData.fromString("b"), 1);
    text.put(StringData.fromString("a"), null);
    Map<Object, Object> numbers = new LinkedHashMap<>();
    numbers.put(10, 1);
    numbers.put(9, 2);
    assertThat(
            write(
                "m MAP<STRING, INT>, p MAP<INT, INT>, s MULTISET<INT>",
                new GenericMapData(text),
                new GenericMapData(numbers),
                new GenericMapData(numbers)))
        .isEqualTo("{\"m\":{\"a\":null,\"b\":1},\"p\":[[9,2],[10,1]],\"s\":[[9,2],[10,1]]}");
  }

  @Test
  void writesTheNullKeyInAPair() {
    Map<Object, Object> map = new HashMap<>();
    map.put(StringData.fromString("b"), 1);
    map.put(null, 2);
    assertThat(write("m MAP<STRING, INT>", new GenericMapData(map)))
        .isEqualTo("{\"m\":[[null,2],[\"b\",1]]}");
  }

  private static String write(String schema, Object... fields) {
    return JsonRowWriter.of(TableSchema.parse(schema).toRowType()).write(GenericRowData.of(fields));
  }
}
