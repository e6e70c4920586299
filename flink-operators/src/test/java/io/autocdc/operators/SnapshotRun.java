// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.golden.TestFlows.RowSource;
import io.autocdc.golden.TestFlows.Snapshots;
import io.autocdc.spi.SnapshotEnds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;

/**
 * Runs a flow of snapshots on the real operators in Flink's test harness: two projections, which
 * the rows of a snapshot take by turns, one gate, and as many comparisons and merges as wanted. A
 * watermark arrives behind a comparison once both projections have passed it on, as in a job.
 */
final class SnapshotRun implements AutoCloseable {

  private static final int MAX_PARALLELISM = 16;
  private static final int CHANNELS = 2;
  private static final String SOURCE = "snapshots";

  private final Snapshots flow;
  private final TargetShape target;
  private final Supplier<StateBackend> backend;
  private final RowSource source;
  private final HarnessRun merge;
  private final List<OneInputStreamOperatorTestHarness<RowData, ChangeEvent>> projectors =
      new ArrayList<>();
  private final long[] channelMarks = new long[CHANNELS];

  private OneInputStreamOperatorTestHarness<RowData, SnapshotVerdict> gate;
  private List<
          KeyedTwoInputStreamOperatorTestHarness<
              RowData, ChangeEvent, SnapshotVerdict, ChangeEvent>>
      diffs = new ArrayList<>();
  private long number;
  private long rows;
  private long checkpoint;

  SnapshotRun(Snapshots flow, Supplier<StateBackend> backend, int parallelism) throws Exception {
    this.flow = flow;
    this.backend = backend;
    target = new TargetShape(List.of(flow.resolved()));
    source = new RowSource(flow.resolved());
    merge = new HarnessRun(target, backend, new Retention(0, false), parallelism);
    startProjectors();
    gate = newGate(null);
    startDiffs(parallelism, null, 0);
  }

  MaterializedTable table() {
    return merge.table();
  }

  /** Sends a whole snapshot. */
  void snapshot(long version, List<String> rows) throws Exception {
    for (String row : rows) {
      send(row);
    }
    end(version);
  }

  /** Sends a row of the snapshot that is being read. */
  void send(String json) throws Exception {
    send((int) (rows % CHANNELS), json);
  }

  /** Sends a row of the snapshot that a channel is reading. */
  void send(int channel, String json) throws Exception {
    rows++;
    var projector = projectors.get(channel);
    projector.processElement(new StreamRecord<>(source.read(json), number + 1));
    for (ChangeEvent row : projector.extractOutputValues()) {
      ChangeEvent copy = copied(row, eventSerializer());
      int subtask =
          KeyGroupRangeAssignment.assignKeyToParallelOperator(
              copy.key(), MAX_PARALLELISM, diffs.size());
      diffs.get(subtask).processElement1(new StreamRecord<>(copy, number + 1));
    }
    projector.getOutput().clear();
  }

  /** The snapshot is whole, and both channels have seen its end. */
  void end(long version) throws Exception {
    endWithoutWatermark(version);
    watermark(0);
    watermark(1);
  }

  /** The snapshot is whole; its verdict is under way, its watermark is not. */
  void endWithoutWatermark(long version) throws Exception {
    end(version, true);
  }

  /** The snapshot cannot be read to its end as it was begun. */
  void giveUp() throws Exception {
    end(null, false);
    watermark(0);
    watermark(1);
  }

  private void end(Long version, boolean whole) throws Exception {
    number++;
    gate.processElement(
        new StreamRecord<>(
            SnapshotEnds.of(number, version, "snapshot-" + number, rows, whole), number));
    if (rows > 0) {
      gate.processElement(new StreamRecord<>(SnapshotEnds.count(number, rows), number));
    }
    gate.processWatermark(new Watermark(number));
    rows = 0;
    for (SnapshotVerdict verdict : gate.extractOutputValues()) {
      SnapshotVerdict copy = copied(verdict, new SnapshotVerdict.Serializer());
      for (var diff : diffs) {
        diff.processElement2(new StreamRecord<>(copy, number));
        diff.processWatermark2(new Watermark(number));
      }
    }
    gate.getOutput().clear();
  }

  /** The watermark of the newest end passes a channel. */
  void watermark(int channel) throws Exception {
    projectors.get(channel).processWatermark(new Watermark(number));
    projectors.get(channel).getOutput().clear();
    channelMarks[channel] = number;
    long both = Arrays.stream(channelMarks).min().orElseThrow();
    for (var diff : diffs) {
      diff.processWatermark1(new Watermark(both));
    }
    drain();
  }

  /** Stops with a snapshot of all state and goes on with another number of subtasks. */
  void restart(int parallelism) throws Exception {
    checkpoint++;
    OperatorSubtaskState gateState = gate.snapshot(checkpoint, checkpoint);
    gate.close();
    gate = newGate(gateState);
    List<OperatorSubtaskState> parts = new ArrayList<>();
    for (var diff : diffs) {
      parts.add(diff.snapshot(checkpoint, checkpoint));
      diff.close();
    }
    int before = diffs.size();
    diffs = new ArrayList<>();
    startDiffs(
        parallelism,
        AbstractStreamOperatorTestHarness.repackageState(
            parts.toArray(new OperatorSubtaskState[0])),
        before);
    merge.restart(parallelism);
    for (var projector : projectors) {
      projector.close();
    }
    projectors.clear();
    startProjectors();
    if (number > 0) {
      // As the source does.
      for (var diff : diffs) {
        diff.processWatermark2(new Watermark(number));
      }
      watermark(0);
      watermark(1);
    }
  }

  /** The same, and the source is read from the beginning from now on. */
  void beginAnew(int generation, int parallelism) throws Exception {
    number = SnapshotEnds.firstNumber(generation) - 1;
    restart(parallelism);
  }

  /** Entries in the keyed state of the comparisons. */
  int stateEntries() {
    return diffs.stream().mapToInt(diff -> diff.numKeyedStateEntries()).sum();
  }

  /** Timers of the comparisons. */
  int timers() {
    return diffs.stream().mapToInt(diff -> diff.numEventTimeTimers()).sum();
  }

  /** Verdicts that the comparisons remember, the most of any. */
  int verdicts() {
    return diffs.stream()
        .mapToInt(
            diff -> {
              int[] count = new int[1];
              try {
                diff.getOperator()
                    .getOperatorStateBackend()
                    .getBroadcastState(SnapshotDiffFunction.VERDICTS)
                    .iterator()
                    .forEachRemaining(entry -> count[0]++);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              return count[0];
            })
        .max()
        .orElseThrow();
  }

  @Override
  public void close() throws Exception {
    gate.close();
    for (var projector : projectors) {
      projector.close();
    }
    for (var diff : diffs) {
      diff.close();
    }
    merge.close();
  }

  private void startProjectors() throws Exception {
    for (int i = 0; i < CHANNELS; i++) {
      var projector =
          new OneInputStreamOperatorTestHarness<RowData, ChangeEvent>(
              new ProcessOperator<>(new ChangeProjector(target, 0, true)));
      projector.setup(eventSerializer());
      projector.open();
      projectors.add(projector);
    }
  }

  private OneInputStreamOperatorTestHarness<RowData, SnapshotVerdict> newGate(
      OperatorSubtaskState state) throws Exception {
    var created =
        new OneInputStreamOperatorTestHarness<RowData, SnapshotVerdict>(
            new SnapshotGate(flow.flow(), SOURCE, new BigIntType()));
    created.setup(new SnapshotVerdict.Serializer());
    if (state != null) {
      created.initializeState(state);
    }
    created.open();
    return created;
  }

  private void startDiffs(int parallelism, OperatorSubtaskState state, int before)
      throws Exception {
    for (int i = 0; i < parallelism; i++) {
      var diff =
          new KeyedTwoInputStreamOperatorTestHarness<
              RowData, ChangeEvent, SnapshotVerdict, ChangeEvent>(
              new CoBroadcastWithKeyedOperator<>(
                  new SnapshotDiffFunction(target, 0, SOURCE),
                  List.of(SnapshotDiffFunction.VERDICTS)),
              ChangeEvent::key,
              null,
              InternalTypeInfo.of(target.keyType()),
              MAX_PARALLELISM,
              parallelism,
              i);
      diff.setStateBackend(backend.get());
      diff.setup(eventSerializer());
      if (state != null) {
        diff.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                state, MAX_PARALLELISM, before, parallelism, i));
      }
      diff.open();
      diffs.add(diff);
    }
  }

  private void drain() throws Exception {
    for (var diff : diffs) {
      for (ChangeEvent change : diff.extractOutputValues()) {
        merge.merge(change);
      }
      diff.getOutput().clear();
    }
  }

  private TypeSerializer<ChangeEvent> eventSerializer() {
    return target.changeType().createSerializer(new SerializerConfigImpl());
  }

  /** As the network does. */
  private static <T> T copied(T value, TypeSerializer<T> serializer) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }
}
