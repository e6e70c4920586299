// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.source.ForwardingReader;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** A reader of Flink CDC whose runs may end, and go on from where this product says. */
final class LogReader<SplitT extends SourceSplit> extends ForwardingReader<ChangeRecord, SplitT> {

  private final UnaryOperator<SplitT> positioning;
  private final Predicate<SplitT> isLog;
  private final boolean once;
  private final RunEnd end;
  private final Explanation explanation;

  private boolean started;

  /**
   * @param positioning what a split is read as
   * @param isLog true for the log, false for rows of the table
   * @param once true if the log is left alone once a run has come to it
   * @param end where the run ends; never reached in a continuous one
   */
  LogReader(
      SourceReader<ChangeRecord, SplitT> reader,
      UnaryOperator<SplitT> positioning,
      Predicate<SplitT> isLog,
      boolean once,
      RunEnd end,
      Explanation explanation) {
    super(reader);
    this.positioning = positioning;
    this.isLog = isLog;
    this.once = once;
    this.end = end;
    this.explanation = explanation;
  }

  @Override
  public void start() {
    started = true;
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<ChangeRecord> output) throws Exception {
    if (end.isReached()) {
      return InputStatus.END_OF_INPUT;
    }
    try {
      InputStatus status = reader.pollNext(output);
      return end.isReached() ? InputStatus.END_OF_INPUT : status;
    } catch (RuntimeException e) {
      throw explanation.explained(e);
    }
  }

  /** Splits that come before the start are those of an earlier run. */
  @Override
  public void addSplits(List<SplitT> splits) {
    reader.addSplits(splits.stream().map(positioning).toList());
    if (once && !started && splits.stream().anyMatch(isLog)) {
      end.set(position -> true);
      end.passed(Map.of());
    }
  }
}
