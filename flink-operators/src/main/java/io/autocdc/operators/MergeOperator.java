// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.SimpleTimerService;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.RowData;

/**
 * Runs a {@link MergeFunction}, asks it for its counts, and does what Flink has no public way to do
 * from within a function: it tells whether the state backend keeps map keys in byte order, and
 * walks over all keys if history has a retention for which they were not given timers.
 */
final class MergeOperator extends KeyedProcessOperator<RowData, ChangeEvent, RowData> {

  private static final long serialVersionUID = 1L;

  private transient HistoryClock clock;
  private transient TimerService timers;

  MergeOperator(MergeFunction function) {
    super(function);
  }

  private MergeFunction function() {
    return (MergeFunction) userFunction;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    if (function().merger() instanceof HistoryMerger merger) {
      clock = HistoryClock.restore(context, merger.history());
      merger.setClock(clock.restoredTime());
    }
  }

  @Override
  public void open() throws Exception {
    function().setSortedState(isSorted(getKeyedStateBackend()));
    super.open();
    if (clock == null) {
      return;
    }
    timers =
        new SimpleTimerService(
            getInternalTimerService("user-timers", VoidNamespaceSerializer.INSTANCE, this));
    if (clock.isNewToRestoredKeys()) {
      lookAtAllKeys((HistoryMerger) function().merger());
    }
  }

  /** Silent keys have no timer, and would keep their history for ever. */
  private void lookAtAllKeys(HistoryMerger merger) throws Exception {
    KeyedStateBackend<RowData> backend = getKeyedStateBackend();
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        merger.headDescriptor(),
        (key, head) -> {
          try {
            merger.onTimer(timers);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    if (clock != null) {
      clock.save(((HistoryMerger) function().merger()).clock(timers), timers);
    }
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    ((MergeFunction) userFunction).report(output);
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    ((MergeFunction) userFunction).report(output);
  }

  private static boolean isSorted(KeyedStateBackend<?> backend) {
    String name = backend.getClass().getSimpleName();
    return name.startsWith("RocksDB") || name.startsWith("ForSt");
  }
}
