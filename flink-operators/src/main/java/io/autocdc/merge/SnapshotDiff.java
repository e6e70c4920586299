// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.List;

/**
 * What one key does from one snapshot to the next (semantics.md, section 7): new or different, it
 * is upserted; gone, it is deleted; equal, it does nothing.
 *
 * @param <R> rows
 */
public final class SnapshotDiff<R> {

  /** What is to be done with a snapshot that has been read to its end. */
  public enum Verdict {
    /** Its differences from the one before are applied. */
    APPLY,
    /** It has the version of the one before, so it must have the same rows. */
    VERIFY,
    /** It is left out. */
    DISCARD
  }

  /** What a key has to do. */
  public enum Change {
    NOTHING,
    UPSERT,
    DELETE,
    /** Nothing, since the snapshot has different rows for the key. */
    CONFLICT,
    /** Nothing, since the snapshot differs from another with the same version. */
    DIFFERS
  }

  private final RowSemantics<R> rows;

  public SnapshotDiff(RowSemantics<R> rows) {
    this.rows = rows;
  }

  /** True if a row of a snapshot is new among those that the snapshot has for its key. */
  public boolean isNew(R row, List<R> known) {
    return known.stream().noneMatch(other -> rows.compare(row, other) == 0);
  }

  /**
   * Compares a key in two snapshots.
   *
   * @param before its row in the snapshot before; null if it had none
   * @param now its different rows in this one; empty if it has none
   */
  public Change compare(R before, List<R> now, Verdict verdict) {
    if (verdict == Verdict.DISCARD) {
      return Change.NOTHING;
    }
    if (now.size() > 1) {
      return Change.CONFLICT;
    }
    boolean equal =
        now.isEmpty() ? before == null : before != null && rows.compare(before, now.get(0)) == 0;
    if (equal) {
      return Change.NOTHING;
    }
    if (verdict == Verdict.VERIFY) {
      return Change.DIFFERS;
    }
    return now.isEmpty() ? Change.DELETE : Change.UPSERT;
  }
}
