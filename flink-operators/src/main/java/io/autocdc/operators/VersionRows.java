// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.Column;
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
  private final SequenceCodec sequences;
  private final boolean hasInterval;

  VersionRows(ResolvedFlow flow, SequenceCodec sequences) {
    this.sequences = sequences;
    this.hasInterval = flow.flow().scdType().keepsHistory();
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
    int columns = getters.length;
    GenericRowData row = new GenericRowData(kind, hasInterval ? columns + 2 : columns);
    for (int i = 0; i < columns; i++) {
      row.setField(i, getters[i].getFieldOrNull(fromKey[i] ? key : version.row()));
    }
    if (hasInterval) {
      row.setField(columns, sequences.decode(version.start()));
      row.setField(columns + 1, version.end() == null ? null : sequences.decode(version.end()));
    }
    return row;
  }
}
