// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.ChangedRow;
import io.autocdc.connector.delta.kernel.DeltaCommit;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.FileRows;
import io.autocdc.connector.delta.kernel.TableColumns;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SnapshotFeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** A table as the snapshots of a source: the newest version, whenever its rows have changed. */
final class TableSnapshots implements SnapshotFeed {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final DeltaLocation location;
  private final TableSchema columns;

  /**
   * @param name what people call the table
   */
  TableSnapshots(String name, DeltaLocation location, TableSchema columns) {
    this.name = name;
    this.location = location;
    this.columns = columns;
  }

  @Override
  public Optional<FedSnapshot> next(byte[] position) throws IOException {
    DeltaFolder folder = location.open();
    Optional<DeltaState> newest = folder.newest();
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    DeltaState state = newest.get();
    if (!hasOtherRows(folder, state, position)) {
      return Optional.empty();
    }
    new SourceTable(name, location, state).check(columns);
    return Optional.of(
        new FedSnapshot(
            position(state),
            null,
            name + ", version " + state.version(),
            new Rows(folder, state, state.columns(columns.names(), columns.columns().size()))));
  }

  private static byte[] position(DeltaState state) {
    byte[] table = state.tableId().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Long.BYTES + table.length)
        .putLong(state.version())
        .put(table)
        .array();
  }

  /** Without a position: unless nothing was ever written, which is no snapshot yet. */
  private static boolean hasOtherRows(DeltaFolder folder, DeltaState state, byte[] position)
      throws IOException {
    long seen = -1;
    if (position != null) {
      ByteBuffer bytes = ByteBuffer.wrap(position);
      seen = bytes.getLong();
      String table = StandardCharsets.UTF_8.decode(bytes).toString();
      if (!table.equals(state.tableId()) || seen > state.version()) {
        return true;
      }
    }
    for (long version = seen + 1; version <= state.version(); version++) {
      Optional<DeltaCommit> commit = folder.log().commit(version);
      if (commit.isEmpty() || commit.get().changesRows()) {
        return true; // What the log has forgotten may have changed rows.
      }
    }
    return false;
  }

  /** The rows of a version, file after file. */
  private static final class Rows implements CloseableIterator<RowData> {

    private final DeltaFolder folder;
    private final TableColumns columns;
    private final Iterator<FileRows> files;
    private CloseableIterator<ChangedRow> open = CloseableIterator.empty();

    Rows(DeltaFolder folder, DeltaState state, TableColumns columns) throws IOException {
      this.folder = folder;
      this.columns = columns;
      this.files = state.files().stream().map(FileRows::of).iterator();
    }

    @Override
    public boolean hasNext() {
      while (!open.hasNext()) {
        if (!files.hasNext()) {
          return false;
        }
        try {
          open.close();
          open = folder.read(files.next(), columns);
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
      return open.next().row();
    }

    @Override
    public void close() throws Exception {
      open.close();
    }
  }
}
