// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.util.Map;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.connector.file.src.reader.BulkFormat.RecordIterator;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.types.RowKind;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.disk.IOManagerImpl;
import org.apache.paimon.flink.source.FileStoreSourceSplit;
import org.apache.paimon.flink.source.FileStoreSourceSplitReader;
import org.apache.paimon.flink.source.FileStoreSourceSplitState;
import org.apache.paimon.flink.source.ReaderConsumeProgressEvent;
import org.apache.paimon.flink.source.metrics.FileStoreSourceReaderMetrics;
import org.apache.paimon.flink.utils.TableScanUtils;
import org.apache.paimon.table.source.TableRead;

/**
 * Paimon's reader, whose rows also say where they stand: behind their columns come the snapshot and
 * the position in the split. All changes of a key in a snapshot stand in one split, in their order.
 */
final class ChangesReader
    extends SingleThreadMultiplexSourceReaderBase<
        RecordIterator<RowData>, RowData, FileStoreSourceSplit, FileStoreSourceSplitState> {

  private final IOManager spillFiles;
  private final Emitter emitter;
  private long readUpTo = Long.MIN_VALUE;

  private ChangesReader(
      SourceReaderContext context, TableRead read, IOManager spillFiles, Emitter emitter) {
    super(
        () ->
            new FileStoreSourceSplitReader(
                read.withIOManager(spillFiles),
                null,
                new FileStoreSourceReaderMetrics(context.metricGroup())),
        emitter,
        context.getConfiguration(),
        context);
    this.spillFiles = spillFiles;
    this.emitter = emitter;
  }

  static ChangesReader of(SourceReaderContext context, TableRead read) {
    String folders = context.getConfiguration().get(CoreOptions.TMP_DIRS);
    return new ChangesReader(
        context, read, IOManager.create(IOManagerImpl.splitPaths(folders)), new Emitter());
  }

  /**
   * {@inheritDoc} No checkpoint comes between the two rows of an update, which may stand in two
   * batches of a file.
   */
  @Override
  public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
    InputStatus status = super.pollNext(output);
    while (emitter.isInUpdate
        && status != InputStatus.END_OF_INPUT
        && getNumberOfCurrentlyAssignedSplits() > 0) {
      isAvailable().get();
      status = super.pollNext(output);
    }
    return status;
  }

  /** Adds to every row of a batch where it stands. */
  private static final class Emitter
      implements RecordEmitter<RecordIterator<RowData>, RowData, FileStoreSourceSplitState> {

    /** True if the last row was one that an update replaces. */
    private boolean isInUpdate;

    @Override
    public void emitRecord(
        RecordIterator<RowData> batch,
        SourceOutput<RowData> output,
        FileStoreSourceSplitState state) {
      long snapshot = TableScanUtils.getSnapshotId(state.toSourceSplit()).orElseThrow();
      RecordAndPosition<RowData> next = batch.next();
      while (next != null) {
        RowData row = next.getRecord();
        RowData place = GenericRowData.of(snapshot, next.getRecordSkipCount());
        isInUpdate = row.getRowKind() == RowKind.UPDATE_BEFORE;
        output.collect(new JoinedRowData(row.getRowKind(), row, place));
        state.setPosition(next);
        next = batch.next();
      }
    }
  }

  @Override
  public void start() {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  /** The enumerator lets the table forget what all readers have read. */
  @Override
  protected void onSplitFinished(Map<String, FileStoreSourceSplitState> finished) {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
    for (FileStoreSourceSplitState state : finished.values()) {
      long snapshot = TableScanUtils.getSnapshotId(state.toSourceSplit()).orElseThrow();
      if (snapshot > readUpTo) {
        readUpTo = snapshot;
        context.sendSourceEventToCoordinator(new ReaderConsumeProgressEvent(snapshot));
      }
    }
  }

  @Override
  protected FileStoreSourceSplitState initializedState(FileStoreSourceSplit split) {
    return new FileStoreSourceSplitState(split);
  }

  @Override
  protected FileStoreSourceSplit toSplitType(String id, FileStoreSourceSplitState state) {
    return state.toSourceSplit();
  }

  @Override
  public void close() throws Exception {
    super.close();
    spillFiles.close();
  }
}
