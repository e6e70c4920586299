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
 * @param since for a delete, when it came by the clock of its retention, in ms; else 0
 * @param time see {@link Event#time}
 * @param isExpiring true if a timer of the key waits for its history to become final
 * @param isTrimmed true if final history of the key has been dropped
 */
public record KeyHead(
    Sequence sequence,
    StoredRow row,
    Sequence runStart,
    boolean hasHistory,
    long since,
    long time,
    boolean isExpiring,
    boolean isTrimmed) {

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
        newest.isDelete() ? now : 0,
        newest.time(),
        false,
        false);
  }

  /** The newest event. */
  public Event<RowData> newest(StoredRows rows) {
    return new Event<>(sequence, rows.read(row), time);
  }

  /** The same head with what is known of its key as a whole. */
  public KeyHead with(boolean hasHistory, boolean isExpiring, boolean isTrimmed) {
    return new KeyHead(sequence, row, runStart, hasHistory, since, time, isExpiring, isTrimmed);
  }

  /** The same head, whose event has another time. */
  public KeyHead withTime(long time) {
    return new KeyHead(sequence, row, runStart, hasHistory, since, time, isExpiring, isTrimmed);
  }

  /** The same head, whose delete came at another time. */
  public KeyHead withSince(long since) {
    return new KeyHead(sequence, row, runStart, hasHistory, since, time, isExpiring, isTrimmed);
  }

  public boolean isDelete() {
    return row == null;
  }
}
