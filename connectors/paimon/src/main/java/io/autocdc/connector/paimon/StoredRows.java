// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Puts the columns of a changelog in the order in which a table stores them: columns that the
 * changelog lacks become null, and those that only the storage has are derived.
 */
final class StoredRows implements MapFunction<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final Column[] columns;

  private StoredRows(Column[] columns) {
    this.columns = columns;
  }

  /**
   * @param incoming the columns of the changelog, each of which the table has
   */
  static StoredRows of(RowType incoming, TableLayout layout) {
    return new StoredRows(
        layout.stored().getFieldNames().stream()
            .map(name -> column(name, incoming, layout))
            .toArray(Column[]::new));
  }

  /** True if the changelog has the columns of the table already, in their order. */
  static boolean isAligned(RowType incoming, TableLayout layout) {
    return incoming.getFieldNames().equals(layout.stored().getFieldNames());
  }

  @Override
  public RowData map(RowData row) {
    GenericRowData stored = new GenericRowData(row.getRowKind(), columns.length);
    for (int i = 0; i < columns.length; i++) {
      stored.setField(i, columns[i].valueIn(row));
    }
    return stored;
  }

  private static Column column(String name, RowType incoming, TableLayout layout) {
    String source = layout.storageKeys().get(name);
    if (source != null) {
      int position = incoming.getFieldIndex(source);
      return StorageKeyEncoder.of(incoming.getTypeAt(position), position)::encode;
    }
    int position = incoming.getFieldIndex(name);
    if (position < 0) {
      return row -> null;
    }
    RowData.FieldGetter getter = RowData.createFieldGetter(incoming.getTypeAt(position), position);
    return getter::getFieldOrNull;
  }

  /** Columns of the changelog that the table does not have. */
  static List<String> foreignColumns(RowType incoming, TableLayout layout) {
    return IntStream.range(0, incoming.getFieldCount())
        .mapToObj(incoming.getFieldNames()::get)
        .filter(name -> !layout.visible().contains(name))
        .toList();
  }

  private interface Column extends Serializable {
    /** May be null. */
    Object valueIn(RowData row);
  }
}
