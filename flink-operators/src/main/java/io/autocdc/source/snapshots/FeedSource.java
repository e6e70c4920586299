// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import io.autocdc.spi.SnapshotFeed;
import java.time.Duration;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Reads a {@link SnapshotFeed} in one subtask. */
final class FeedSource implements Source<FeedRecord, FeedSplit, Boolean> {

  private static final long serialVersionUID = 1L;

  private final SnapshotFeed feed;
  private final Duration interval;
  private final String stopBefore;

  FeedSource(SnapshotFeed feed, Duration interval, String stopBefore) {
    this.feed = feed;
    this.interval = interval;
    this.stopBefore = stopBefore;
  }

  @Override
  public Boundedness getBoundedness() {
    return interval == null ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<FeedRecord, FeedSplit> createReader(SourceReaderContext context) {
    return new FeedReader(feed, interval, stopBefore);
  }

  @Override
  public SplitEnumerator<FeedSplit, Boolean> createEnumerator(
      SplitEnumeratorContext<FeedSplit> context) {
    return new FeedEnumerator(context, false);
  }

  @Override
  public SplitEnumerator<FeedSplit, Boolean> restoreEnumerator(
      SplitEnumeratorContext<FeedSplit> context, Boolean assigned) {
    return new FeedEnumerator(context, assigned);
  }

  @Override
  public SimpleVersionedSerializer<FeedSplit> getSplitSerializer() {
    return new FeedSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
    return new FeedEnumerator.Serializer();
  }
}
