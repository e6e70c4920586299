// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.SplitRows.PlacedRow;
import io.autocdc.connector.delta.kernel.ChangedRow;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.FileRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/**
 * The rows of a split that have not been read yet, always in the same order, whatever columns are
 * read.
 */
interface SplitRows extends CloseableIterator<PlacedRow> {

  /**
   * A row, a new object.
   *
   * @param place its number among those of the split, from 0; numbers may be left out
   */
  record PlacedRow(RowData row, long place) {}

  /**
   * @param spillFolder takes what does not fit into memory
   */
  static SplitRows of(DeltaFolder folder, ChangesSplit split, RowFormat format, Path spillFolder)
      throws IOException {
    return split.keys().isEmpty()
        ? new InOrder(folder, split, format)
        : new PairedRows(folder, split, format, spillFolder);
  }

  @Override
  void close() throws IOException;

  /** File after file, as the rows stand there. */
  final class InOrder implements SplitRows {

    private final DeltaFolder folder;
    private final ChangesSplit split;
    private final RowFormat format;
    private final Iterator<FileRows> files;
    private CloseableIterator<ChangedRow> open = CloseableIterator.empty();
    private long next;

    InOrder(DeltaFolder folder, ChangesSplit split, RowFormat format) {
      this.folder = folder;
      this.split = split;
      this.format = format;
      this.files = split.files().iterator();
    }

    @Override
    public boolean hasNext() {
      while (true) {
        while (!open.hasNext()) {
          if (!files.hasNext()) {
            return false;
          }
          try {
            close();
            open = folder.read(files.next(), format.stored());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
        if (next >= split.position()) {
          return true;
        }
        open.next();
        next++;
      }
    }

    @Override
    public PlacedRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      ChangedRow row = open.next();
      return new PlacedRow(format.complete(row.row(), row.type(), split), next++);
    }

    @Override
    public void close() throws IOException {
      try {
        open.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
