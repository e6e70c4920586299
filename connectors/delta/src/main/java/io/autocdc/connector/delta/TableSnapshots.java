// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaCommit;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SnapshotFeed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

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
            CommittedRows.of(folder, state, columns.names())));
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
}
