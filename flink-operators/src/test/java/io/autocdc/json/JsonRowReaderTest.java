// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.type.TableSchema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.ZonedTimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonRowReaderTest {

  @Test
  void readsColumnsByNameAndLeavesMissingOnesNull() throws Exception {
    RowData row = read("id BIGINT, name STRING, tier STRING", "{\"tier\":\"gold\",\"id\":7}");
    assertThat(row).isEqualTo(GenericRowData.of(7L, null, StringData.fromString("gold")));
  }

  @Test
  void ignoresUnknownFieldsAndTakesTheLastOfRepeatedOnes() throws Exception {
    RowData row =
        read("a INT, b INT", "{\"x\":{\"a\":[1,{\"b\":2}]},\"a\":1,\"y\":[[]],\"b\":2,\"a\":3}");
    assertThat(row).isEqualTo(GenericRowData.of(3, 2));
  }

  @Test
  void leavesRoomBehindTheColumns() throws Exception {
    RowType type = TableSchema.parse("a INT").toRowType();
    GenericRowData row = JsonRowReader.withRoom(type, 2).read(utf8("{\"a\":1}"));
    assertThat(row).isEqualTo(GenericRowData.of(1, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          TINYINT      | -128                  | -128
          SMALLINT     | 32767                 | 32767
          INT          | "12"                  | 12
          INT          | " +12 "               | 12
          INT          | 12.0                  | 12
          INT          | 1.2e1                 | 12
          INT          | -2147483648           | -2147483648
          BIGINT       | -9223372036854775808  | -9223372036854775808
          BIGINT       | "9223372036854775807" | 9223372036854775807
          BIGINT       | 9.223372036854775807e18 | 9223372036854775807
          INTERVAL MONTH | 14                  | 14
          INTERVAL SECOND(3) | -1500           | -1500
          FLOAT        | 0.1                   | 0.1
          DOUBLE       | 1                     | 1.0
          DOUBLE       | -0                    | -0.0
          DOUBLE       | -0.0                  | -0.0
          DOUBLE       | "NaN"                 | NaN
          DOUBLE       | "-Infinity"           | -Infinity
          FLOAT        | "Infinity"            | Infinity
          DOUBLE       | "1e3"                 | 1000.0
          DECIMAL(5,2) | 123.45                | 123.45
          DECIMAL(5,2) | "123.455"             | 123.46
          DECIMAL(5,2) | -0.005                | -0.01
          DECIMAL(5,2) | 1e-999999999          | 0.00
          DECIMAL(38,0) | 99999999999999999999999999999999999999 | 99999999999999999999999999999999999999
          BOOLEAN      | true                  | true
          BOOLEAN      | "FALSE"               | false
          STRING       | 1.50                  | 1.50
          STRING       | true                  | true
          STRING       | {"b": [1, null, "x"], "a": 1e2} | {"b":[1,null,"x"],"a":1e2}
          STRING       | "\\u00e9\\ud83d\\ude00" | é😀
          VARCHAR(1)   | "\\ud83d\\ude00"      | 😀
          CHAR(5)      | "ab"                  | ab
          DATE         | "1969-12-31"          | -1
          DATE         | "-0001-01-01"         | -719893
          TIME         | "23:59:59"            | 86399000
          TIME(3)      | "00:00:00.1239"       | 123
          TIME(1)      | "00:00:00.199"        | 100
          TIME(9)      | "07:30"               | 27000000
          """)
  void readsScalars(String type, String json, String expected) throws Exception {
    RowData row = read("c " + type, "{\"c\":" + json + "}");
    assertThat(((GenericRowData) row).getField(0)).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "TIMESTAMP(3), 2024-02-29T12:34:56.7899, 2024-02-29T12:34:56.789",
    "TIMESTAMP(9), 2024-02-29 12:34:56.123456789, 2024-02-29T12:34:56.123456789",
    "TIMESTAMP(9), 2024-02-29 12:34:56.1234567899, 2024-02-29T12:34:56.123456789",
    "TIMESTAMP(0), 1969-12-31T23:59:59.999, 1969-12-31T23:59:59",
    "TIMESTAMP(9), 1969-12-31T23:59:59.000000001, 1969-12-31T23:59:59.000000001",
    "TIMESTAMP(6), 0001-01-01T00:00, 0001-01-01T00:00:00",
    "TIMESTAMP(6), +12345-01-01T00:00, +12345-01-01T00:00:00",
  })
  void readsTimestamps(String type, String text, String expected) throws Exception {
    RowData row = read("c " + type, "{\"c\":\"" + text + "\"}");
    assertThat(row.getTimestamp(0, 9))
        .isEqualTo(TimestampData.fromLocalDateTime(LocalDateTime.parse(expected)));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-01T00:00:00Z, 2024-01-01T00:00:00Z",
    "2024-01-01 00:00:00.5+08:00, 2023-12-31T16:00:00.5Z",
    "1969-12-31T23:59:59.999999999-0130, 1970-01-01T01:29:59.999999999Z",
    "1970-01-01T00:00:00 +01, 1969-12-31T23:00:00Z",
    "1900-01-01t00:00z, 1900-01-01T00:00:00Z",
  })
  void readsInstantsWithAnyOffset(String text, String expected) throws Exception {
    RowData row = read("c TIMESTAMP_LTZ(9)", "{\"c\":\"" + text + "\"}");
    assertThat(row.getTimestamp(0, 9))
        .isEqualTo(TimestampData.fromInstant(Instant.parse(expected)));
  }

  @Test
  void readsNestedTypes() throws Exception {
    RowData row =
        read(
            "r ROW<x INT, y ARRAY<STRING>>, m MAP<STRING, DECIMAL(3,1)>, p MAP<INT, BOOLEAN>, s MULTISET<STRING>, b BYTES",
            "{\"r\":{\"y\":[\"a\",null],\"x\":1},\"m\":{\"k\":1.5},\"p\":[[1,true],[2,null],[1,false]],"
                + "\"s\":{\"e\":2},\"b\":\"AQI=\"}");
    assertThat(row.getRow(0, 2).getInt(0)).isEqualTo(1);
    assertThat(row.getRow(0, 2).getArray(1).getString(0)).hasToString("a");
    assertThat(row.getRow(0, 2).getArray(1).isNullAt(1)).isTrue();
    assertThat(row.getMap(1).valueArray().getDecimal(0, 3, 1))
        .isEqualTo(DecimalData.fromBigDecimal(new BigDecimal("1.5"), 3, 1));
    assertThat(row.getMap(2).size()).isEqualTo(2);
    assertThat(row.getMap(2).valueArray().getBoolean(0)).isFalse();
    assertThat(row.getMap(3).valueArray().getInt(0)).isEqualTo(2);
    assertThat(row.getBinary(4)).containsExactly(1, 2);
  }

  @Test
  void takesTheLastOfRepeatedBinaryKeys() throws Exception {
    RowData row = read("m MAP<BYTES, INT>", "{\"m\":[[\"AQ==\",1],[\"AQ==\",2]]}");
    assertThat(row.getMap(0).size()).isEqualTo(1);
    assertThat(row.getMap(0).valueArray().getInt(0)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          TINYINT      | 128            | column 'c': '128' is not a valid TINYINT: it is out of range
          INT          | 1.5            | column 'c': '1.5' is not a valid INT: it has a fraction
          INT          | 2147483648     | column 'c': '2147483648' is not a valid INT: it is out of range
          INT          | 1e999999999    | column 'c': '1e999999999' is not a valid INT: it is out of range
          INT          | true           | column 'c': 'true' is not a valid INT
          INT          | "0x10"         | column 'c': '0x10' is not a valid INT
          INT          | "١٢"           | column 'c': '١٢' is not a valid INT
          INT          | ""             | column 'c': '' is not a valid INT
          BIGINT       | 9223372036854775808 | column 'c': '9223372036854775808' is not a valid BIGINT: it is out of range
          BIGINT       | "9223372036854775808" | column 'c': '9223372036854775808' is not a valid BIGINT: it is out of range
          DOUBLE       | 1e999          | column 'c': '1e999' is not a valid DOUBLE: it is out of range
          FLOAT        | 1e39           | column 'c': '1e39' is not a valid FLOAT: it is out of range
          DOUBLE       | "1d"           | column 'c': '1d' is not a valid DOUBLE
          DECIMAL(5,2) | 1234           | column 'c': '1234' is not a valid DECIMAL(5, 2): it has more than 3 digits before the point
          DECIMAL(5,2) | 999.995        | column 'c': '999.995' is not a valid DECIMAL(5, 2): it has more than 3 digits before the point
          DECIMAL(5,2) | 1e999999999    | column 'c': '1e999999999' is not a valid DECIMAL(5, 2): it has more than 3 digits before the point
          BOOLEAN      | "yes"          | column 'c': 'yes' is not a valid BOOLEAN: only true and false are
          BOOLEAN      | 1              | column 'c': '1' is not a valid BOOLEAN: only true and false are
          VARCHAR(2)   | "abc"          | column 'c': 'abc' is not a valid VARCHAR(2): it has 3 characters
          CHAR(2)      | 123            | column 'c': '123' is not a valid CHAR(2): it has 3 characters
          VARBINARY(1) | "AQI="         | column 'c': 'AQI=' is not a valid VARBINARY(1): it has 2 bytes
          BYTES        | "*"            | column 'c': '*' is not a valid BYTES: it is not base64
          DATE         | "2023-02-29"   | column 'c': '2023-02-29' is not a valid DATE: write it as 2024-12-31
          DATE         | 19000          | column 'c': '19000' is not a valid DATE: it should be text
          TIME         | "24:00:00"     | column 'c': '24:00:00' is not a valid TIME(0): its hour is 24
          TIMESTAMP(3) | "2024-01-01T00:00:00Z" | column 'c': '2024-01-01T00:00:00Z' is not a valid TIMESTAMP(3): it has a zone, which this type cannot keep
          TIMESTAMP(3) | "2024-01-01T00:00:60" | column 'c': '2024-01-01T00:00:60' is not a valid TIMESTAMP(3): its second is 60
          TIMESTAMP(3) | "2024-01-01"   | column 'c': '2024-01-01' is not a valid TIMESTAMP(3): write it as 2024-12-31T23:59:59
          TIMESTAMP_LTZ(3) | "2024-01-01T00:00:00" | column 'c': '2024-01-01T00:00:00' is not a valid TIMESTAMP_LTZ(3): it has no zone; write Z or an offset such as +02:00 behind it
          ROW<x INT>   | "{}"           | column 'c': '"{}"' is not a valid ROW<`x` INT>: it should be an object
          ROW<x INT>   | {"x":"a"}      | column 'c.x': 'a' is not a valid INT
          ROW<x INT NOT NULL> | {}      | column 'c.x': null is not a valid INT NOT NULL
          ARRAY<ROW<x ARRAY<INT>>> | [{"x":[1]},{"x":[1,"b"]}] | column 'c[1].x[1]': 'b' is not a valid INT
          ARRAY<INT NOT NULL> | [null]  | column 'c[0]': null is not a valid INT NOT NULL
          MAP<STRING, INT> | {"k":"v"}  | column 'c[k]': 'v' is not a valid INT
          MAP<INT, INT> | {"1":1}       | column 'c': '{"1":1}' is not a valid MAP<INT, INT>: it should be an array of [key, value] pairs
          MAP<INT, INT> | [[1,2,3]]     | column 'c[0]': a [key, value] pair has more than two elements
          MAP<INT, INT> | [[1]]         | column 'c[0]': a [key, value] pair has no value
          MAP<STRING, INT> | [[null,1]] | column 'c[0]': a key is null, and columnar files cannot hold such a map
          MULTISET<INT> | [[1,0]]       | column 'c[0]': '0' is not a valid INT: a count is at least 1
          INT NOT NULL | null           | column 'c': null is not a valid INT NOT NULL
          STRING       | "\\ud83d"      | column 'c': '\ud83d' is not a valid STRING: half a surrogate pair is no character
          """)
  void namesColumnValueAndTypeOfWhatIsLost(String type, String json, String message) {
    assertThatExceptionOfType(InvalidTextException.class)
        .isThrownBy(() -> read("c " + type, "{\"c\":" + json + "}"))
        .withMessage(message.replace("\\ud83d", "\ud83d"));
  }

  @Test
  void missesColumnsThatMustNotBeNull() {
    assertThatExceptionOfType(InvalidTextException.class)
        .isThrownBy(() -> read("a INT, b STRING NOT NULL", "{\"a\":1}"))
        .withMessage("column 'b': null is not a valid STRING NOT NULL");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"c":1} x       | not JSON: Unrecognized token 'x'
          {"c":1}{"c":2}  | there is more text behind the JSON object
          [{"c":1}]       | a row is a JSON object
          7               | a row is a JSON object
          {"c":1          | not JSON: Unexpected end-of-input
          {"c":01}        | not JSON: Invalid numeric value
          {"c":NaN}       | not JSON: Non-standard token 'NaN'
          {'c':1}         | not JSON: Unexpected character (''' (code 39))
          ~~              | there is no JSON object, the text is empty
          """)
  void saysWhyTextIsNoRow(String json, String message) {
    for (boolean bytes : List.of(true, false)) {
      assertThatExceptionOfType(InvalidTextException.class)
          .isThrownBy(
              () -> {
                JsonRowReader reader = JsonRowReader.of(TableSchema.parse("c INT").toRowType());
                if (bytes) {
                  reader.read(utf8(json));
                } else {
                  reader.read(json);
                }
              })
          .withMessageStartingWith(message);
    }
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    byte[] latin1 = "{\"c\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);
    JsonRowReader reader = JsonRowReader.of(TableSchema.parse("c STRING").toRowType());
    assertThatExceptionOfType(InvalidTextException.class)
        .isThrownBy(() -> reader.read(latin1))
        .withMessageStartingWith("not JSON: Invalid UTF-8");
  }

  @Test
  void refusesTypesWithoutTextForm() {
    RowType type = RowType.of(new ZonedTimestampType(3));
    assertThatExceptionOfType(AutoCdcException.class)
        .isThrownBy(() -> JsonRowReader.of(type))
        .satisfies(
            e -> assertThat(e.problems().get(0).code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE));
  }

  private static RowData read(String schema, String json) throws InvalidTextException {
    return JsonRowReader.of(TableSchema.parse(schema).toRowType()).read(utf8(json));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
