// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Outcome;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.ledger.Tallying;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/**
 * Keeps a target without truncates: changes in, changelog out. One that had truncates in earlier
 * runs still obeys the greatest of them.
 */
final class MergeFunction extends KeyedProcessFunction<RowData, ChangeEvent, RowData>
    implements CheckpointedFunction, Tallying {

  private static final long serialVersionUID = 1L;

  private final KeyMerger merger;
  private transient TooLateRows tooLate;
  private transient boolean sortedState;

  /** The greatest truncate of earlier runs; null if there was none. */
  private transient Sequence truncatedAt;

  MergeFunction(KeyMerger merger) {
    this.merger = merger;
  }

  KeyMerger merger() {
    return merger;
  }

  /** Tells, before {@link #open}, that the state backend iterates in the order of its keys. */
  void setSortedState(boolean sortedState) {
    this.sortedState = sortedState;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    if (context.isRestored() && merger instanceof TruncatableMerger) {
      truncatedAt =
          TruncatingMergeFunction.greatest(
              context.getOperatorStateStore().getBroadcastState(TruncatingMergeFunction.TRUNCATES));
    }
  }

  /** What was restored is saved again by itself. */
  @Override
  public void snapshotState(FunctionSnapshotContext context) {}

  @Override
  public void open(OpenContext context) {
    merger.open(getRuntimeContext(), sortedState);
    if (merger instanceof HistoryMerger history) {
      tooLate = new TooLateRows(merger.target(), history.history());
    }
  }

  @Override
  public void processElement(ChangeEvent change, Context context, Collector<RowData> out)
      throws Exception {
    Outcome outcome =
        merger.process(change, context.timestamp(), truncatedAt, context.timerService(), out);
    if (outcome == Outcome.TOO_LATE) {
      context.output(TooLateRows.tag(change.flow()), tooLate.of(change));
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<RowData> out)
      throws Exception {
    merger.onTimer(context.timerService());
  }

  @Override
  public void drainTallies(Consumer<RowData> ledger) {
    merger.drainTallies(ledger);
  }
}
