// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * A reader that leaves some splits alone, and keeps them in its state for a later run, with all
 * that had been read of them.
 */
final class ParkingReader<T, SplitT extends SourceSplit> implements SourceReader<T, SplitT> {

  private final SourceReader<T, SplitT> reader;
  private final Predicate<SplitT> isParked;
  private final List<SplitT> parked = new ArrayList<>();

  ParkingReader(SourceReader<T, SplitT> reader, Predicate<SplitT> isParked) {
    this.reader = reader;
    this.isParked = isParked;
  }

  @Override
  public void start() {
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
    return reader.pollNext(output);
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return reader.isAvailable();
  }

  @Override
  public void addSplits(List<SplitT> splits) {
    List<SplitT> others = new ArrayList<>();
    for (SplitT split : splits) {
      (isParked.test(split) ? parked : others).add(split);
    }
    if (!others.isEmpty()) {
      reader.addSplits(others);
    }
  }

  @Override
  public List<SplitT> snapshotState(long checkpointId) {
    List<SplitT> all = new ArrayList<>(parked);
    all.addAll(reader.snapshotState(checkpointId));
    return all;
  }

  @Override
  public void notifyNoMoreSplits() {
    reader.notifyNoMoreSplits();
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    reader.handleSourceEvents(event);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    reader.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    reader.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
