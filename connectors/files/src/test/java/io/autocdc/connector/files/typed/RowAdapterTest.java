// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonRowReader;
import io.autocdc.json.JsonRowWriter;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowAdapterTest {

  @ParameterizedTest(name = "{0} {1} as {2} is {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "TINYINT | -128 | BIGINT | -128",
        "BIGINT | 127 | TINYINT | 127",
        "INT | 7 | DECIMAL(3, 1) | 7.0",
        "INT | 7 | DOUBLE | 7.0",
        "FLOAT | 0.5 | DOUBLE | 0.5",
        "DECIMAL(20, 0) | 12 | BIGINT | 12",
        "DECIMAL(9, 3) | 1.255 | DECIMAL(9, 2) | 1.26",
        "DECIMAL(9, 2) | -1.20 | DECIMAL(18, 4) | -1.2000",
        "STRING | \"abc\" | VARCHAR(3) | \"abc\"",
        "BYTES | \"YWJj\" | STRING | \"abc\"",
        "BYTES | \"YWJj\" | VARBINARY(3) | \"YWJj\"",
        "TIME(3) | \"01:02:03.999\" | TIME(0) | \"01:02:03\"",
        "TIMESTAMP(9) | \"1969-12-31T23:59:59.123456789\" | TIMESTAMP(3)"
            + " | \"1969-12-31T23:59:59.123\"",
        "TIMESTAMP(9) | \"2026-01-01T00:00:00.123456789\" | TIMESTAMP(0) | \"2026-01-01T00:00:00\"",
        "TIMESTAMP(9) | \"2026-01-01T00:00:00.123456789\" | TIMESTAMP(7)"
            + " | \"2026-01-01T00:00:00.1234567\"",
        "TIMESTAMP_LTZ(3) | \"2026-01-01T00:00:00.001Z\" | TIMESTAMP(3)"
            + " | \"2026-01-01T00:00:00.001\"",
        "TIMESTAMP(3) | \"2026-01-01T00:00:00.001\" | TIMESTAMP_LTZ(6)"
            + " | \"2026-01-01T00:00:00.001Z\"",
        "ARRAY<INT> | [1,null] | ARRAY<BIGINT> | [1,null]",
        "MAP<STRING, INT> | {\"a\":1} | MAP<STRING, DOUBLE> | {\"a\":1.0}",
        "MAP<STRING, INT> | {\"a\":2} | MULTISET<STRING> | {\"a\":2}",
        "ROW<a INT, b INT> | {\"a\":1,\"b\":2} | ROW<b BIGINT, c STRING> | {\"b\":2,\"c\":null}",
      })
  void aTypeIsReadAsOneThatHasTheValue(String file, String value, String declared, String expected)
      throws Exception {
    assertThat(adapt(file, value, declared)).isEqualTo("{\"v\":" + expected + "}");
    assertThat(adapt(file, "null", declared)).isEqualTo("{\"v\":null}");
  }

  @ParameterizedTest(name = "{0} {1} as {2}: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGINT | 128 | TINYINT | column 'v': '128' is not a valid TINYINT: it is out of range",
        "BIGINT | -2147483649 | INT"
            + " | column 'v': '-2147483649' is not a valid INT: it is out of range",
        "DECIMAL(20, 0) | 18446744073709551615 | BIGINT"
            + " | column 'v': '18446744073709551615' is not a valid BIGINT: it is out of range",
        "DECIMAL(9, 2) | 1000.00 | DECIMAL(4, 2)"
            + " | column 'v': '1000.00' is not a valid DECIMAL(4, 2):"
            + " it has more than 2 digits before the point",
        "STRING | \"abcd\" | VARCHAR(3)"
            + " | column 'v': 'abcd' is not a valid VARCHAR(3): it has 4 characters",
        "BYTES | \"/w==\" | STRING"
            + " | column 'v': '\uFFFD' is not a valid STRING: the bytes are not UTF-8",
        "ARRAY<INT> | [1,null] | ARRAY<INT NOT NULL>"
            + " | column 'v[1]': null is not a valid INT NOT NULL",
        "ROW<a INT> | {\"a\":null} | ROW<a INT NOT NULL>"
            + " | column 'v.a': null is not a valid INT NOT NULL",
      })
  void aValueThatItsTypeDoesNotHaveIsInvalid(
      String file, String value, String declared, String message) {
    assertThatThrownBy(() -> adapt(file, value, declared))
        .isInstanceOf(InvalidTextException.class)
        .hasMessage(message);
  }

  @ParameterizedTest(name = "{0} as {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "STRING | BIGINT",
        "BIGINT | STRING",
        "DOUBLE | FLOAT",
        "DOUBLE | BIGINT",
        "BIGINT | DOUBLE",
        "DECIMAL(9, 2) | DOUBLE",
        "DECIMAL(9, 2) | INT",
        "INT | BOOLEAN",
        "STRING | DATE",
        "DATE | TIMESTAMP(3)",
        "ARRAY<INT> | INT",
        "ROW<a INT> | MAP<STRING, INT>",
      })
  void typesThatDifferInKindAreToldApart(String file, String declared) {
    RowType from = type("v " + file);
    assertThatThrownBy(() -> RowAdapter.of(from, type("v " + declared)))
        .hasMessageStartingWith("column 'v': the file has ")
        .hasMessageContaining(", which is not read as ");
  }

  @Test
  void aColumnThatTheFileLacksIsNullUnlessItMustNotBe() throws Exception {
    RowType file = type("a INT, b INT");
    assertThat(
            RowAdapter.of(file, type("c STRING, b INT"))
                .adapt(JsonRowReader.of(file).read("{\"a\":1,\"b\":2}"))
                .toString())
        .isEqualTo("+I(null,2)");
    assertThatThrownBy(() -> RowAdapter.of(file, type("c STRING NOT NULL")))
        .hasMessage("column 'c': null is not a valid STRING NOT NULL");
  }

  private static RowType type(String schema) {
    return TableSchema.parse(schema).toRowType();
  }

  private static String adapt(String file, String value, String declared) throws Exception {
    RowType from = type("v " + file);
    RowType to = type("v " + declared);
    return JsonRowWriter.of(to)
        .write(RowAdapter.of(from, to).adapt(JsonRowReader.of(from).read("{\"v\":" + value + "}")));
  }
}
