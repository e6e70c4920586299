// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.dsl.problem.AutoCdcException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Commits, in one subtask, what all writers have staged in front of the barriers of a checkpoint,
 * once the checkpoint has completed. What is staged and not committed is part of the state.
 *
 * <p>What was staged for a checkpoint that came to nothing is committed with the next one, but in a
 * commit of its own before it: both may be about the same keys.
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

  /** Each as {@link #entry}. */
  private static final ListStateDescriptor<byte[]> STAGED =
      new ListStateDescriptor<>("staged", BytePrimitiveArraySerializer.INSTANCE);

  private final DeltaLocation location;
  private final String sink;

  private transient ListState<String> runState;
  private transient ListState<byte[]> stagedState;
  private transient TableCommitter committer;
  private transient String run;

  /** By the checkpoint that writers have staged it for. */
  private transient TreeMap<Long, List<byte[]>> staged;

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
    for (String known : runState.get()) {
      run = known;
    }
    for (byte[] entry : stagedState.get()) {
      stage(entry);
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
        check(checkpoint.getValue());
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

  private void check(List<byte[]> entries) throws IOException {
    try {
      committer.check(changes(entries));
    } catch (AutoCdcException e) {
      throw new SuppressRestartsException(e);
    }
  }

  private String application() {
    return "autocdc/" + sink + "/" + run;
  }

  /**
   * What writers send.
   *
   * @param checkpoint the one in front of whose barrier they do
   */
  static byte[] entry(long checkpoint, StagedChanges changes) throws IOException {
    byte[] serialized =
        SimpleVersionedSerialization.writeVersionAndSerialize(StagedChanges.SERIALIZER, changes);
    return ByteBuffer.allocate(Long.BYTES + serialized.length)
        .putLong(checkpoint)
        .put(serialized)
        .array();
  }

  private void stage(byte[] entry) {
    long checkpoint = ByteBuffer.wrap(entry).getLong();
    staged.computeIfAbsent(checkpoint, id -> new ArrayList<>()).add(entry);
  }

  @Override
  public void processElement(StreamRecord<byte[]> element) {
    stage(element.getValue());
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    runState.update(List.of(run));
    List<byte[]> entries = new ArrayList<>();
    staged.values().forEach(entries::addAll);
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
    if (!config.isCheckpointingEnabled()) {
      commitUpTo(Long.MAX_VALUE);
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

  private static List<StagedChanges> changes(List<byte[]> entries) throws IOException {
    List<StagedChanges> changes = new ArrayList<>();
    for (byte[] entry : entries) {
      changes.add(changes(entry));
    }
    return changes;
  }

  /** What is in an {@link #entry}. */
  static StagedChanges changes(byte[] entry) throws IOException {
    return SimpleVersionedSerialization.readVersionAndDeSerialize(
        StagedChanges.SERIALIZER, Arrays.copyOfRange(entry, Long.BYTES, entry.length));
  }
}
