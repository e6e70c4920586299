// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.io.Serializable;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import org.apache.flink.types.Row;

/**
 * Gives snapshots one after the other (semantics.md, section 7). It runs inside of the job, in one
 * task, and is asked again where a run before has stopped: for the same last version it must give
 * the same next snapshot.
 */
@FunctionalInterface
public interface SnapshotSupplier extends Serializable {

  /**
   * The snapshot that follows another.
   *
   * @param lastVersion version of the snapshot before, of the declared type's default Java class;
   *     null for the first
   * @return the next snapshot; empty if there is none yet
   * @throws Exception if it cannot be had; the job fails and tries again
   */
  Optional<Snapshot> next(Object lastVersion) throws Exception;

  /**
   * The whole source at a version.
   *
   * @param version not null, of the declared type's default Java class
   * @param rows the rows, with the declared columns by position, in Java classes that Flink
   *     converts to their types; read once, and closed if it is {@link AutoCloseable}
   */
  record Snapshot(Object version, Iterator<Row> rows) {
    public Snapshot {
      Objects.requireNonNull(version);
      Objects.requireNonNull(rows);
    }
  }
}
