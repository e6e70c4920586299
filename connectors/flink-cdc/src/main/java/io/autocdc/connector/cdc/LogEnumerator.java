// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/**
 * An enumerator of Flink CDC that tells readers of a triggered run when they are done: once a
 * reader has the log, all rows of the snapshot have been read, and the others get nothing more.
 */
final class LogEnumerator<SplitT extends SourceSplit, StateT>
    implements SplitEnumerator<SplitT, StateT> {

  private static final int NOBODY = -1;

  private final SplitEnumerator<SplitT, StateT> enumerator;
  private final SplitEnumeratorContext<SplitT> context;
  private final Class<? extends SourceEvent> logAssigned;

  private final boolean bounded;
  private final Explanation explanation;
  private final Runnable check;

  private int logReader = NOBODY;

  /**
   * @param logAssigned what a reader says that has got the log
   * @param bounded false if readers are never done
   * @param check throws if reading cannot begin. It runs when the enumerator starts: what is thrown
   *     while one is restored may leave a job that waits for ever
   */
  LogEnumerator(
      SplitEnumerator<SplitT, StateT> enumerator,
      SplitEnumeratorContext<SplitT> context,
      Class<? extends SourceEvent> logAssigned,
      boolean bounded,
      Explanation explanation,
      Runnable check) {
    this.enumerator = enumerator;
    this.context = context;
    this.logAssigned = logAssigned;
    this.bounded = bounded;
    this.explanation = explanation;
    this.check = check;
  }

  @Override
  public void start() {
    try {
      check.run();
      enumerator.start();
    } catch (RuntimeException e) {
      throw explanation.explained(e);
    }
  }

  @Override
  public void handleSplitRequest(int reader, String host) {
    enumerator.handleSplitRequest(reader, host);
  }

  @Override
  public void addSplitsBack(List<SplitT> splits, int reader) {
    enumerator.addSplitsBack(splits, reader);
  }

  @Override
  public void addReader(int reader) {
    enumerator.addReader(reader);
    if (logReader != NOBODY && logReader != reader) {
      context.signalNoMoreSplits(reader);
    }
  }

  @Override
  public void handleSourceEvent(int reader, SourceEvent event) {
    enumerator.handleSourceEvent(reader, event);
    if (bounded && logAssigned.isInstance(event)) {
      logReader = reader;
      context.registeredReaders().keySet().stream()
          .filter(other -> other != reader)
          .forEach(context::signalNoMoreSplits);
    }
  }

  @Override
  public StateT snapshotState(long checkpoint) throws Exception {
    return enumerator.snapshotState(checkpoint);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    enumerator.notifyCheckpointComplete(checkpoint);
  }

  @Override
  public void close() throws IOException {
    enumerator.close();
  }
}
