// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import java.io.Serializable;
import java.util.Optional;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** Gives snapshots one after the other, inside of a job, to one task. */
@FunctionalInterface
public interface SnapshotFeed extends Serializable {

  /**
   * The snapshot that follows another.
   *
   * @param position that of the snapshot before; null for the first
   * @return empty if there is none yet
   */
  Optional<FedSnapshot> next(byte[] position) throws Exception;

  /**
   * A snapshot.
   *
   * @param position where it stands, for {@link #next}; kept in state
   * @param version its version in Flink's internal form; null if versions are counted
   * @param name what people call it
   * @param rows its rows; the caller closes them
   */
  record FedSnapshot(
      byte[] position, Object version, String name, CloseableIterator<? extends RowData> rows) {}
}
