// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/** The rows of a table at one version, file after file. */
final class CommittedRows implements CloseableIterator<RowData> {

  private final DeltaState state;
  private final RowType columns;
  private final Iterator<LiveFile> files;
  private CloseableIterator<RowData> open = CloseableIterator.empty();

  private CommittedRows(DeltaState state) throws IOException {
    this.state = state;
    this.columns = TableLayout.of(state).rowType();
    this.files = state.files().iterator();
  }

  static CommittedRows of(DeltaState state) throws IOException {
    return new CommittedRows(state);
  }

  @Override
  public boolean hasNext() {
    while (!open.hasNext()) {
      if (!files.hasNext()) {
        return false;
      }
      try {
        open.close();
        open = state.read(files.next(), columns);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (Exception e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }
    return true;
  }

  @Override
  public RowData next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return open.next();
  }

  @Override
  public void close() throws Exception {
    open.close();
  }
}
