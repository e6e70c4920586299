// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.common.TopicPartition;

/**
 * Flink's {@link KafkaSource}, whose runs may end. Flink knows bounded sources, too, but they keep
 * their ends in state and forget what they have read, so that no run could go on behind the one
 * before. Here the ends are those of the run, and state has positions only: the next run may be of
 * either kind.
 */
final class TopicSource implements Source<KafkaRecord, KafkaPartitionSplit, KafkaSourceEnumState> {

  private static final long serialVersionUID = 1L;

  private final TopicReading reading;

  TopicSource(TopicReading reading) {
    this.reading = reading;
  }

  @Override
  public Boundedness getBoundedness() {
    return reading.bounded() ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<KafkaRecord, KafkaPartitionSplit> createReader(SourceReaderContext context)
      throws Exception {
    return new TopicReader(kafka(subscriber()).createReader(context), reading);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    if (!reading.bounded()) {
      return kafka(subscriber()).createEnumerator(context);
    }
    Set<TopicPartition> partitions = reading.contents().partitions().keySet();
    LastSplits last = new LastSplits(context, partitions);
    return new BoundedEnumerator(kafka(subscriber()).createEnumerator(last), last);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState state)
      throws Exception {
    if (!reading.bounded()) {
      return kafka(subscriber()).restoreEnumerator(context, state);
    }
    Set<TopicPartition> partitions = new HashSet<>(reading.contents().partitions().keySet());
    if (reading.once()) {
      Set<TopicPartition> first = new HashSet<>(state.assignedPartitions());
      first.addAll(state.unassignedInitialPartitions());
      partitions.retainAll(first);
    }
    Set<TopicPartition> unassigned = new HashSet<>(partitions);
    unassigned.removeAll(state.assignedPartitions());
    LastSplits last = new LastSplits(context, unassigned);
    return new BoundedEnumerator(
        kafka(new FixedPartitions(partitions)).restoreEnumerator(last, state), last);
  }

  @Override
  public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
    return kafka(subscriber()).getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
    return kafka(subscriber()).getEnumeratorCheckpointSerializer();
  }

  private KafkaSubscriber subscriber() {
    return reading.bounded()
        ? new FixedPartitions(reading.contents().partitions().keySet())
        : new WatchedSubscriber(reading.subscription().subscriber(), reading.failures());
  }

  private KafkaSource<KafkaRecord> kafka(KafkaSubscriber subscriber) {
    Properties client = new Properties();
    client.putAll(reading.client());
    if (reading.bounded()) {
      client.setProperty(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), "-1");
    }
    return KafkaSource.<KafkaRecord>builder()
        .setProperties(client)
        .setKafkaSubscriber(subscriber)
        .setStartingOffsets(reading.start())
        .setDeserializer(new WholeRecords())
        .build();
  }
}
