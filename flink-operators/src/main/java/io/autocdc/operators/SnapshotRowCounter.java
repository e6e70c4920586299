// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.spi.SnapshotEnds;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.OutputTag;

/**
 * Counts the rows that each snapshot brings to its flow: behind views and rules, and with keys. A
 * snapshot that has lost all of its rows on the way must not pass for one that removes every key.
 */
final class SnapshotRowCounter extends AbstractStreamOperator<ChangeEvent>
    implements OneInputStreamOperator<ChangeEvent, ChangeEvent> {

  private static final long serialVersionUID = 1L;

  /** Of each subtask: the number of the snapshot that it reads, and its rows so far. */
  private static final ListStateDescriptor<long[]> COUNT =
      new ListStateDescriptor<>("count", PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO);

  private final OutputTag<RowData> counts;

  private transient ListState<long[]> state;
  private transient long number;
  private transient long rows;

  /**
   * @param version type of the versions
   */
  SnapshotRowCounter(LogicalType version) {
    this.counts = counts(version);
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  /** Where counts leave, in the form of {@link SnapshotEnds#count}. */
  static OutputTag<RowData> counts(LogicalType version) {
    return new OutputTag<>("snapshot-rows", SnapshotEnds.typeInfo(version));
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state = context.getOperatorStateStore().getListState(COUNT);
    number = 0;
    rows = 0;
    for (long[] saved : state.get()) {
      // All subtasks are in one snapshot: no watermark is under way when a checkpoint is made.
      number = saved[0];
      rows += saved[1];
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.clear();
    if (rows > 0) {
      state.add(new long[] {number, rows});
    }
  }

  @Override
  public void processElement(StreamRecord<ChangeEvent> row) {
    number = ChangeProjector.snapshotNumber(row.getValue());
    rows++;
    output.collect(row);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (rows > 0 && mark.getTimestamp() >= number) {
      output.collect(counts, new StreamRecord<>(SnapshotEnds.count(number, rows), number));
      rows = 0;
    }
    super.processWatermark(mark);
  }
}
