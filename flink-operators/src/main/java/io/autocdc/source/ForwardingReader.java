// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** A reader around another one, which does what that one does unless it says otherwise. */
public abstract class ForwardingReader<T, SplitT extends SourceSplit>
    implements SourceReader<T, SplitT> {

  protected final SourceReader<T, SplitT> reader;

  protected ForwardingReader(SourceReader<T, SplitT> reader) {
    this.reader = reader;
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
    reader.addSplits(splits);
  }

  @Override
  public List<SplitT> snapshotState(long checkpoint) {
    return reader.snapshotState(checkpoint);
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
  public void pauseOrResumeSplits(Collection<String> pause, Collection<String> resume) {
    reader.pauseOrResumeSplits(pause, resume);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    reader.notifyCheckpointComplete(checkpoint);
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) throws Exception {
    reader.notifyCheckpointAborted(checkpoint);
  }

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
