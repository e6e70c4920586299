// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import io.autocdc.jobs.text.TextTable;
import io.autocdc.json.JsonRowWriter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;

/** Prints rows as JSON lines or as a table. */
public final class RowPrinter {

  private RowPrinter() {}

  /** One JSON object a line. */
  public static void printJson(TableReader.Rows rows, PrintStream out) {
    JsonRowWriter writer = JsonRowWriter.of(rows.schema().toRowType());
    for (RowData row : rows.rows()) {
      out.println(writer.write(row));
    }
  }

  /**
   * Aligned columns, and a line with the number of rows.
   *
   * @param width columns of the terminal; zero if it is none, and nothing is cut
   */
  public static void printTable(TableReader.Rows rows, PrintStream out, int width) {
    RowType type = rows.schema().toRowType();
    List<Boolean> rightAligned = new ArrayList<>();
    List<CellText> cells = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      LogicalType field = type.getTypeAt(i);
      rightAligned.add(field.is(LogicalTypeFamily.NUMERIC));
      cells.add(new CellText(field, i));
    }
    TextTable table = new TextTable(rows.schema().names(), rightAligned);
    for (RowData row : rows.rows()) {
      table.add(cells.stream().map(cell -> cell.of(row)).toList());
    }
    table.render(width).forEach(out::println);
    out.println(countLine(rows.rows().size(), rows.matching()));
  }

  private static String countLine(int shown, int matching) {
    String rows = String.format(Locale.ROOT, "%d row%s", matching, matching == 1 ? "" : "s");
    return shown == matching ? "(" + rows + ")" : "(" + rows + ", the first " + shown + " shown)";
  }
}
