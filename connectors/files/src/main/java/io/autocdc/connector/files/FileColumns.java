// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** The columns that every source of files adds: where a row comes from. One for each subtask. */
final class FileColumns {

  /** How many there are. */
  static final int COUNT = 2;

  private final int position;

  private FileOrigin current;
  private StringData name;
  private TimestampData modificationTime;

  /**
   * @param position of the first of them in a row
   */
  FileColumns(int position) {
    this.position = position;
  }

  void set(GenericRowData row, FileOrigin origin) {
    if (origin != current) {
      current = origin;
      name = StringData.fromString(origin.name());
      modificationTime = TimestampData.fromEpochMillis(origin.modificationTime());
    }
    row.setField(position, name);
    row.setField(position + 1, modificationTime);
  }
}
