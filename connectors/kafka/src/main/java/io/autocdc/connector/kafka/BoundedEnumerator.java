// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;

/** Flink's enumerator, and an end. */
final class BoundedEnumerator
    implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {

  private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator;
  private final LastSplits last;

  /**
   * @param last the context of the enumerator
   */
  BoundedEnumerator(
      SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator, LastSplits last) {
    this.enumerator = enumerator;
    this.last = last;
  }

  @Override
  public void start() {
    enumerator.start();
  }

  @Override
  public void addReader(int reader) {
    enumerator.addReader(reader);
    last.registered(reader);
  }

  @Override
  public void handleSplitRequest(int reader, String host) {
    enumerator.handleSplitRequest(reader, host);
  }

  @Override
  public void addSplitsBack(List<KafkaPartitionSplit> splits, int reader) {
    enumerator.addSplitsBack(splits, reader);
  }

  @Override
  public KafkaSourceEnumState snapshotState(long checkpoint) throws Exception {
    return enumerator.snapshotState(checkpoint);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    enumerator.notifyCheckpointComplete(checkpoint);
  }

  @Override
  public void handleSourceEvent(int reader, SourceEvent event) {
    enumerator.handleSourceEvent(reader, event);
  }

  @Override
  public void close() throws IOException {
    enumerator.close();
  }
}
