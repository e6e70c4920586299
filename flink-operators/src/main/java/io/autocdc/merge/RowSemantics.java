// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/** How the rows of a flow compare. */
public interface RowSemantics<R> {

  /**
   * A total order that is 0 only for rows without any difference: the tie rule of semantics.md,
   * section 8 (column by column, nulls first).
   */
  int compare(R a, R b);

  /**
   * True if a change from one row to the other starts no new version: they are equal on all tracked
   * columns, where null equals null, NaN equals NaN and -0.0 equals 0.0 (semantics.md, section 4).
   */
  boolean sameVersion(R a, R b);
}
