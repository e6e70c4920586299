// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/**
 * A stored table as its users see it.
 *
 * @param columns all columns, in order
 */
record TableLayout(List<StoredColumn> columns) {

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE if another engine has given
   *     the table a column for which Flink has no type
   */
  static TableLayout of(DeltaState state) {
    List<StoredColumn> columns = new ArrayList<>();
    for (String name : state.columnNames()) {
      try {
        columns.add(state.column(name));
      } catch (IllegalArgumentException e) {
        throw DeltaProblems.foreignType(state.location().toString(), name, e);
      }
    }
    return new TableLayout(columns);
  }

  TableSchema schema() {
    return TableSchema.of(rowType());
  }

  RowType rowType() {
    return new RowType(
        false,
        columns.stream()
            .map(column -> new RowType.RowField(column.name(), column.type()))
            .toList());
  }

  List<String> primaryKey() {
    return columns.stream()
        .filter(StoredColumn::isKey)
        .sorted(Comparator.comparing(StoredColumn::keyPosition))
        .map(StoredColumn::name)
        .toList();
  }

  /** The columns of the primary key alone, in its order. */
  RowType keyType() {
    RowType all = rowType();
    return new RowType(
        false,
        primaryKey().stream().map(name -> all.getFields().get(all.getFieldIndex(name))).toList());
  }
}
