// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.Test;

class TableReaderTest {

  private static final TableName NAME = TableName.parse("silver.t");

  private static final TableDescription HISTORY =
      new TableDescription(
          TableSchema.parse(
              "name STRING, id BIGINT NOT NULL, __START_AT BIGINT NOT NULL, __END_AT BIGINT"),
          List.of("id", "__START_AT"),
          Map.of());

  private static RowData row(String name, long id, long start, Long end) {
    return GenericRowData.of(name == null ? null : StringData.fromString(name), id, start, end);
  }

  private static final List<RowData> ROWS =
      List.of(
          row("c", 10, 5, null),
          row("b", 9, 100, null),
          row(null, 10, 3, 5L),
          row("a", 9, 20, 100L));

  private static List<String> json(TableReader.Rows rows) {
    return printed(out -> RowPrinter.printJson(rows, out));
  }

  private static List<String> printed(Consumer<PrintStream> printing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      printing.accept(out);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void rowsComeByKeyThenByStartComparedAsNumbers() {
    TableReader.Rows rows =
        TableReader.read(new RowsCatalog(HISTORY, ROWS), NAME, HISTORY, AsOf.ANY_TIME, null, null);

    assertThat(json(rows))
        .containsExactly(
            "{\"name\":\"a\",\"id\":9,\"__START_AT\":20,\"__END_AT\":100}",
            "{\"name\":\"b\",\"id\":9,\"__START_AT\":100,\"__END_AT\":null}",
            "{\"name\":null,\"id\":10,\"__START_AT\":3,\"__END_AT\":5}",
            "{\"name\":\"c\",\"id\":10,\"__START_AT\":5,\"__END_AT\":null}");
  }

  @Test
  void aTableWithoutAKeyIsSortedByAllColumnsNullsFirst() {
    TableDescription grows = new TableDescription(HISTORY.schema(), List.of(), Map.of());

    TableReader.Rows rows =
        TableReader.read(new RowsCatalog(grows, ROWS), NAME, grows, AsOf.ANY_TIME, null, null);

    assertThat(rows.rows()).extracting(r -> r.getLong(2)).containsExactly(3L, 5L, 20L, 100L);
  }

  @Test
  void aConditionAndALimitChooseRows() {
    TableReader.Rows rows =
        TableReader.read(
            new RowsCatalog(HISTORY, ROWS),
            NAME,
            HISTORY,
            AsOf.ANY_TIME,
            "__END_AT IS NULL OR id = 9",
            2);

    assertThat(rows.rows()).extracting(r -> r.getLong(2)).containsExactly(20L, 100L);
    assertThat(printed(out -> RowPrinter.printTable(rows, out, 0)))
        .containsExactly(
            "name  id  __START_AT  __END_AT",
            "----  --  ----------  --------",
            "a      9          20       100",
            "b      9         100      NULL",
            "(3 rows, the first 2 shown)");
  }

  @Test
  void aWrongConditionIsAUsersFaultWithASuggestion() {
    assertThatThrownBy(
            () ->
                TableReader.read(
                    new RowsCatalog(HISTORY, ROWS),
                    NAME,
                    HISTORY,
                    AsOf.ANY_TIME,
                    "nam = 'x'",
                    null))
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e ->
                assertThat(e.problems().get(0).toString())
                    .isEqualTo(
                        "INVALID_EXPRESSION --where \"nam = 'x'\" at line 1, column 1;"
                            + " Column 'nam' not found; did you mean 'name'?"));
    assertThatThrownBy(
            () ->
                TableReader.read(
                    new RowsCatalog(HISTORY, ROWS), NAME, HISTORY, AsOf.ANY_TIME, "id", null))
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e -> assertThat(e.problems().get(0).code()).isEqualTo(ErrorCode.NOT_BOOLEAN));
  }

  @Test
  void nestedValuesAreShownAsJsonAndTextsWithoutQuotes() {
    TableDescription nested =
        new TableDescription(
            TableSchema.parse("tags ARRAY<STRING>, r ROW<a INT, b STRING>, s STRING, b BYTES"),
            List.of(),
            Map.of());
    RowData row =
        GenericRowData.of(
            new GenericArrayData(new Object[] {StringData.fromString("x"), null}),
            GenericRowData.of(1, StringData.fromString("y")),
            StringData.fromString("say \"hi\""),
            new byte[] {1, 2});

    TableReader.Rows rows =
        TableReader.read(
            new RowsCatalog(nested, List.of(row)), NAME, nested, AsOf.ANY_TIME, null, null);

    assertThat(printed(out -> RowPrinter.printTable(rows, out, 0)).get(2))
        .isEqualTo("[\"x\",null]  {\"a\":1,\"b\":\"y\"}  say \"hi\"  AQI=");
  }
}
