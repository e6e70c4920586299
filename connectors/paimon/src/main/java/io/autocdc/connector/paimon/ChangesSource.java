// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.io.FileNotFoundException;
import java.util.Collection;
import java.util.function.LongPredicate;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.RowData;
import org.apache.paimon.flink.source.ContinuousFileStoreSource;
import org.apache.paimon.flink.source.FileStoreSourceSplit;
import org.apache.paimon.flink.source.PendingSplitsCheckpoint;
import org.apache.paimon.flink.source.PendingSplitsCheckpointSerializer;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.table.source.StreamTableScan;

/**
 * Paimon's source of changes, which ends behind the snapshots that were there when the run began,
 * and whose rows say where they stand (see {@link ChangesReader}). Its state knows the table that
 * it was read from: another one of the same name is no continuation, nor is one that was set back.
 */
final class ChangesSource extends ContinuousFileStoreSource {

  private static final long serialVersionUID = 1L;

  /** Reads whatever comes. */
  static final long NO_END = Long.MAX_VALUE;

  private final String source;
  private final FileStoreTable table;
  private final long madeAt;
  private final boolean onlyNew;
  private final boolean once;
  private final long last;

  /**
   * @param source name of the source
   * @param table the table, with all options of the scan
   * @param read gives the columns that are read
   * @param onlyNew true if the rows that are there at the first run are not read
   * @param once true if what the first look finds is all that is ever read
   * @param last number of the last snapshot that has to be read, 0 if there was none; or {@link
   *     #NO_END}
   */
  ChangesSource(
      String source,
      FileStoreTable table,
      ReadBuilder read,
      boolean onlyNew,
      boolean once,
      long last) {
    // Where nothing is updated, rows of one bucket may go to several readers.
    super(read, table.options(), null, table.primaryKeys().isEmpty(), null);
    this.source = source;
    this.table = table;
    this.madeAt = TableAge.of(table);
    this.onlyNew = onlyNew;
    this.once = once;
    this.last = last;
  }

  @Override
  public SourceReader<RowData, FileStoreSourceSplit> createReader(SourceReaderContext context) {
    return ChangesReader.of(context, readBuilder.newRead());
  }

  @Override
  public PendingSplitsCheckpointSerializer getEnumeratorCheckpointSerializer() {
    return new ChangesCheckpoint.Serializer();
  }

  @Override
  public SplitEnumerator<FileStoreSourceSplit, PendingSplitsCheckpoint> restoreEnumerator(
      SplitEnumeratorContext<FileStoreSourceSplit> context, PendingSplitsCheckpoint state) {
    ChangesCheckpoint before = (ChangesCheckpoint) state;
    return new ChangesEnumerator(
        super.restoreEnumerator(context, state),
        before,
        madeAt,
        this::committedAt,
        () -> requireStart(before));
  }

  /**
   * @param state null in the first run
   * @throws SuppressRestartsException RECORDS_LOST if what was read is not what the table has now;
   *     INVALID_VALUE if the table does not have the snapshot that the first run asks for
   */
  private void requireStart(ChangesCheckpoint state) {
    Long latest = table.snapshotManager().latestSnapshotId();
    long newest = latest == null ? 0 : latest;
    if (state == null || state.currentSnapshotId() == null) {
      requireStart(newest);
    } else if (!once) { // What is read once has been read, whatever became of the table.
      requireSame(state, newest);
    }
  }

  private void requireStart(long newest) {
    Long asked = table.coreOptions().scanSnapshotId();
    if (asked != null && asked > newest + 1) {
      Long earliest = table.snapshotManager().earliestSnapshotId();
      throw new SuppressRestartsException(
          PaimonProblems.startNotReached(source, asked, earliest, newest));
    }
  }

  private void requireSame(ChangesCheckpoint state, long newest) {
    long next = state.currentSnapshotId();
    if (state.madeAt() != madeAt) {
      throw new SuppressRestartsException(PaimonProblems.tableMadeAnew(source, next));
    }
    long committedAt = committedAt(next - 1);
    boolean known =
        state.readAt() != ChangesCheckpoint.UNKNOWN && committedAt != ChangesCheckpoint.UNKNOWN;
    if (next > newest + 1 || known && committedAt != state.readAt()) {
      throw new SuppressRestartsException(PaimonProblems.tableSetBack(source, next, newest));
    }
  }

  private long committedAt(long snapshot) {
    try {
      return table.snapshotManager().tryGetSnapshot(snapshot).timeMillis();
    } catch (FileNotFoundException e) {
      return ChangesCheckpoint.UNKNOWN;
    }
  }

  @Override
  protected SplitEnumerator<FileStoreSourceSplit, PendingSplitsCheckpoint> buildEnumerator(
      SplitEnumeratorContext<FileStoreSourceSplit> context,
      Collection<FileStoreSourceSplit> splits,
      Long next,
      StreamTableScan scan) {
    Long start = next;
    boolean fromHereOn = next == null && (onlyNew || once);
    if (fromHereOn && (last == 0 || table.snapshotManager().latestSnapshotId() == null)) {
      // What comes now has its place, for the next run to go on at or to leave alone.
      start = 1L;
      scan.restore(start);
    }
    LongPredicate ended =
        once ? position -> last == 0 || position > 0 : position -> position > last || last == 0;
    return super.buildEnumerator(
        context,
        splits,
        start,
        new ChangesScan(scan, source, ended, () -> TableAge.of(table) == madeAt));
  }
}
