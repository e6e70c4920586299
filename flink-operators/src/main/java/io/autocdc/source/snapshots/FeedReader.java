// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import io.autocdc.spi.SnapshotFeed;
import io.autocdc.spi.SnapshotFeed.FedSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * Reads a feed, one snapshot after the other. A snapshot whose reading was cut short is given up,
 * and asked for again.
 */
final class FeedReader implements SourceReader<FeedRecord, FeedSplit> {

  private final SnapshotFeed feed;
  private final Duration interval;
  private final String stopBefore;

  private CompletableFuture<Void> available = new CompletableFuture<>();
  private FeedSplit split;
  private boolean mustGiveUp;
  private FedSnapshot current;

  /**
   * @param interval time between two questions for a snapshot; null to ask until there is none
   * @param stopBefore name of the first snapshot that is not to be read; null to read all
   */
  FeedReader(SnapshotFeed feed, Duration interval, String stopBefore) {
    this.feed = feed;
    this.interval = interval;
    this.stopBefore = stopBefore;
  }

  @Override
  public void start() {}

  @Override
  public InputStatus pollNext(ReaderOutput<FeedRecord> output) throws Exception {
    if (split == null) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    if (mustGiveUp) {
      mustGiveUp = false;
      split = new FeedSplit(split.position(), false);
      output.collect(FeedRecord.givenUp());
      return InputStatus.MORE_AVAILABLE;
    }
    if (current == null && !open()) {
      return wait(output);
    }
    if (current.rows().hasNext()) {
      split = new FeedSplit(split.position(), true);
      output.collect(FeedRecord.row(current.rows().next(), current.version()));
    } else {
      output.collect(FeedRecord.end(current.version(), current.name()));
      split = new FeedSplit(current.position(), false);
      closeCurrent();
    }
    return InputStatus.MORE_AVAILABLE;
  }

  private boolean open() throws Exception {
    Optional<FedSnapshot> next = feed.next(split.position());
    current = next.orElse(null);
    if (current != null && current.name().equals(stopBefore)) {
      closeCurrent();
    }
    return current != null;
  }

  private InputStatus wait(ReaderOutput<FeedRecord> output) {
    if (interval == null || stopBefore != null) {
      return InputStatus.END_OF_INPUT;
    }
    available = new CompletableFuture<>();
    available.completeOnTimeout(null, interval.toMillis(), TimeUnit.MILLISECONDS);
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<FeedSplit> splits) {
    for (FeedSplit added : splits) {
      split = added;
      mustGiveUp = added.begun();
    }
    available.complete(null);
  }

  @Override
  public List<FeedSplit> snapshotState(long checkpointId) {
    return split == null ? List.of() : List.of(split);
  }

  @Override
  public void notifyNoMoreSplits() {}

  @Override
  public void close() throws Exception {
    closeCurrent();
  }

  private void closeCurrent() throws Exception {
    if (current != null) {
      FedSnapshot closing = current;
      current = null;
      closing.rows().close();
    }
  }
}
