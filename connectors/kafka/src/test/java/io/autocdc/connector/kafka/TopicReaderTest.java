// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.kafka.TopicContents.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class TopicReaderTest {

  private static final TopicPartition READ = new TopicPartition("t", 0);
  private static final TopicPartition OTHER = new TopicPartition("gone", 0);

  /** Flink's reader, as far as splits are concerned. */
  private static final class Splits implements SourceReader<KafkaRecord, KafkaPartitionSplit> {

    private final List<KafkaPartitionSplit> splits = new ArrayList<>();
    private RuntimeException failure;

    @Override
    public void addSplits(List<KafkaPartitionSplit> added) {
      splits.addAll(added);
    }

    @Override
    public List<KafkaPartitionSplit> snapshotState(long checkpoint) {
      return List.copyOf(splits);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<KafkaRecord> output) {
      if (failure != null) {
        throw failure;
      }
      return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void start() {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
  }

  private final Splits flink = new Splits();

  private TopicReader reader(Range range, boolean bounded, boolean once, boolean failOnDataLoss) {
    return new TopicReader(
        flink,
        new TopicReading(
            new KafkaFailures("s", "host:9092"),
            new Properties(),
            new Subscription(List.of("t"), null),
            StartOffsets.earliest(failOnDataLoss),
            failOnDataLoss,
            bounded,
            once,
            new TopicContents(Map.of(READ, range))));
  }

  private static KafkaPartitionSplit at(long offset) {
    return new KafkaPartitionSplit(READ, offset);
  }

  private static KafkaPartitionSplit between(long offset, long stop) {
    return new KafkaPartitionSplit(READ, offset, stop);
  }

  @Test
  void aSplitEndsWhereTheRunDoesAndItsStateHasNoEnd() {
    TopicReader reader = reader(new Range(0, 10, 12), true, false, true);
    reader.addSplits(List.of(between(3, 5)));
    assertThat(flink.splits).containsExactly(between(3, 10));
    assertThat(reader.snapshotState(1)).containsExactly(at(3));
  }

  @Test
  void aSplitThatIsReadStaysInStateAtItsEnd() {
    TopicReader reader = reader(new Range(0, 10, 12), true, false, true);
    reader.addSplits(List.of(at(KafkaPartitionSplit.EARLIEST_OFFSET)));
    flink.splits.clear();
    assertThat(reader.snapshotState(1)).containsExactly(at(10));
  }

  @Test
  void aSplitWithoutNewRecordsIsNotRead() {
    TopicReader reader = reader(new Range(0, 10, 12), true, false, true);
    reader.addSplits(List.of(at(11)));
    assertThat(flink.splits).isEmpty();
    assertThat(reader.snapshotState(1)).containsExactly(at(11));
  }

  @Test
  void whatIsReadOnceKeepsItsFirstEnd() {
    TopicReader reader = reader(new Range(0, 10, 10), true, true, true);
    reader.addSplits(List.of(between(3, 5)));
    assertThat(flink.splits).containsExactly(between(3, 5));
    flink.splits.clear();
    assertThat(reader.snapshotState(1)).containsExactly(between(5, 5));
  }

  @Test
  void aTopicThatIsNotReadWaitsInState() {
    TopicReader reader = reader(new Range(0, 10, 10), false, false, true);
    KafkaPartitionSplit other = new KafkaPartitionSplit(OTHER, 7);
    reader.addSplits(List.of(other, at(3)));
    assertThat(flink.splits).containsExactly(at(3));
    assertThat(reader.snapshotState(1)).containsExactlyInAnyOrder(other, at(3));
  }

  @Test
  void recordsThatAreGoneAreAnErrorInRunsOfBothKinds() {
    for (boolean bounded : new boolean[] {true, false}) {
      TopicReader reader = reader(new Range(5, 10, 10), bounded, false, true);
      assertThatThrownBy(() -> reader.addSplits(List.of(at(3))))
          .rootCause()
          .hasMessageContaining("RECORDS_LOST")
          .hasMessageContaining("begin at offset 5");
    }
    TopicReader anew = reader(new Range(0, 10, 10), true, false, true);
    assertThatThrownBy(() -> anew.addSplits(List.of(at(11))))
        .rootCause()
        .hasMessageContaining("end at offset 10");
  }

  @Test
  void reissuedTopicsAreReadFromTheirBeginningWhereLossIsAllowed() {
    TopicReader reader = reader(new Range(0, 10, 10), true, false, false);
    reader.addSplits(List.of(at(11)));
    assertThat(flink.splits).containsExactly(between(0, 10));
  }

  @Test
  void whatGoesWrongInTheMiddleOfARunIsSaidInItsOwnWords() {
    TopicReader reader = reader(new Range(0, 10, 10), false, false, true);
    flink.failure =
        new RuntimeException(
            "fetchers", new OffsetOutOfRangeException(Map.of(OTHER, 7L, READ, 3L)));
    assertThatThrownBy(() -> reader.pollNext(null))
        .isInstanceOf(SuppressRestartsException.class)
        .cause()
        .hasMessageContaining("RECORDS_LOST source 's' would go on in gone-0 at offset 7");
    flink.failure = new RuntimeException("fetchers", new TimeoutException("no answer"));
    assertThatThrownBy(() -> reader.pollNext(null))
        .hasMessageContaining("SOURCE_UNREACHABLE source 's': Kafka at host:9092")
        .hasMessageContaining("no answer");
    flink.failure = new RuntimeException("another");
    assertThatThrownBy(() -> reader.pollNext(null)).isSameAs(flink.failure);
  }
}
