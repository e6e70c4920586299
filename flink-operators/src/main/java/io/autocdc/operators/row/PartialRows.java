// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.operators.row.Leaves.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;

/**
 * The form of rows that may author less than all of their columns: the columns, then one hidden
 * column with the {@link LeafSet} of what the row authors, null for all of it. Only targets with
 * partial updates have that column.
 */
public final class PartialRows {

  private static final String HIDDEN_COLUMN = "__AUTHORED";

  private PartialRows() {}

  /** The columns of a target with the hidden column behind them. */
  public static RowType typeOf(RowType columns) {
    String name = HIDDEN_COLUMN;
    while (columns.getFieldNames().contains(name)) {
      name += "_";
    }
    List<RowType.RowField> fields = new ArrayList<>(columns.getFields());
    fields.add(new RowType.RowField(name, new VarBinaryType(VarBinaryType.MAX_LENGTH)));
    return new RowType(false, fields);
  }

  /**
   * The names of the columns that a row authors as a whole; null for all of them.
   *
   * @param columns the columns of the row without the hidden one
   */
  public static List<String> authoredColumns(RowData row, RowType columns) {
    byte[] authored = authored(row, columns.getFieldCount());
    if (authored == null) {
      return null;
    }
    int[] positions = IntStream.range(0, columns.getFieldCount()).toArray();
    Node[] nodes = Leaves.of(columns.getChildren(), positions).columns();
    return IntStream.of(positions)
        .filter(i -> LeafSet.count(nodes[i], authored) == nodes[i].leaves())
        .mapToObj(columns.getFieldNames()::get)
        .toList();
  }

  /** The leaves that a row authors; null for all of them. */
  static byte[] authored(RowData row, int columns) {
    return row.isNullAt(columns) ? null : row.getBinary(columns);
  }
}
