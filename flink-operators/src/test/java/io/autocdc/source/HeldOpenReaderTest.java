// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;

class HeldOpenReaderTest {

  private final Words words = new Words();
  private final Output output = new Output();
  private final HeldOpenReader<String, SourceSplit> reader = new HeldOpenReader<>(words, "END");

  @Test
  void emitsTheMarkerOnceBehindTheLastRecordAndIsIdleThen() throws Exception {
    words.queue.addAll(List.of("a", "b"));
    reader.notifyNoMoreSplits();
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.MORE_AVAILABLE);
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.MORE_AVAILABLE);
    for (int i = 0; i < 3; i++) {
      assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    }
    assertThat(output.seen).containsExactly("a", "b", "END", "idle");
    assertThat(reader.isAvailable()).isNotDone();
    assertThat(reader.isAvailable()).isSameAs(reader.isAvailable());
  }

  @Test
  void aReaderWithoutInputEmitsTheMarkerToo() throws Exception {
    reader.notifyNoMoreSplits();
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(output.seen).containsExactly("END", "idle");
  }

  @Test
  void isTheWrappedReaderUntilTheEndIsSignalled() throws Exception {
    words.queue.add("a");
    reader.pollNext(output);
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(output.seen).containsExactly("a");
    assertThat(reader.isAvailable()).isSameAs(words.available);
  }

  @Test
  void splitsThatComeAfterTheEndAreReadWithoutASecondMarker() throws Exception {
    reader.notifyNoMoreSplits();
    reader.pollNext(output);
    CompletableFuture<Void> waiting = reader.isAvailable();
    reader.addSplits(List.of(() -> "late"));
    assertThat(waiting).isCompleted();
    reader.pollNext(output);
    reader.pollNext(output);
    assertThat(output.seen).containsExactly("END", "idle", "late", "idle");
    assertThat(reader.isAvailable()).isNotDone();
  }

  @Test
  void statePassesThrough() {
    reader.addSplits(List.of(() -> "a"));
    assertThat(reader.snapshotState(1)).extracting(SourceSplit::splitId).containsExactly("a");
  }

  /** Every split is a word. */
  private static final class Words implements SourceReader<String, SourceSplit> {

    private final Queue<String> queue = new ArrayDeque<>();
    private final CompletableFuture<Void> available = new CompletableFuture<>();
    private boolean noMore;

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<String> output) {
      String word = queue.poll();
      if (word != null) {
        output.collect(word);
        return InputStatus.MORE_AVAILABLE;
      }
      return noMore ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public List<SourceSplit> snapshotState(long checkpointId) {
      List<SourceSplit> splits = new ArrayList<>();
      queue.forEach(word -> splits.add(() -> word));
      return splits;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return available;
    }

    @Override
    public void addSplits(List<SourceSplit> splits) {
      splits.forEach(split -> queue.add(split.splitId()));
    }

    @Override
    public void notifyNoMoreSplits() {
      noMore = true;
    }

    @Override
    public void close() {}
  }

  private static final class Output implements ReaderOutput<String> {

    private final List<String> seen = new ArrayList<>();

    @Override
    public void collect(String word) {
      seen.add(word);
    }

    @Override
    public void collect(String word, long timestamp) {
      seen.add(word);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      seen.add("watermark");
    }

    @Override
    public void markIdle() {
      seen.add("idle");
    }

    @Override
    public void markActive() {
      seen.add("active");
    }

    @Override
    public SourceOutput<String> createOutputForSplit(String split) {
      return this;
    }

    @Override
    public void releaseOutputForSplit(String split) {}
  }
}
