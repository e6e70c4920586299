// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowReader;
import io.autocdc.json.JsonRowWriter;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WideningTest {

  private static RowLayout layout(String columns) {
    return new RowLayout(type(columns), false, Set.of());
  }

  private static RowType type(String columns) {
    return TableSchema.parse(columns).toRowType();
  }

  private static String changed(String from, String to, String json) throws Exception {
    RowData row = JsonRowReader.of(type(from)).read(json);
    RowData changed = LayoutChange.between(layout(from), layout(to)).apply(row);
    return JsonRowWriter.of(type(to)).write(changed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "TINYINT | SMALLINT | -7 | -7",
        "TINYINT | BIGINT | -7 | -7",
        "INT | BIGINT | 2147483647 | 2147483647",
        "FLOAT | DOUBLE | 0.1 | 0.10000000149011612",
        "DECIMAL(3, 1) | DECIMAL(38, 1) | 12.5 | 12.5",
        "DECIMAL(3, 1) | DECIMAL(20, 4) | 12.5 | 12.5000",
        "CHAR(3) | VARCHAR(3) | \"abc\" | \"abc\"",
        "VARCHAR(3) | STRING | \"abc\" | \"abc\"",
        "BINARY(2) | BYTES | \"AAE=\" | \"AAE=\"",
        "TIME(0) | TIME(3) | \"12:00:01\" | \"12:00:01\"",
        "TIMESTAMP(0) | TIMESTAMP(9) | \"2024-01-01T00:00:01\" | \"2024-01-01T00:00:01\"",
        "TIMESTAMP_LTZ(3) | TIMESTAMP_LTZ(6) | \"2024-01-01T00:00:01.5Z\" | \"2024-01-01T00:00:01.5Z\"",
        "INT NOT NULL | INT | 1 | 1",
        "ROW<a INT NOT NULL, b STRING> | ROW<b STRING, c DATE, a BIGINT> | {\"a\":1,\"b\":\"x\"} | {\"b\":\"x\",\"c\":null,\"a\":1}",
        "ARRAY<INT> | ARRAY<BIGINT> | [1,null] | [1,null]",
        "MAP<STRING, ROW<a INT>> | MAP<STRING, ROW<a INT, b INT>> | {\"k\":{\"a\":1}} | {\"k\":{\"a\":1,\"b\":null}}",
        "ROW<a INT> | ROW<a BIGINT> | null | null"
      })
  void widerTypesTakeTheValue(String from, String to, String value, String widened)
      throws Exception {
    assertThat(changed("v " + from, "v " + to, "{\"v\":" + value + "}"))
        .isEqualTo("{\"v\":" + widened + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGINT | INT",
        "INT | DOUBLE",
        "INT | STRING",
        "DOUBLE | FLOAT",
        "DECIMAL(5, 2) | DECIMAL(5, 3)",
        "DECIMAL(5, 2) | DECIMAL(6, 1)",
        "STRING | VARCHAR(3)",
        "CHAR(3) | CHAR(4)",
        "BYTES | STRING",
        "TIMESTAMP(3) | TIMESTAMP(0)",
        "TIMESTAMP(3) | TIMESTAMP_LTZ(3)",
        "DATE | TIMESTAMP(3)",
        "ROW<a INT> | ROW<b INT>",
        "ROW<a INT> | ROW<a INT NOT NULL>",
        "ROW<a INT> | ROW<a INT, b INT NOT NULL>",
        "ARRAY<BIGINT> | ARRAY<INT>",
        "ARRAY<INT> | INT",
        "MAP<STRING, INT> | MAP<INT, INT>"
      })
  void othersAreRefusedByName(String from, String to) {
    assertThat(LayoutChange.obstacles(layout("v " + from), layout("v " + to)))
        .singleElement()
        .asString()
        .startsWith("column 'v' is stored as ");
    assertThatThrownBy(() -> LayoutChange.between(layout("v " + from), layout("v " + to)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void columnsGoByNameAndNewOnesAreNull() throws Exception {
    assertThat(
            changed(
                "a INT, b INT, c INT", "c INT, x STRING, a BIGINT", "{\"a\":1,\"b\":2,\"c\":3}"))
        .isEqualTo("{\"c\":3,\"x\":null,\"a\":1}");
  }

  @Test
  void whatARowAuthorsFollowsTheLeaves() throws Exception {
    RowType before = type("s ROW<x INT, y INT>, a INT");
    RowType after = type("a INT, open INT, s ROW<y INT, z INT, x INT>, shut INT");
    RowLayout from = new RowLayout(before, true, Set.of());
    RowLayout to = new RowLayout(after, true, Set.of("open"));
    RowData full = JsonRowReader.withRoom(before, 1).read("{\"s\":{\"x\":1,\"y\":2},\"a\":3}");
    byte[] authored = PartialRows.authored(LayoutChange.between(from, to).apply(full), 4);
    assertThat(leaves(authored, 6)).isEqualTo(List.of(0, 2, 3, 4, 5));

    var sparse = JsonRowReader.withRoom(before, 1).read("{\"s\":{\"x\":1,\"y\":2},\"a\":3}");
    sparse.setField(2, new byte[] {0b010});
    authored = PartialRows.authored(LayoutChange.between(from, to).apply(sparse), 4);
    assertThat(leaves(authored, 6)).isEqualTo(List.of(2, 3, 5));
  }

  @Test
  void aFullRowStaysOneIfNothingIsLeftOpen() throws Exception {
    RowLayout from = layout("a INT");
    RowLayout to = new RowLayout(type("a INT, b INT"), true, Set.of("a"));
    RowData row = JsonRowReader.of(from.columns()).read("{\"a\":1}");
    assertThat(PartialRows.authored(LayoutChange.between(from, to).apply(row), 2)).isNull();
  }

  private static List<Integer> leaves(byte[] authored, int count) {
    return java.util.stream.IntStream.range(0, count)
        .filter(leaf -> LeafSet.contains(leaf, authored))
        .boxed()
        .toList();
  }
}
