// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.paimon.flink.source.FileStoreSourceSplit;
import org.apache.paimon.flink.source.PendingSplitsCheckpoint;

/** Paimon's enumerator, which knows its table again. */
final class ChangesEnumerator
    implements SplitEnumerator<FileStoreSourceSplit, PendingSplitsCheckpoint> {

  private final SplitEnumerator<FileStoreSourceSplit, PendingSplitsCheckpoint> enumerator;
  private final long madeAt;
  private final LongUnaryOperator commits;
  private final Runnable check;

  private Long next;
  private long readAt;

  /**
   * @param state null in the first run
   * @param madeAt when the table was made, see {@link TableAge}
   * @param commits when a snapshot was committed, or {@link ChangesCheckpoint#UNKNOWN}
   * @param check throws if reading cannot begin. It runs when the enumerator starts: what is thrown
   *     while one is restored may leave a job that waits for ever
   */
  ChangesEnumerator(
      SplitEnumerator<FileStoreSourceSplit, PendingSplitsCheckpoint> enumerator,
      ChangesCheckpoint state,
      long madeAt,
      LongUnaryOperator commits,
      Runnable check) {
    this.enumerator = enumerator;
    this.next = state == null ? null : state.currentSnapshotId();
    this.readAt = state == null ? ChangesCheckpoint.UNKNOWN : state.readAt();
    this.madeAt = madeAt;
    this.commits = commits;
    this.check = check;
  }

  @Override
  public void start() {
    check.run();
    enumerator.start();
  }

  @Override
  public void handleSplitRequest(int reader, String host) {
    enumerator.handleSplitRequest(reader, host);
  }

  @Override
  public void addSplitsBack(List<FileStoreSourceSplit> splits, int reader) {
    enumerator.addSplitsBack(splits, reader);
  }

  @Override
  public void addReader(int reader) {
    enumerator.addReader(reader);
  }

  @Override
  public void handleSourceEvent(int reader, SourceEvent event) {
    enumerator.handleSourceEvent(reader, event);
  }

  @Override
  public PendingSplitsCheckpoint snapshotState(long checkpoint) throws Exception {
    PendingSplitsCheckpoint position = enumerator.snapshotState(checkpoint);
    if (!Objects.equals(next, position.currentSnapshotId())) {
      next = position.currentSnapshotId();
      readAt = commits.applyAsLong(next - 1);
    }
    return new ChangesCheckpoint(position, madeAt, readAt);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    enumerator.notifyCheckpointComplete(checkpoint);
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) throws Exception {
    enumerator.notifyCheckpointAborted(checkpoint);
  }

  @Override
  public void close() throws IOException {
    enumerator.close();
  }
}
