// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.connector.kafka.TopicContents.Range;
import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.source.ForwardingReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Flink's reader, with ends that are those of the run. A split that has come to its end stays in
 * state, at that end, for the next run to go on with; so does one of a topic that this run does not
 * read.
 */
final class TopicReader extends ForwardingReader<KafkaRecord, KafkaPartitionSplit> {

  private final TopicReading reading;

  /** By id, what the state has of splits that Flink's reader no longer has, or never had. */
  private final Map<String, KafkaPartitionSplit> others = new LinkedHashMap<>();

  TopicReader(SourceReader<KafkaRecord, KafkaPartitionSplit> reader, TopicReading reading) {
    super(reader);
    this.reading = reading;
  }

  /**
   * @throws SuppressRestartsException RECORDS_LOST
   */
  @Override
  public void addSplits(List<KafkaPartitionSplit> splits) {
    List<KafkaPartitionSplit> read = new ArrayList<>();
    for (KafkaPartitionSplit split : splits) {
      Range range = reading.contents().partitions().get(split.getTopicPartition());
      boolean parked =
          !reading.subscription().contains(split.getTopic()) || reading.bounded() && range == null;
      if (parked) {
        others.put(split.splitId(), split);
      } else if (reading.bounded()) {
        addBounded(split, range, read);
      } else {
        checkBegin(split, range);
        read.add(unbounded(split, split.getStartingOffset()));
      }
    }
    if (!read.isEmpty()) {
      reader.addSplits(read);
    }
  }

  private void addBounded(KafkaPartitionSplit split, Range range, List<KafkaPartitionSplit> read) {
    long start = checkBegin(split, range);
    if (start > range.end()) {
      // An offset of a topic of that name which is no more.
      requireLossAllowed(
          split,
          "its records end at offset " + range.end(),
          "the topic was deleted and made anew, or the cluster has lost records");
      start = range.begin();
    }
    long stop =
        reading.once() ? split.getStoppingOffset().orElse(range.readable()) : range.readable();
    others.put(split.splitId(), remembered(split, Math.max(start, stop), OptionalLong.of(stop)));
    if (start < stop) {
      read.add(new KafkaPartitionSplit(split.getTopicPartition(), start, stop));
    }
  }

  /**
   * The offset at which reading begins.
   *
   * @param range null if it is a partition that was not there when the run began
   */
  private long checkBegin(KafkaPartitionSplit split, Range range) {
    long start = split.getStartingOffset();
    if (range == null) {
      return start;
    }
    if (start >= 0 && start < range.begin()) {
      requireLossAllowed(
          split,
          "its records begin at offset " + range.begin(),
          "Kafka has deleted the records between by its retention");
    }
    // A split that no run has begun to read has a mark in place of an offset.
    return Math.max(start, range.begin());
  }

  private void requireLossAllowed(KafkaPartitionSplit split, String now, String why) {
    if (reading.failOnDataLoss()) {
      throw recordsLost(split.getTopicPartition(), split.getStartingOffset(), now, why, null);
    }
  }

  private SuppressRestartsException recordsLost(
      TopicPartition partition, long position, String now, String why, Throwable cause) {
    return new SuppressRestartsException(
        new AutoCdcException(
            Problem.error(
                null,
                ErrorCode.RECORDS_LOST,
                "source '"
                    + reading.failures().source()
                    + "' would go on in "
                    + partition
                    + " at offset "
                    + position
                    + ", but "
                    + now,
                why,
                "run refresh --full to read what there is, or set "
                    + KafkaOptions.FAIL_ON_DATA_LOSS
                    + ": false to go on without them"),
            cause));
  }

  private static KafkaPartitionSplit unbounded(KafkaPartitionSplit split, long start) {
    return new KafkaPartitionSplit(split.getTopicPartition(), start);
  }

  /** What state keeps: a position, and an end only where it holds for all runs. */
  private KafkaPartitionSplit remembered(
      KafkaPartitionSplit split, long position, OptionalLong stop) {
    return reading.once() && stop.isPresent()
        ? new KafkaPartitionSplit(split.getTopicPartition(), position, stop.getAsLong())
        : unbounded(split, position);
  }

  @Override
  public List<KafkaPartitionSplit> snapshotState(long checkpoint) {
    Map<String, KafkaPartitionSplit> all = new LinkedHashMap<>(others);
    for (KafkaPartitionSplit split : reader.snapshotState(checkpoint)) {
      OptionalLong stop =
          split.getStoppingOffset().map(OptionalLong::of).orElse(OptionalLong.empty());
      all.put(split.splitId(), remembered(split, split.getStartingOffset(), stop));
    }
    return List.copyOf(all.values());
  }

  @Override
  public InputStatus pollNext(ReaderOutput<KafkaRecord> output) throws Exception {
    try {
      return reader.pollNext(output);
    } catch (RuntimeException e) {
      throw described(e);
    }
  }

  /** A failure of Flink's reader in words that a user knows, if it is one of Kafka's client. */
  private RuntimeException described(RuntimeException failure) {
    Optional<OffsetOutOfRangeException> lost =
        ExceptionUtils.findThrowable(failure, OffsetOutOfRangeException.class);
    if (lost.isPresent()) {
      // Met only where loss is not allowed: else the client goes on with what there is.
      Map<TopicPartition, Long> positions = lost.get().offsetOutOfRangePartitions();
      TopicPartition first =
          Collections.min(positions.keySet(), Comparator.comparing(TopicPartition::toString));
      return recordsLost(
          first,
          positions.get(first),
          "there is no such offset any more",
          "Kafka has deleted records by its retention, or the topic was deleted and made anew",
          failure);
    }
    return ExceptionUtils.findThrowable(failure, KafkaException.class).isPresent()
        ? reading.failures().describe(failure)
        : failure;
  }
}
