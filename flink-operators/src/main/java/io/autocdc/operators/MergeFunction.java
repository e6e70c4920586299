// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.operators.ledger.Tallying;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** Keeps a target without truncates: changes in, changelog out. */
final class MergeFunction extends KeyedProcessFunction<RowData, ChangeEvent, RowData>
    implements Tallying {

  private static final long serialVersionUID = 1L;

  private final KeyMerger merger;
  private transient boolean sortedState;

  MergeFunction(KeyMerger merger) {
    this.merger = merger;
  }

  /** Tells, before {@link #open}, that the state backend iterates in the order of its keys. */
  void setSortedState(boolean sortedState) {
    this.sortedState = sortedState;
  }

  @Override
  public void open(OpenContext context) {
    merger.open(getRuntimeContext(), sortedState);
  }

  @Override
  public void processElement(ChangeEvent change, Context context, Collector<RowData> out)
      throws Exception {
    merger.process(change, null, context.timerService(), out);
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
