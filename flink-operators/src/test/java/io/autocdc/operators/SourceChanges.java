// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.Column;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.operators.row.PartialRowProjection;
import io.autocdc.operators.row.RowProjection;
import io.autocdc.operators.row.UnknownColumnException;
import java.util.List;
import org.apache.flink.table.data.RowData;

/** Reads changes from valid source rows with their conditions, without Flink's runtime. */
final class SourceChanges {

  /**
   * A change.
   *
   * @param key null for a truncate
   * @param row null for a delete or truncate
   */
  record Change(Sequence system, Sequence sequence, RowData key, RowData row) {
    boolean isTruncate() {
      return key == null;
    }
  }

  private SourceChanges() {}

  static Change read(TargetShape target, int flowIndex, RowData row) {
    ResolvedFlow flow = target.flows().get(flowIndex);
    Sequence sequence = sequence(flow, flow.sequence(), row);
    Sequence system = target.isBitemporal() ? sequence(flow, flow.systemSequence(), row) : null;
    int condition = flow.source().columns().size();
    boolean delete = flow.flow().applyAsDeletes() != null && isTrue(row, condition++);
    if (flow.flow().applyAsTruncates() != null && isTrue(row, condition)) {
      return new Change(system, sequence, null, null);
    }
    RowData key =
        RowProjection.of(
                flow.keys().stream().map(Column::type).toList(), inSource(flow, flow.keys()))
            .apply(row)
            .copy();
    return new Change(system, sequence, key, delete ? null : payload(target, flow, row));
  }

  private static Sequence sequence(ResolvedFlow flow, List<Column> columns, RowData row) {
    return SequenceCodec.of(columns.stream().map(Column::type).toList())
        .encode(row, inSource(flow, columns));
  }

  private static int[] inSource(ResolvedFlow flow, List<Column> columns) {
    return columns.stream().mapToInt(c -> flow.source().indexOf(c.name())).toArray();
  }

  private static boolean isTrue(RowData row, int position) {
    return !row.isNullAt(position) && row.getBoolean(position);
  }

  private static RowData payload(TargetShape target, ResolvedFlow flow, RowData row) {
    if (!target.isPartial()) {
      return RowProjection.of(
              flow.payload().stream().map(Column::type).toList(), inSource(flow, flow.payload()))
          .apply(row)
          .copy();
    }
    try {
      return new PartialRowProjection(flow, target.payloadType()).apply(row).copy();
    } catch (UnknownColumnException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
