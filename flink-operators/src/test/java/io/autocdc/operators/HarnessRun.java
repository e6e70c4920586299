// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.golden.TestFlows.RowSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/**
 * Runs a flow on the real operators in Flink's test harness, with as many merge subtasks as wanted,
 * stopped and restored between batches.
 */
final class HarnessRun implements AutoCloseable {

  private static final int MAX_PARALLELISM = 16;

  private final ResolvedFlow flow;
  private final Retention retention;
  private final Supplier<StateBackend> backend;
  private final RowSource source;
  private final MaterializedTable table;
  private final OneInputStreamOperatorTestHarness<RowData, ChangeEvent> projector;
  private final ChangeEventSerializer serializer;
  private List<AbstractStreamOperatorTestHarness<RowData>> merges = new ArrayList<>();
  private long checkpoint;
  private long clock;

  HarnessRun(
      ResolvedFlow flow, Supplier<StateBackend> backend, Retention retention, int parallelism)
      throws Exception {
    this.flow = flow;
    this.retention = retention;
    this.backend = backend;
    source = new RowSource(flow);
    table = new MaterializedTable(flow);
    serializer = new ChangeEventSerializer(flow.keys().size(), flow.payload().size());
    projector =
        new OneInputStreamOperatorTestHarness<>(
            new ProcessOperator<>(new ChangeProjector(flow, 0)));
    projector.setup(serializer);
    projector.open();
    start(parallelism, null);
  }

  MaterializedTable table() {
    return table;
  }

  /** Sends an event through projection and merge. */
  void send(String json) throws Exception {
    projector.processElement(new StreamRecord<>(source.read(json)));
    List<ChangeEvent> changes = new ArrayList<>();
    for (ChangeEvent change : projector.extractOutputValues()) {
      changes.add(copied(change));
    }
    projector.getOutput().clear();
    for (ChangeEvent change : changes) {
      int subtask =
          KeyGroupRangeAssignment.assignKeyToParallelOperator(
              change.key(), MAX_PARALLELISM, merges.size());
      process(merges.get(subtask), change);
    }
    var truncates = projector.getSideOutput(ChangeProjector.TRUNCATES);
    while (truncates != null && !truncates.isEmpty()) {
      byte[] truncate = truncates.poll().getValue();
      for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
        truncating(merge).processElement2(new StreamRecord<>(truncate));
      }
    }
    drain();
  }

  /** Invalid rows so far, by reason. */
  List<String> invalidReasons() {
    List<String> reasons = new ArrayList<>();
    var invalid = projector.getSideOutput(ChangeProjector.INVALID);
    if (invalid != null) {
      invalid.forEach(row -> reasons.add(row.getValue().getString(0).toString()));
    }
    return reasons;
  }

  /** Stops with a snapshot and goes on from it with another number of subtasks. */
  void restart(int parallelism) throws Exception {
    List<OperatorSubtaskState> parts = new ArrayList<>();
    checkpoint++;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      parts.add(merge.snapshot(checkpoint, checkpoint));
      merge.close();
    }
    OperatorSubtaskState all =
        AbstractStreamOperatorTestHarness.repackageState(
            parts.toArray(new OperatorSubtaskState[0]));
    int before = merges.size();
    merges = new ArrayList<>();
    start(parallelism, new Snapshot(all, before));
  }

  void setProcessingTime(long millis) throws Exception {
    clock = millis;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      merge.setProcessingTime(millis);
    }
    drain();
  }

  @SuppressWarnings("unchecked")
  void watermark(long millis) throws Exception {
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      ((KeyedOneInputStreamOperatorTestHarness<RowData, ChangeEvent, RowData>) merge)
          .processWatermark(new Watermark(millis));
    }
    drain();
  }

  /** Entries in keyed state and timers, over all subtasks. */
  int stateEntries() {
    int entries = 0;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      entries +=
          truncating(flow)
              ? ((KeyedTwoInputStreamOperatorTestHarness<?, ?, ?, ?>) merge).numKeyedStateEntries()
              : ((KeyedOneInputStreamOperatorTestHarness<?, ?, ?>) merge).numKeyedStateEntries();
    }
    return entries;
  }

  @Override
  public void close() throws Exception {
    projector.close();
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      merge.close();
    }
  }

  private record Snapshot(OperatorSubtaskState state, int parallelism) {}

  private void start(int parallelism, Snapshot snapshot) throws Exception {
    for (int i = 0; i < parallelism; i++) {
      AbstractStreamOperatorTestHarness<RowData> merge = newMerge(parallelism, i);
      merge.setStateBackend(backend.get());
      merge.setProcessingTime(clock);
      merge.setup(InternalTypeInfo.of(flow.targetSchema().toRowType()).toSerializer());
      if (snapshot != null) {
        merge.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                snapshot.state(), MAX_PARALLELISM, snapshot.parallelism(), parallelism, i));
      }
      merge.open();
      merges.add(merge);
    }
  }

  private AbstractStreamOperatorTestHarness<RowData> newMerge(int parallelism, int index)
      throws Exception {
    TypeInformation<RowData> keyType =
        InternalTypeInfo.of(
            new RowType(
                flow.keys().stream()
                    .map(c -> new RowType.RowField(c.name(), c.type().copy(true)))
                    .toList()));
    List<String> flows = List.of(flow.flow().name());
    if (truncating(flow)) {
      return new KeyedTwoInputStreamOperatorTestHarness<>(
          new CoBroadcastWithKeyedOperator<>(
              new TruncatingMergeFunction(new Scd1Merger(flow, flows, retention)),
              List.of(TruncatingMergeFunction.TRUNCATES)),
          ChangeEvent::key,
          null,
          keyType,
          MAX_PARALLELISM,
          parallelism,
          index);
    }
    KeyMerger merger =
        flow.flow().scdType().keepsHistory()
            ? new Scd2Merger(flow, flows, retention)
            : new Scd1Merger(flow, flows, retention);
    return new KeyedOneInputStreamOperatorTestHarness<>(
        new MergeOperator(new MergeFunction(merger)),
        ChangeEvent::key,
        keyType,
        MAX_PARALLELISM,
        parallelism,
        index);
  }

  private static boolean truncating(ResolvedFlow flow) {
    return flow.flow().applyAsTruncates() != null;
  }

  @SuppressWarnings("unchecked")
  private void process(AbstractStreamOperatorTestHarness<RowData> merge, ChangeEvent change)
      throws Exception {
    if (truncating(flow)) {
      truncating(merge).processElement1(new StreamRecord<>(change));
    } else {
      ((KeyedOneInputStreamOperatorTestHarness<RowData, ChangeEvent, RowData>) merge)
          .processElement(new StreamRecord<>(change));
    }
  }

  @SuppressWarnings("unchecked")
  private static KeyedTwoInputStreamOperatorTestHarness<RowData, ChangeEvent, byte[], RowData>
      truncating(AbstractStreamOperatorTestHarness<RowData> merge) {
    return (KeyedTwoInputStreamOperatorTestHarness<RowData, ChangeEvent, byte[], RowData>) merge;
  }

  /** As the network would: the projection overwrites its rows. */
  private static ChangeEvent copied(ChangeEvent change) {
    BinaryRowData row = change.row() == null ? null : change.row().copy();
    return new ChangeEvent(change.flow(), change.sequence(), change.key().copy(), row);
  }

  private void drain() {
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      merge.extractOutputValues().forEach(table::apply);
      merge.getOutput().clear();
    }
  }
}
