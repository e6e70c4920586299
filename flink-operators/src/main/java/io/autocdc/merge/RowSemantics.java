// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * How the rows of a flow compare, and what a row takes over from the one before it.
 *
 * <p>In a flow with partial updates the rows in a timeline are <em>effective</em>: they have the
 * values of all columns, and know which of them they authored themselves. A row as it arrives has
 * null wherever it authors nothing (semantics.md, section 5).
 */
public interface RowSemantics<R> {

  /**
   * A total order of what is visible; 0 only for rows without any visible difference, column by
   * column, nulls first.
   */
  int compare(R a, R b);

  /**
   * The tie rule of semantics.md, section 8: a total order of what two events author, 0 only for
   * the same event.
   */
  default int compareAuthored(R a, R b) {
    return compare(a, b);
  }

  /**
   * True if a change from one row to the other starts no new version: they are equal on all tracked
   * columns, where null equals null, NaN equals NaN and -0.0 equals 0.0 (semantics.md, section 4).
   */
  boolean sameVersion(R a, R b);

  /** True if the row authors less than all columns, so that its values depend on earlier events. */
  default boolean isPartial(R row) {
    return false;
  }

  /**
   * True if of two events with one sequence one that authors all columns beats one that does not:
   * {@link #compareAuthored} says so then. Nothing that is older than an event that authors all
   * columns can show in a table without history any more, whatever comes.
   */
  default boolean completeWins() {
    return false;
  }

  /**
   * The row with the values that it does not author itself taken from its predecessor.
   *
   * @param row a row as it arrived, or effective after another predecessor
   * @param predecessor the effective row before it; null if there is none, or a delete
   */
  default R inherit(R row, R predecessor) {
    return row;
  }
}
