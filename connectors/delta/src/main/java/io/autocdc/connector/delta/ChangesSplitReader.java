// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.SplitRows.PlacedRow;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.ExceptionUtils;

/** Reads the rows of splits in batches, in a thread of its own. */
final class ChangesSplitReader implements SplitReader<PlacedRow, ChangesSplit> {

  private static final int BATCH = 500;

  private final String source;
  private final DeltaFolder folder;
  private final RowFormat format;
  private final Path spillFolder;
  private final Queue<ChangesSplit> waiting = new ArrayDeque<>();
  private ChangesSplit split;
  private SplitRows rows;

  ChangesSplitReader(String source, DeltaLocation location, RowFormat format, Path spillFolder) {
    this.source = source;
    this.folder = location.open();
    this.format = format;
    this.spillFolder = spillFolder;
  }

  /**
   * {@inheritDoc}
   *
   * @throws SuppressRestartsException RECORDS_LOST if a file is gone; RUN_FAILED if it cannot be
   *     read as the table is declared
   */
  @Override
  public RecordsWithSplitIds<PlacedRow> fetch() throws IOException {
    RecordsBySplits.Builder<PlacedRow> batch = new RecordsBySplits.Builder<>();
    if (split == null) {
      split = waiting.poll();
      if (split == null) {
        return batch.build();
      }
    }
    try {
      if (rows == null) {
        rows = SplitRows.of(folder, split, format, spillFolder);
      }
      for (int i = 0; i < BATCH && rows.hasNext(); i++) {
        batch.add(split, rows.next());
      }
      if (!rows.hasNext()) {
        batch.addFinishedSplit(split.splitId());
        rows.close();
        rows = null;
        split = null;
      }
    } catch (IOException | RuntimeException e) {
      throw explained(e);
    }
    return batch.build();
  }

  private RuntimeException explained(Exception failure) throws IOException {
    Optional<FileNotFoundException> gone =
        ExceptionUtils.findThrowable(failure, FileNotFoundException.class);
    if (gone.isPresent()) {
      return new SuppressRestartsException(
          DeltaProblems.filesGone(source, split.version(), gone.get()));
    }
    if (ExceptionUtils.findThrowable(failure, IOException.class).isPresent()) {
      throw new IOException(
          "Version " + split.version() + " of the table of source " + source + " was not read",
          failure);
    }
    return new SuppressRestartsException(
        DeltaProblems.unreadable(source, split.version(), failure));
  }

  @Override
  public void handleSplitsChanges(SplitsChange<ChangesSplit> change) {
    waiting.addAll(change.splits());
  }

  @Override
  public void wakeUp() {}

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
  }
}
