// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Event;
import io.autocdc.merge.Sequence;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * A change on its way to the state of its key.
 *
 * @param flow position of the flow among those of the target, for counters
 * @param system when it became known; null unless the target is bitemporal
 * @param sequence its place in the order of the key
 * @param key values of the key columns
 * @param row values of the other target columns, see {@link TargetShape#storedType}; null for a
 *     delete
 */
public record ChangeEvent(
    int flow, Sequence system, Sequence sequence, BinaryRowData key, BinaryRowData row) {

  boolean isDelete() {
    return row == null;
  }

  Event<RowData> event() {
    return new Event<>(sequence, row);
  }
}
