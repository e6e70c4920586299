// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.SplitRows.PlacedRow;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.table.data.RowData;

/** Reads splits, one after the other; a checkpoint knows the next row of the one being read. */
final class ChangesReader
    extends SingleThreadMultiplexSourceReaderBase<
        PlacedRow, RowData, ChangesSplit, ChangesReader.Progress> {

  /** A split, and how many of its rows have been handed on. */
  static final class Progress {

    private final ChangesSplit split;
    private long position;

    private Progress(ChangesSplit split) {
      this.split = split;
      this.position = split.position();
    }
  }

  /**
   * @param source name of the source
   */
  ChangesReader(
      SourceReaderContext context, String source, DeltaLocation location, RowFormat format) {
    super(
        () -> new ChangesSplitReader(source, location, format, spillFolder(context)),
        (row, output, progress) -> {
          output.collect(row.row());
          progress.position = row.place() + 1;
        },
        context.getConfiguration(),
        context);
  }

  private static Path spillFolder(SourceReaderContext context) {
    String[] folders = ConfigurationUtils.parseTempDirectories(context.getConfiguration());
    return new File(folders[0]).toPath();
  }

  @Override
  public void start() {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected void onSplitFinished(Map<String, Progress> finished) {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected Progress initializedState(ChangesSplit split) {
    return new Progress(split);
  }

  @Override
  protected ChangesSplit toSplitType(String id, Progress progress) {
    return progress.split.at(progress.position);
  }
}
