// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.Column;
import io.autocdc.operators.row.Leaves.Node;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Takes from a source row the columns that it authors, in the form of {@link PartialRows}; the
 * others are null. Not thread-safe; the result is overwritten by the next call.
 */
public final class PartialRowProjection {

  private final Node[] columns;
  private final Authorship authorship;
  private final GenericRowData picked;
  private final RowDataSerializer serializer;

  /**
   * @param flow the flow that reads the rows, with all columns of its target
   * @param type type of the target's non-key columns, without the hidden one
   */
  public PartialRowProjection(ResolvedFlow flow, RowType type) {
    List<LogicalType> types = type.getChildren();
    int[] positions =
        flow.payload().stream().map(Column::name).mapToInt(flow::sourcePosition).toArray();
    Leaves leaves = Leaves.of(types, positions);
    columns = leaves.columns();
    authorship = Authorship.of(flow, leaves);
    picked = new GenericRowData(columns.length + 1);
    serializer = new RowDataSerializer(PartialRows.typeOf(type));
  }

  /**
   * The projected row; valid until the next call.
   *
   * @throws UnknownColumnException if the row names a column to update that the source does not
   *     have
   */
  public BinaryRowData apply(RowData row) throws UnknownColumnException {
    byte[] authored = authorship.of(row);
    for (int i = 0; i < columns.length; i++) {
      boolean any = authored == null || LeafSet.count(columns[i], authored) > 0;
      picked.setField(i, any ? columns[i].value(row) : null);
    }
    picked.setField(columns.length, authored);
    return serializer.toBinaryRow(picked);
  }
}
