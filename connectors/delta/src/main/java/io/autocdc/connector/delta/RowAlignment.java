// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Puts columns into the order in which a table stores them; those that rows lack are null. */
final class RowAlignment {

  private final RowData.FieldGetter[] getters;

  RowAlignment(RowType incoming, RowType stored) {
    getters =
        stored.getFieldNames().stream()
            .map(name -> getter(incoming, incoming.getFieldIndex(name)))
            .toArray(RowData.FieldGetter[]::new);
  }

  private static RowData.FieldGetter getter(RowType incoming, int position) {
    return position < 0
        ? row -> null
        : RowData.createFieldGetter(incoming.getTypeAt(position).copy(true), position);
  }

  /** Columns of rows that a table does not have. */
  static List<String> foreignColumns(RowType incoming, RowType stored) {
    return incoming.getFieldNames().stream()
        .filter(name -> !stored.getFieldNames().contains(name))
        .toList();
  }

  /** A view of the values of the row. */
  GenericRowData apply(RowData row) {
    GenericRowData aligned = new GenericRowData(row.getRowKind(), getters.length);
    for (int i = 0; i < getters.length; i++) {
      aligned.setField(i, getters[i].getFieldOrNull(row));
    }
    return aligned;
  }
}
