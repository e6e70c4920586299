// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.Column;
import io.autocdc.merge.Belief;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.merge.Version;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/** Puts the visible rows of a target together from key, values and interval. */
final class VersionRows {

  private final RowData.FieldGetter[] getters;
  private final boolean[] fromKey;

  /** Columns behind those of the declaration: none, an interval, or one on each axis. */
  private final int added;

  private final SequenceCodec sequences;

  /** For bitemporal targets; else null. */
  private final SequenceCodec systemSequences;

  VersionRows(TargetShape target) {
    ResolvedFlow flow = target.shared();
    added = !target.scdType().keepsHistory() ? 0 : target.isBitemporal() ? 4 : 2;
    sequences = target.sequences();
    systemSequences = target.isBitemporal() ? target.systemSequences() : null;
    List<Column> output = flow.output();
    List<String> keys = flow.keys().stream().map(Column::name).toList();
    List<String> payload = flow.payload().stream().map(Column::name).toList();
    getters = new RowData.FieldGetter[output.size()];
    fromKey = new boolean[output.size()];
    for (int i = 0; i < getters.length; i++) {
      Column column = output.get(i);
      fromKey[i] = keys.contains(column.name());
      int position = (fromKey[i] ? keys : payload).indexOf(column.name());
      getters[i] = RowData.createFieldGetter(column.type().copy(true), position);
    }
  }

  RowData row(RowKind kind, RowData key, Version<RowData> version) {
    return rowWithInterval(kind, key, version);
  }

  RowData row(RowKind kind, RowData key, Belief<RowData> belief) {
    GenericRowData row = rowWithInterval(kind, key, belief.version());
    setInterval(row, getters.length + 2, belief.systemStart(), belief.systemEnd(), systemSequences);
    return row;
  }

  private GenericRowData rowWithInterval(RowKind kind, RowData key, Version<RowData> version) {
    int columns = getters.length;
    GenericRowData row = new GenericRowData(kind, columns + added);
    for (int i = 0; i < columns; i++) {
      row.setField(i, getters[i].getFieldOrNull(fromKey[i] ? key : version.row()));
    }
    if (added > 0) {
      setInterval(row, columns, version.start(), version.end(), sequences);
    }
    return row;
  }

  private static void setInterval(
      GenericRowData row, int position, Sequence start, Sequence end, SequenceCodec codec) {
    row.setField(position, codec.decode(start));
    row.setField(position + 1, end == null ? null : codec.decode(end));
  }
}
