// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Commits, in one subtask, what all writers have staged in front of the barriers of a checkpoint,
 * once the checkpoint has completed. What is staged and not committed is part of the state.
 *
 * <p>A commit carries the name of the sink with the run of its state, and the checkpoint, so that
 * one that is tried again is recognized. Checkpoints are counted from one again where a job starts
 * without state; that is what the run tells apart.
 */
final class CommitOperator extends AbstractStreamOperator<Void>
    implements OneInputStreamOperator<byte[], Void> {

  private static final long serialVersionUID = 1L;

  private static final ListStateDescriptor<String> RUN =
      new ListStateDescriptor<>("run", StringSerializer.INSTANCE);

  /** The checkpoint in eight bytes, then staged changes with their version. */
  private static final ListStateDescriptor<byte[]> STAGED =
      new ListStateDescriptor<>("staged", BytePrimitiveArraySerializer.INSTANCE);

  private final DeltaLocation location;
  private final String sink;

  private transient ListState<String> runState;
  private transient ListState<byte[]> stagedState;
  private transient TableCommitter committer;
  private transient String run;

  /** By checkpoint. */
  private transient TreeMap<Long, List<byte[]>> staged;

  /** Came since the last barriers. */
  private transient List<byte[]> next;

  private transient long lastCheckpoint;

  /**
   * @param sink a name that is the same in every job that goes on with the state of another
   */
  CommitOperator(DeltaLocation location, String sink) {
    this.location = location;
    this.sink = sink;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    runState = context.getOperatorStateStore().getListState(RUN);
    stagedState = context.getOperatorStateStore().getListState(STAGED);
    committer = new TableCommitter(location.open());
    staged = new TreeMap<>();
    next = new ArrayList<>();
    for (String known : runState.get()) {
      run = known;
    }
    for (byte[] entry : stagedState.get()) {
      DataInputDeserializer in = new DataInputDeserializer(entry);
      long checkpoint = in.readLong();
      byte[] changes = new byte[in.available()];
      in.readFully(changes);
      staged.computeIfAbsent(checkpoint, id -> new ArrayList<>()).add(changes);
    }
    if (context.isRestored() && run != null) {
      goOn(context.getRestoredCheckpointId().orElse(0));
    }
    if (run == null) {
      run = UUID.randomUUID().toString();
    }
  }

  /** What belongs to the checkpoint that the job goes on from has to be in the table. */
  private void goOn(long restored) throws IOException {
    for (Map.Entry<Long, List<byte[]>> checkpoint : staged.entrySet()) {
      if (!committer.isCommitted(new TransactionId(application(), checkpoint.getKey()))) {
        committer.check(changes(checkpoint.getValue()));
      }
    }
    commitUpTo(restored);
    OptionalLong last = committer.lastCommit(application());
    if (last.isPresent() && last.getAsLong() > restored) {
      LOG.warn(
          "The table {} is ahead of the state that the job goes on from: it has checkpoint {}, the"
              + " state is of {}. Rows of the checkpoints between are written again.",
          location,
          last.getAsLong(),
          restored);
      // Under the old name the checkpoints that come would be taken for those that are in.
      run = UUID.randomUUID().toString();
    }
  }

  private String application() {
    return "autocdc/" + sink + "/" + run;
  }

  @Override
  public void processElement(StreamRecord<byte[]> element) {
    next.add(element.getValue());
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    lastCheckpoint = context.getCheckpointId();
    if (!next.isEmpty()) {
      staged.put(lastCheckpoint, next);
      next = new ArrayList<>();
    }
    runState.update(List.of(run));
    List<byte[]> entries = new ArrayList<>();
    for (Map.Entry<Long, List<byte[]>> checkpoint : staged.entrySet()) {
      for (byte[] changes : checkpoint.getValue()) {
        DataOutputSerializer out = new DataOutputSerializer(Long.BYTES + changes.length);
        out.writeLong(checkpoint.getKey());
        out.write(changes);
        entries.add(out.getCopyOfBuffer());
      }
    }
    stagedState.update(entries);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    commitUpTo(checkpointId);
  }

  /**
   * Without checkpoints nobody says when it is time, and nothing is lost by doing it at the end.
   */
  @Override
  public void finish() throws Exception {
    super.finish();
    if (!config.isCheckpointingEnabled() && !next.isEmpty()) {
      staged.put(++lastCheckpoint, next);
      next = new ArrayList<>();
      commitUpTo(lastCheckpoint);
    }
  }

  private void commitUpTo(long checkpointId) throws IOException {
    while (!staged.isEmpty() && staged.firstKey() <= checkpointId) {
      long checkpoint = staged.firstKey();
      committer.commit(
          new TransactionId(application(), checkpoint), changes(staged.get(checkpoint)));
      staged.remove(checkpoint);
    }
  }

  private static List<StagedChanges> changes(List<byte[]> serialized) throws IOException {
    List<StagedChanges> changes = new ArrayList<>();
    for (byte[] bytes : serialized) {
      changes.add(
          SimpleVersionedSerialization.readVersionAndDeSerialize(StagedChanges.SERIALIZER, bytes));
    }
    return changes;
  }
}
