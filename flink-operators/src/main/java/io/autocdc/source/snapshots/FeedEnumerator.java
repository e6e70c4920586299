// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Hands the one split of a feed to its reader, once in the life of a source. */
final class FeedEnumerator implements SplitEnumerator<FeedSplit, Boolean> {

  private final SplitEnumeratorContext<FeedSplit> context;
  private FeedSplit waiting;

  /**
   * @param assigned true if a reader has the split, or had it in an earlier run
   */
  FeedEnumerator(SplitEnumeratorContext<FeedSplit> context, boolean assigned) {
    this.context = context;
    this.waiting = assigned ? null : FeedSplit.START;
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtask, String host) {}

  @Override
  public void addSplitsBack(List<FeedSplit> splits, int subtask) {
    for (FeedSplit split : splits) {
      waiting = split;
    }
    context.registeredReaders().keySet().stream().findFirst().ifPresent(this::addReader);
  }

  @Override
  public void addReader(int subtask) {
    if (waiting != null) {
      context.assignSplit(waiting, subtask);
      waiting = null;
    }
  }

  @Override
  public Boolean snapshotState(long checkpointId) {
    return waiting == null;
  }

  @Override
  public void close() {}

  /** Version 1: one byte. */
  static final class Serializer implements SimpleVersionedSerializer<Boolean> {

    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Boolean assigned) {
      return new byte[] {(byte) (assigned ? 1 : 0)};
    }

    @Override
    public Boolean deserialize(int version, byte[] bytes) throws IOException {
      if (version != 1) {
        throw new IOException("unknown version " + version + " of the state of a feed");
      }
      return bytes[0] == 1;
    }
  }
}
