// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.ChangeType;
import io.autocdc.connector.delta.kernel.TableColumns;
import java.io.Serializable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;

/**
 * The rows that a source gives: columns of the table, then what is known of their commit.
 *
 * @param stored columns as files have them, for rows that have room for the others
 * @param columns columns of the table, as they are declared
 * @param changes true if rows say what happened to them
 * @param deletesUnpaired true if an update before without its update after is a delete
 */
record RowFormat(TableColumns stored, RowType columns, boolean changes, boolean deletesUnpaired)
    implements Serializable {

  /** Fields of a row. */
  int width() {
    return columns.getFieldCount() + (changes ? 3 : 2);
  }

  /** Sets what is known of the commit of a row. */
  GenericRowData complete(GenericRowData row, ChangeType type, ChangesSplit split) {
    int at = columns.getFieldCount();
    if (changes) {
      row.setField(at++, StringData.fromString(type.text()));
    }
    row.setField(at++, split.version());
    row.setField(at, TimestampData.fromEpochMillis(split.timestamp()));
    return row;
  }
}
