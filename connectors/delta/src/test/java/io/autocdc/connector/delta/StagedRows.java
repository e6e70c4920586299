// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.testing.TestRows;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** What a writer stages of some changes. */
final class StagedRows {

  private StagedRows() {}

  static StagedChanges of(DeltaFolder folder, Iterable<Row> changes) throws Exception {
    DeltaState state = folder.newest().orElseThrow();
    TableLayout layout = TableLayout.of(state);
    RowType type = layout.rowType();
    RowRowConverter converter = TestRows.converter(type);
    StagingOperator operator =
        new StagingOperator(folder.location(), type, type, layout.primaryKey());
    try (OneInputStreamOperatorTestHarness<RowData, byte[]> harness =
        new OneInputStreamOperatorTestHarness<>(operator)) {
      harness.open();
      for (Row change : changes) {
        harness.processElement(new StreamRecord<>(converter.toInternal(change)));
      }
      harness.prepareSnapshotPreBarrier(1);
      List<byte[]> staged = harness.extractOutputValues();
      return staged.isEmpty()
          ? new StagedChanges(List.of(), "")
          : CommitOperator.changes(staged.get(0));
    }
  }

  /** The changes that make a row of each value, or take the row of the key away. */
  static List<Row> changes(Map<Long, String> values) {
    return values.entrySet().stream()
        .map(
            entry ->
                entry.getValue() == null
                    ? Row.ofKind(RowKind.DELETE, entry.getKey(), null)
                    : Row.ofKind(RowKind.UPDATE_AFTER, entry.getKey(), entry.getValue()))
        .toList();
  }
}
