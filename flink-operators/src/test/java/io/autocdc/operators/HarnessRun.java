// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.apache.flink.runtime.state.TestableKeyedStateBackend;
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

  private TargetShape target;
  private final Retention tombstones;
  private final List<String> tooLate = new ArrayList<>();
  private Retention history;
  private final Supplier<StateBackend> backend;
  private List<RowSource> sources;
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
      TargetShape target, Supplier<StateBackend> backend, Retention tombstones, int parallelism)
      throws Exception {
    this(target, backend, tombstones, new Retention(0, tombstones.eventTime()), parallelism);
  }

  HarnessRun(
      TargetShape target,
      Supplier<StateBackend> backend,
      Retention tombstones,
      Retention history,
      int parallelism)
      throws Exception {
    this.tombstones = tombstones;
    this.history = history;
    this.backend = backend;
    table = new MaterializedTable(target.shared());
    declare(target);
    start(parallelism, null);
  }

  private void declare(TargetShape target) throws Exception {
    for (var projector : projectors) {
      projector.close();
    }
    projectors.clear();
    this.target = target;
    sources = target.flows().stream().map(RowSource::new).toList();
    for (int i = 0; i < sources.size(); i++) {
      OneInputStreamOperatorTestHarness<RowData, ChangeEvent> projector =
          new OneInputStreamOperatorTestHarness<>(
              new ProcessOperator<>(new ChangeProjector(target, i, false)));
      projector.setup(serializer());
      projector.open();
      projectors.add(projector);
    }
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
    send(new StreamRecord<>(sources.get(flow).read(json)), flow);
  }

  /** Sends a row of the first flow that has an event time. */
  void sendAt(long time, String json) throws Exception {
    send(new StreamRecord<>(sources.get(0).read(json), time), 0);
  }

  private void send(StreamRecord<RowData> row, int flow) throws Exception {
    OneInputStreamOperatorTestHarness<RowData, ChangeEvent> projector = projectors.get(flow);
    projector.processElement(row);
    List<ChangeEvent> changes = new ArrayList<>();
    for (ChangeEvent change : projector.extractOutputValues()) {
      changes.add(copied(change));
    }
    projector.getOutput().clear();
    for (ChangeEvent change : changes) {
      route(
          row.hasTimestamp()
              ? new StreamRecord<>(change, row.getTimestamp())
              : new StreamRecord<>(change));
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

  /** Sends a change that was made elsewhere through the merge. */
  void merge(ChangeEvent change) throws Exception {
    route(new StreamRecord<>(copied(change)));
    drain();
  }

  private void route(StreamRecord<ChangeEvent> change) throws Exception {
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            change.getValue().key(), MAX_PARALLELISM, merges.size());
    process(merges.get(subtask), change);
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

  /** Stops with a snapshot and goes on from it with another declaration of the target. */
  void redeclare(TargetShape target, int parallelism) throws Exception {
    declare(target);
    table.evolve(target.shared());
    restart(parallelism);
  }

  /** Events that came too late, as the JSON of {@code raw}. */
  List<String> tooLate() {
    return tooLate;
  }

  /** The retention of history from the next restart on. */
  void changeHistoryRetention(Retention history) {
    this.history = history;
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

  /** Stops, and goes on from the snapshot at a later time. */
  void restartAt(long millis, int parallelism) throws Exception {
    clock = millis;
    restart(parallelism);
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

  /** Timers of either clock, over all subtasks. */
  int timers() {
    int timers = 0;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      var keyed = (KeyedOneInputStreamOperatorTestHarness<?, ?, ?>) merge;
      timers += keyed.numEventTimeTimers() + keyed.numProcessingTimeTimers();
    }
    return timers;
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
    KeyMerger merger = KeyMerger.of(target, tombstones, history);
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

  /** Entries in keyed state, over all subtasks; on the heap the whole map of a key is one. */
  int stateEntries() {
    int entries = 0;
    for (AbstractStreamOperatorTestHarness<RowData> merge : merges) {
      AbstractStreamOperator<?> operator = (AbstractStreamOperator<?>) merge.getOperator();
      entries +=
          ((TestableKeyedStateBackend<?>) operator.getKeyedStateBackend())
              .numKeyValueStateEntries();
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
              new TruncatingMergeFunction(TruncatableMerger.of(target, tombstones))),
          ChangeEvent::key,
          null,
          keyType,
          MAX_PARALLELISM,
          parallelism,
          index);
    }
    return new KeyedOneInputStreamOperatorTestHarness<>(
        new MergeOperator(new MergeFunction(KeyMerger.of(target, tombstones, history))),
        ChangeEvent::key,
        keyType,
        MAX_PARALLELISM,
        parallelism,
        index);
  }

  private boolean truncating() {
    return target.flows().stream().anyMatch(TargetTopology::canTruncate);
  }

  @SuppressWarnings("unchecked")
  private void process(
      AbstractStreamOperatorTestHarness<RowData> merge, StreamRecord<ChangeEvent> change)
      throws Exception {
    if (truncating()) {
      truncating(merge).processElement1(change);
    } else {
      ((KeyedOneInputStreamOperatorTestHarness<RowData, ChangeEvent, RowData>) merge)
          .processElement(change);
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
      for (int flow = 0; flow < sources.size(); flow++) {
        var late = merge.getSideOutput(TooLateRows.tag(flow));
        while (late != null && !late.isEmpty()) {
          RowData row = late.poll().getValue();
          assertThat(InvalidRows.reason(row)).isEqualTo("too late");
          tooLate.add(InvalidRows.raw(row));
        }
      }
    }
  }
}
