// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import io.autocdc.merge.Sequence;
import org.apache.flink.table.data.RowData;

/**
 * What is kept at hand for a key: its newest event and what an event that follows it needs to know.
 *
 * @param sequence sequence of the newest event
 * @param row values of the newest event; null for a delete
 * @param runStart start of the visible row that it belongs to; null for a delete, and where no
 *     history is kept
 * @param hasHistory true if the key ever had a visible row that is still kept
 * @param since for a delete, when it came by the clock of retention, in ms; else 0
 */
public record KeyHead(
    Sequence sequence, StoredRow row, Sequence runStart, boolean hasHistory, long since) {

  /**
   * The head that an event makes.
   *
   * @param rows how its row is kept
   * @param now time of the clock of retention, in ms
   */
  public static KeyHead of(
      Event<RowData> newest, StoredRows rows, Sequence runStart, boolean hasHistory, long now) {
    return new KeyHead(
        newest.sequence(),
        rows.store(newest.row()),
        runStart,
        hasHistory,
        newest.isDelete() ? now : 0);
  }

  /** The newest event. */
  public Event<RowData> newest(StoredRows rows) {
    return new Event<>(sequence, rows.read(row));
  }

  /** The same head of a key that has had a visible row. */
  public KeyHead withHistory() {
    return new KeyHead(sequence, row, runStart, true, since);
  }

  public boolean isDelete() {
    return row == null;
  }
}
