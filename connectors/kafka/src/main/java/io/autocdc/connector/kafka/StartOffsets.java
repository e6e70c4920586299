// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the first run begins. Positions are looked up once and for all: what is remembered of a
 * partition that no record has come from yet must not be "the end", which moves.
 */
final class StartOffsets implements OffsetsInitializer {

  private static final long serialVersionUID = 1L;

  private enum Kind {
    EARLIEST,
    LATEST,
    TIME
  }

  private final Kind kind;
  private final Instant time;
  private final boolean failOnDataLoss;

  private StartOffsets(Kind kind, Instant time, boolean failOnDataLoss) {
    this.kind = kind;
    this.time = time;
    this.failOnDataLoss = failOnDataLoss;
  }

  static StartOffsets earliest(boolean failOnDataLoss) {
    return new StartOffsets(Kind.EARLIEST, null, failOnDataLoss);
  }

  static StartOffsets latest(boolean failOnDataLoss) {
    return new StartOffsets(Kind.LATEST, null, failOnDataLoss);
  }

  static StartOffsets at(Instant time, boolean failOnDataLoss) {
    return new StartOffsets(Kind.TIME, time, failOnDataLoss);
  }

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    return switch (kind) {
      case EARLIEST -> retriever.beginningOffsets(partitions);
      case LATEST -> retriever.endOffsets(partitions);
      case TIME -> atTime(partitions, retriever);
    };
  }

  private Map<TopicPartition, Long> atTime(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, time.toEpochMilli()));
    // A partition without a record as young as that is read from its end.
    Map<TopicPartition, Long> offsets = new HashMap<>(retriever.endOffsets(partitions));
    retriever.offsetsForTimes(times).entrySet().stream()
        .filter(found -> Objects.nonNull(found.getValue()))
        .forEach(found -> offsets.put(found.getKey(), found.getValue().offset()));
    return offsets;
  }

  /** What happens where the next record is gone. */
  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return failOnDataLoss ? OffsetResetStrategy.NONE : OffsetResetStrategy.EARLIEST;
  }
}
