// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import java.time.Duration;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/** Reads a table commit after commit. */
final class ChangesSource implements Source<RowData, ChangesSplit, ChangesPosition> {

  private static final long serialVersionUID = 1L;

  private final ChangesLog log;
  private final RowFormat format;
  private final Duration interval;
  private final boolean once;

  /**
   * @param interval time between two looks that find nothing
   * @param once true if what the first look finds is all that is ever read
   */
  ChangesSource(ChangesLog log, RowFormat format, Duration interval, boolean once) {
    this.log = log;
    this.format = format;
    this.interval = interval;
    this.once = once;
  }

  @Override
  public Boundedness getBoundedness() {
    return log.last() == ChangesLog.NO_END ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<RowData, ChangesSplit> createReader(SourceReaderContext context) {
    return new ChangesReader(context, log.source(), log.location(), format);
  }

  @Override
  public SplitEnumerator<ChangesSplit, ChangesPosition> createEnumerator(
      SplitEnumeratorContext<ChangesSplit> context) {
    return restoreEnumerator(context, ChangesPosition.NOT_BEGUN);
  }

  @Override
  public SplitEnumerator<ChangesSplit, ChangesPosition> restoreEnumerator(
      SplitEnumeratorContext<ChangesSplit> context, ChangesPosition state) {
    return new ChangesEnumerator(context, log, state, interval, once);
  }

  @Override
  public SimpleVersionedSerializer<ChangesSplit> getSplitSerializer() {
    return ChangesSplit.SERIALIZER;
  }

  @Override
  public SimpleVersionedSerializer<ChangesPosition> getEnumeratorCheckpointSerializer() {
    return ChangesPosition.SERIALIZER;
  }
}
