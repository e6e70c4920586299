// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.row.LayoutChange;
import io.autocdc.operators.row.RowLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Takes rows out of state and puts them there. Rows that an earlier layout was written in come out
 * in the layout of now. Not thread-safe.
 */
public final class StoredRows {

  private final RowLayout now;
  private final int arity;
  private final Map<LayoutHistory.Entry, List<LayoutChange>> changes = new IdentityHashMap<>();

  /**
   * @param now the layout in which rows are written and wanted
   */
  public StoredRows(RowLayout now) {
    this.now = now;
    this.arity = now.storedType().getFieldCount();
  }

  /**
   * @param row a binary row in the layout of now that is never changed again; null for none
   */
  public StoredRow store(RowData row) {
    return row == null ? null : new StoredRow(BinaryRows.bytes((BinaryRowData) row), null);
  }

  /** The row; null for null. */
  public BinaryRowData read(StoredRow row) {
    if (row == null) {
      return null;
    }
    if (row.layout() == null) {
      return wrap(row.bytes(), arity);
    }
    BinaryRowData read = wrap(row.bytes(), row.layout().layout().storedType().getFieldCount());
    for (LayoutChange change : changes.computeIfAbsent(row.layout(), this::changesSince)) {
      read = change.apply(read);
    }
    return read;
  }

  /** What a log keeps of an event; null for a delete without a time. */
  StoredEvent store(Event<RowData> event) {
    return event.isDelete() && event.time() == Event.UNKNOWN
        ? null
        : new StoredEvent(store(event.row()), event.time());
  }

  /**
   * The event that a log keeps at a place.
   *
   * @param stored null for a delete without a time
   */
  Event<RowData> event(Sequence sequence, StoredEvent stored) {
    return stored == null
        ? Event.delete(sequence)
        : new Event<>(sequence, read(stored.row()), stored.time());
  }

  private List<LayoutChange> changesSince(LayoutHistory.Entry entry) {
    List<LayoutChange> changes = new ArrayList<>();
    RowLayout current = entry.layout();
    for (RowLayout next : entry.later()) {
      changes.add(LayoutChange.between(current, next));
      current = next;
    }
    if (!current.hasFormOf(now)) {
      changes.add(LayoutChange.between(current, now));
    }
    return changes;
  }

  private static BinaryRowData wrap(byte[] bytes, int arity) {
    BinaryRowData row = new BinaryRowData(arity);
    row.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return row;
  }
}
