// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.golden.TestFlows.RowSource;
import io.autocdc.operators.ledger.Counted;
import io.autocdc.operators.ledger.TallyRows;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.state.KeyHead;
import io.autocdc.spi.InvalidRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/**
 * Runs a flow on the real operators in Flink's test harness, with as many merge subtasks as wanted,
 * stopped and restored between batches.
 */
final class HarnessRun implements AutoCloseable {

  private static final int MAX_PARALLELISM = 16;

  private final TargetShape target;
  private final Retention retention;
  private final Supplier<StateBackend> backend;
  private final List<RowSource> sources;
  private final MaterializedTable table;
  private final List<OneInputStreamOperatorTestHarness<RowData, ChangeEvent>> projectors =
      new ArrayList<>();
  private List<AbstractStreamOperatorTestHarness<RowData>> merges = new ArrayList<>();
  private final Map<Counted, Long> tallied = new HashMap<>();
  private long checkpoint;
  private long clock;

  HarnessRun(
      ResolvedFlow flow, Supplier<StateBackend> backend, Retention retention, int parallelism)
      throws Exception {
    this(new TargetShape(List.of(flow)), backend, retention, parallelism);
  }

  HarnessRun(
      TargetShape target, Supplier<StateBackend> backend, Retention retention, int parallelism)
      throws Exception {
    this.target = target;
    this.retention = retention;
    this.backend = backend;
    sources = target.flows().stream().map(RowSource::new).toList();
    table = new MaterializedTable(target.shared());
    for (int i = 0; i < sources.size(); i++) {
      OneInputStreamOperatorTestHarness<RowData, ChangeEvent> projector =
          new OneInputStreamOperatorTestHarness<>(
              new ProcessOperator<>(new ChangeProjector(target, i, false)));
      projector.setup(serializer());
      projector.open();
      projectors.add(projector);
    }
    start(parallelism, null);
  }

  MaterializedTable table() {
    return table;
  }

  private TypeSerializer<ChangeEvent> serializer() {
    return target.changeType().createSerializer(new SerializerConfigImpl());
  }

  void send(String json) throws Exception {
    send(0, json);
  }

  /** Sends a row of one of the flows through projection and merge. */
  void send(int flow, String json) throws Exception {
    OneInputStreamOperatorTestHarness<RowData, ChangeEvent> projector = projectors.get(flow);
    projector.processElement(new StreamRecord<>(sources.get(flow).read(json)));
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

  /** Invalid rows so far, as {@code reason: message}. */
  List<String> invalidReasons() {
    List<String> reasons = new ArrayList<>();
    for (var projector : projectors) {
      var invalid = projector.getSideOutput(ChangeProjector.INVALID);
      if (invalid != null) {
        invalid.forEach(
            row ->
                reasons.add(
                    InvalidRows.reason(row.getValue())
                        + ": "
                        + InvalidRows.message(row.getValue())));
      }
    }
    return reasons;
  }

  /** Stops with a snapshot and goes on from it with another number of subtasks. */
  void restart(int parallelism) throws Exception {
    List<OperatorSubtaskState> parts = new ArrayList<>();
    checkpoint++;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      drainTallies(merge);
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

  /** What the merges told of a thing with their checkpoints, as the ledger adds it up. */
  long tallied(Counted counted) throws Exception {
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      drainTallies(merge);
    }
    return tallied.getOrDefault(counted, 0L);
  }

  private void drainTallies(AbstractStreamOperatorTestHarness<RowData> merge) throws Exception {
    merge.prepareSnapshotPreBarrier(checkpoint);
    var tallies = merge.getSideOutput(Tallying.TALLIES);
    while (tallies != null && !tallies.isEmpty()) {
      RowData tally = tallies.poll().getValue();
      tallied.merge(TallyRows.counted(tally), TallyRows.amount(tally), Long::sum);
    }
  }

  /** Keys of which nothing but the memory of deletes is left, looked at one by one. */
  long tombstonesInState() throws Exception {
    KeyMerger merger = KeyMerger.of(target, retention);
    long tombstones = 0;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      KeyedStateBackend<RowData> keyed =
          ((AbstractStreamOperator<?>) merge.getOperator()).getKeyedStateBackend();
      ValueState<KeyHead> heads =
          keyed.getPartitionedState(
              VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, merger.headDescriptor());
      List<RowData> keys = keyed.getKeys(KeyMerger.HEAD_STATE, VoidNamespace.INSTANCE).toList();
      for (RowData key : keys) {
        keyed.setCurrentKey(key);
        tombstones += merger.isTombstone(heads.value()) ? 1 : 0;
      }
    }
    return tombstones;
  }

  /** Entries in keyed state and timers, over all subtasks. */
  int stateEntries() {
    int entries = 0;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      entries +=
          truncating()
              ? ((KeyedTwoInputStreamOperatorTestHarness<?, ?, ?, ?>) merge).numKeyedStateEntries()
              : ((KeyedOneInputStreamOperatorTestHarness<?, ?, ?>) merge).numKeyedStateEntries();
    }
    return entries;
  }

  @Override
  public void close() throws Exception {
    for (var projector : projectors) {
      projector.close();
    }
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
      merge.setup(InternalTypeInfo.of(target.shared().targetSchema().toRowType()).toSerializer());
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
    TypeInformation<RowData> keyType = InternalTypeInfo.of(target.keyType());
    if (truncating()) {
      return new KeyedTwoInputStreamOperatorTestHarness<>(
          new TruncatingMergeOperator(
              new TruncatingMergeFunction(TruncatableMerger.of(target, retention))),
          ChangeEvent::key,
          null,
          keyType,
          MAX_PARALLELISM,
          parallelism,
          index);
    }
    return new KeyedOneInputStreamOperatorTestHarness<>(
        new MergeOperator(new MergeFunction(KeyMerger.of(target, retention))),
        ChangeEvent::key,
        keyType,
        MAX_PARALLELISM,
        parallelism,
        index);
  }

  private boolean truncating() {
    return target.flows().stream().anyMatch(flow -> flow.flow().applyAsTruncates() != null);
  }

  @SuppressWarnings("unchecked")
  private void process(AbstractStreamOperatorTestHarness<RowData> merge, ChangeEvent change)
      throws Exception {
    if (truncating()) {
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

  /** As the network does. */
  private ChangeEvent copied(ChangeEvent change) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer().serialize(change, out);
    return serializer().deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }

  private void drain() {
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      merge.extractOutputValues().forEach(table::apply);
      merge.getOutput().clear();
    }
  }
}
