// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.ChangedRow;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.FileRows;
import io.autocdc.connector.delta.kernel.TableColumns;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** The rows of a table at one version, file after file, each a new object. */
final class CommittedRows implements CloseableIterator<RowData> {

  private final DeltaFolder folder;
  private final TableColumns columns;
  private final Iterator<FileRows> files;
  private CloseableIterator<ChangedRow> open = CloseableIterator.empty();

  private CommittedRows(DeltaFolder folder, DeltaState state, TableColumns columns)
      throws IOException {
    this.folder = folder;
    this.columns = columns;
    this.files = state.files().stream().map(FileRows::of).iterator();
  }

  /**
   * @param columns names, in the order of the rows; those that the table lacks are null
   */
  static CommittedRows of(DeltaFolder folder, DeltaState state, List<String> columns)
      throws IOException {
    return new CommittedRows(folder, state, state.columns(columns, columns.size()));
  }

  @Override
  public boolean hasNext() {
    try {
      while (!open.hasNext()) {
        if (!files.hasNext()) {
          return false;
        }
        open.close();
        open = folder.read(files.next(), columns);
      }
      return true;
    } catch (Exception e) {
      throw DeltaProblems.storage("read the table in " + folder.location(), e);
    }
  }

  @Override
  public RowData next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return open.next().row();
  }

  @Override
  public void close() throws Exception {
    open.close();
  }
}
