// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** The reader of {@link HeldOpenSource}. */
final class HeldOpenReader<T, SplitT extends SourceSplit> extends ForwardingReader<T, SplitT> {

  private final T marker;

  private CompletableFuture<Void> moreSplits = new CompletableFuture<>();
  private boolean held;
  private boolean wasHeld;

  HeldOpenReader(SourceReader<T, SplitT> reader, T marker) {
    super(reader);
    this.marker = marker;
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
    if (held) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    InputStatus status = reader.pollNext(output);
    if (status != InputStatus.END_OF_INPUT) {
      return status;
    }
    if (!wasHeld) {
      output.collect(marker);
    }
    output.markIdle();
    held = true;
    wasHeld = true;
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return held ? moreSplits : reader.isAvailable();
  }

  /** An enumerator that said there were no more splits adds none; if it does, they are read. */
  @Override
  public void addSplits(List<SplitT> splits) {
    reader.addSplits(splits);
    if (held) {
      held = false;
      moreSplits.complete(null);
      moreSplits = new CompletableFuture<>();
    }
  }
}
