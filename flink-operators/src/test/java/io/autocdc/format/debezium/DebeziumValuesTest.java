// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The value of a column in every form in which Debezium writes it. */
class DebeziumValuesTest {

  private static Map<String, String> options(String text) {
    Map<String, String> options = new HashMap<>();
    if (text != null) {
      for (String option : text.split(" ")) {
        options.put(option.split("=")[0], option.split("=")[1]);
      }
    }
    return options;
  }

  private static String bare(String value) {
    return "{\"op\":\"c\",\"after\":{\"k\":1,\"v\":" + value + "}}";
  }

  /**
   * @param schema {@code type}, {@code type/name} or {@code type/name/parameter=value}
   */
  private static String wrapped(String value, String schema) {
    String[] parts = schema.split("/");
    String field = "{\"type\":\"" + parts[0] + "\",\"optional\":true";
    if (parts.length > 1) {
      field += ",\"name\":\"" + parts[1] + "\",\"version\":1";
    }
    if (parts.length > 2) {
      String[] parameter = parts[2].split("=");
      field += ",\"parameters\":{\"" + parameter[0] + "\":\"" + parameter[1] + "\"}";
    }
    String row =
        "{\"type\":\"struct\",\"fields\":[{\"type\":\"int32\",\"field\":\"k\"},"
            + field
            + ",\"field\":\"v\"}],\"optional\":true,\"field\":\"after\"}";
    return "{\"schema\":{\"type\":\"struct\",\"fields\":["
        + row
        + "]},\"payload\":"
        + bare(value)
        + "}";
  }

  private static String read(String type, String schema, String value, String options)
      throws Exception {
    Feed feed = new Feed("k INT, v " + type.replace(';', ','), "k", options(options));
    feed.read(schema == null ? bare(value) : wrapped(value, schema));
    String row = feed.rows().get(0);
    return row.substring("c {\"k\":1,\"v\":".length(), row.length() - 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // type | schema part | value | options | what it is
        "DECIMAL(12;4) | bytes/org.apache.kafka.connect.data.Decimal/scale=4 | \"BAg=\" | | 0.1032",
        "DECIMAL(12;4) | bytes/org.apache.kafka.connect.data.Decimal/scale=4 | \"+/g=\" | | -0.1032",
        "DECIMAL(12;4) | bytes/org.apache.kafka.connect.data.Decimal/scale=2 | \"BAg=\" | | 10.3200",
        "DECIMAL(12;4) | bytes/org.apache.kafka.connect.data.Decimal/scale=4 | null | | null",
        "DECIMAL(12;4) | bytes/org.apache.kafka.connect.data.Decimal/scale=4 | 0.1032 | | 0.1032",
        "DECIMAL(12;4) | string | \"0.1032\" | | 0.1032",
        "DECIMAL(12;4) | string | \"1234\" | decimal_handling_mode=precise | 1234.0000",
        "DECIMAL(12;4) | double | 0.1032 | | 0.1032",
        "DECIMAL(12;4) | struct/io.debezium.data.VariableScaleDecimal | {\"scale\":4;\"value\":\"BAg=\"} | | 0.1032",
        "DECIMAL(12;4) | | {\"scale\":1;\"value\":\"+/g=\"} | | -103.2000",
        "DECIMAL(12;4) | | \"7.9\" | | 7.9000",
        "DECIMAL(12;4) | | 7.9 | | 7.9000",
        "DECIMAL(12;4) | | \"BAg=\" | decimal_handling_mode=precise | 0.1032",
        "STRING | bytes/org.apache.kafka.connect.data.Decimal/scale=4 | \"BAg=\" | | \"0.1032\"",
        "DOUBLE | bytes/org.apache.kafka.connect.data.Decimal/scale=4 | \"BAg=\" | | 0.1032",
        "DATE | int32/io.debezium.time.Date | 19000 | | \"2022-01-08\"",
        "DATE | int32/org.apache.kafka.connect.data.Date | -1 | | \"1969-12-31\"",
        "DATE | | 19000 | | \"2022-01-08\"",
        "DATE | | \"2022-01-08\" | | \"2022-01-08\"",
        "DATE | string/io.debezium.time.IsoDate | \"2022-01-08Z\" | | \"2022-01-08\"",
        "DATE | int64/io.debezium.time.Timestamp | 1641648896000 | | \"2022-01-08\"",
        "STRING | int32/io.debezium.time.Date | 19000 | | \"2022-01-08\"",
        "TIME(3) | int32/io.debezium.time.Time | 47696789 | | \"13:14:56.789\"",
        "TIME(3) | int32/org.apache.kafka.connect.data.Time | 47696789 | | \"13:14:56.789\"",
        "TIME(3) | int64/io.debezium.time.MicroTime | 47696789000 | | \"13:14:56.789\"",
        "TIME(3) | int64/io.debezium.time.NanoTime | 47696789000000 | | \"13:14:56.789\"",
        "TIME(3) | string/io.debezium.time.ZonedTime | \"13:14:56.789Z\" | | \"13:14:56.789\"",
        "TIME(3) | | 47696789 | | \"13:14:56.789\"",
        "TIME(6) | | 47696789000 | | \"13:14:56.789\"",
        "TIME(0) | | 47696000000 | database=mysql | \"13:14:56\"",
        "TIME(3) | | \"13:14:56.789\" | | \"13:14:56.789\"",
        "TIMESTAMP(6) | int64/io.debezium.time.Timestamp | 1641648896789 | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(6) | int64/org.apache.kafka.connect.data.Timestamp | 1641648896789 | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(6) | int64/io.debezium.time.MicroTimestamp | 1641648896789000 | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(6) | int64/io.debezium.time.NanoTimestamp | 1641648896789000000 | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(6) | string/io.debezium.time.ZonedTimestamp | \"2022-01-08T13:34:56.789Z\" | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(6) | string/io.debezium.time.ZonedTimestamp | \"2022-01-08T14:34:56.789+01:00\" | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(3) | | 1641648896789 | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(6) | | 1641648896789000 | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(9) | | 1641648896789000000 | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(6) | | 1641648896789 | time_precision_mode=connect | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(3) | | \"2022-01-08T13:34:56.789\" | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(3) | | \"2022-01-08 13:34:56.789\" | | \"2022-01-08T13:34:56.789\"",
        "TIMESTAMP(3) | | \"2022-01-08T13:34:56.789Z\" | server_time_zone=Asia/Tokyo | \"2022-01-08T22:34:56.789\"",
        "TIMESTAMP_LTZ(3) | int64/io.debezium.time.Timestamp | 1641648896789 | | \"2022-01-08T13:34:56.789Z\"",
        "TIMESTAMP_LTZ(3) | | 1641648896789 | | \"2022-01-08T13:34:56.789Z\"",
        "TIMESTAMP_LTZ(3) | | 1641681296789 | server_time_zone=Asia/Tokyo | \"2022-01-08T13:34:56.789Z\"",
        "TIMESTAMP_LTZ(3) | | \"2022-01-08T22:34:56.789\" | server_time_zone=Asia/Tokyo | \"2022-01-08T13:34:56.789Z\"",
        "TIMESTAMP_LTZ(3) | string/io.debezium.time.ZonedTimestamp | \"2022-01-08T13:34:56.789Z\" | server_time_zone=Asia/Tokyo | \"2022-01-08T13:34:56.789Z\"",
        "TIMESTAMP_LTZ(3) | | \"2022-01-08T14:34:56.789+01:00\" | | \"2022-01-08T13:34:56.789Z\"",
        "TIMESTAMP(3) | int64/io.debezium.time.Timestamp | -1 | | \"1969-12-31T23:59:59.999\"",
        "TIMESTAMP(6) | int64/io.debezium.time.MicroTimestamp | -1 | | \"1969-12-31T23:59:59.999999\"",
        "TIMESTAMP(3) | int64/io.debezium.time.MicroTimestamp | -1 | | \"1969-12-31T23:59:59.999\"",
        "TIMESTAMP(9) | int64/io.debezium.time.NanoTimestamp | -1 | | \"1969-12-31T23:59:59.999999999\"",
        "TIMESTAMP_LTZ(3) | | \"1969-12-31T23:59:59.999Z\" | | \"1969-12-31T23:59:59.999Z\"",
        "STRING | int64/io.debezium.time.MicroTimestamp | -1 | | \"1969-12-31T23:59:59.999999\"",
        "BIGINT | int64/io.debezium.time.MicroDuration | 1500000 | | 1500000",
        "INTERVAL DAY TO SECOND | int64/io.debezium.time.MicroDuration | 1500000 | | 1500",
        "STRING | string/io.debezium.time.Interval | \"P1DT2H\" | | \"P1DT2H\"",
        "BYTES | bytes | \"AQL/\" | | \"AQL/\"",
        "BYTES | | \"AQL/\" | | \"AQL/\"",
        "BYTES | string | \"0102ff\" | binary_handling_mode=hex | \"AQL/\"",
        "BYTES | | \"AQL_\" | binary_handling_mode=base64-url-safe | \"AQL/\"",
        "STRING | string/io.debezium.data.Enum/allowed=a | \"a\" | | \"a\"",
        "STRING | string/io.debezium.data.Json | \"{}\" | | \"{}\"",
        "ROW<a INT> | string/io.debezium.data.Json | \"{\\\"a\\\":7}\" | | {\"a\":7}",
        "STRING | string/io.debezium.data.Uuid | \"09e240d2-9cdc-4a4e-8dcd-0d6f0d7b0e2a\" | | \"09e240d2-9cdc-4a4e-8dcd-0d6f0d7b0e2a\"",
        "BIGINT | bytes/io.debezium.data.Bits/length=16 | \"AQI=\" | | 513",
        "BOOLEAN | boolean | true | | true",
        "BOOLEAN | int16 | 1 | | true",
        "BOOLEAN | | 0 | | false",
        "ARRAY<INT> | array | [1;2] | | [1;2]",
        "ARRAY<TIMESTAMP(6)> | | [1641648896789000;null] | | [\"2022-01-08T13:34:56.789\";null]",
        "ROW<d DATE; t TIMESTAMP(3)> | | {\"t\":1641648896789;\"d\":19000} | | {\"d\":\"2022-01-08\";\"t\":\"2022-01-08T13:34:56.789\"}",
        "STRING | | \"\" | | \"\"",
        "STRING | | null | | null"
      })
  void isReadAsWhatItIs(String type, String schema, String value, String options, String expected)
      throws Exception {
    assertThat(read(type, schema, value.replace(';', ','), options))
        .isEqualTo(expected.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "DECIMAL(12;4) | | \"BAg=\" | decimal.handling.mode is precise",
        "DECIMAL(2;1) | | \"100\" | more than 1 digits before the point",
        "DECIMAL(2;1) | | true | it is no decimal number",
        "DECIMAL(12;4) | | {\"scale\":1} | a scale and a value",
        "TIMESTAMP(3) | | 1641648896789000 | time_precision_mode",
        "TIMESTAMP(6) | | 1641648896789000000 | time_precision_mode",
        "TIME(3) | | 47696789000 | time_precision_mode",
        "TIME(3) | int32/io.debezium.time.Time | 86400001 | does not exist",
        "DATE | | \"soon\" | '\"soon\"' is not a valid DATE",
        "BOOLEAN | | 2 | only true; false; 1 and 0",
        "INT | | 3000000000 | out of range",
        "BYTES | string | \"0102f\" | it is not base64",
        "INT NOT NULL | | null | null is not a valid INT NOT NULL",
        "ARRAY<INT> | | [\"x\"] | column 'v[0]'"
      })
  void thatCannotBeMeantIsInvalid(String type, String schema, String value, String message) {
    assertThatThrownBy(() -> read(type, schema, value, null))
        .isInstanceOf(InvalidChangeException.class)
        .hasMessageContaining("column 'v")
        .hasMessageContaining(message.replace(';', ','));
  }
}
