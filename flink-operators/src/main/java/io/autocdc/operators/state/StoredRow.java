// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import io.autocdc.merge.Sequence;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * An event as it is kept, without its place.
 *
 * @param row its values; null for a delete
 * @param time see {@link Event#time}
 */
public record StoredRow(BinaryRowData row, long time) {

  /** A row without a time. */
  public static StoredRow of(BinaryRowData row) {
    return new StoredRow(row, Event.UNKNOWN);
  }

  /** What a log has for an event; null for a delete without a time. */
  static StoredRow of(Event<RowData> event) {
    return event.isDelete() && event.time() == Event.UNKNOWN
        ? null
        : new StoredRow((BinaryRowData) event.row(), event.time());
  }

  /** The event that a log has at a place. */
  static Event<RowData> event(Sequence sequence, StoredRow stored) {
    return stored == null ? Event.delete(sequence) : new Event<>(sequence, stored.row, stored.time);
  }
}
