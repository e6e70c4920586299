// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import org.apache.flink.table.data.RowData;

/**
 * What a feed gives: rows, and marks between them. Immutable.
 *
 * @param kind what it is
 * @param row the row; null in a mark
 * @param version version of the snapshot in Flink's internal form; null if versions are counted
 * @param name name of the snapshot; null but at its end
 */
record FeedRecord(Kind kind, RowData row, Object version, String name) {

  /** What a record stands for. */
  enum Kind {
    ROW,
    END,
    GIVEN_UP,
    END_OF_INPUT
  }

  static FeedRecord row(RowData row, Object version) {
    return new FeedRecord(Kind.ROW, row, version, null);
  }

  static FeedRecord end(Object version, String name) {
    return new FeedRecord(Kind.END, null, version, name);
  }

  static FeedRecord givenUp() {
    return new FeedRecord(Kind.GIVEN_UP, null, null, null);
  }

  static FeedRecord endOfInput() {
    return new FeedRecord(Kind.END_OF_INPUT, null, null, null);
  }
}
