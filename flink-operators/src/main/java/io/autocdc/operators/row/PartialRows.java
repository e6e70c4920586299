// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import java.util.ArrayList;
import java.util.List;
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

  /** The leaves that a row authors; null for all of them. */
  static byte[] authored(RowData row, int columns) {
    return row.isNullAt(columns) ? null : row.getBinary(columns);
  }
}
