// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.source.OriginColumns;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** The columns that every source of files adds: where a row comes from. One for each subtask. */
final class FileColumns implements OriginColumns<FileRecord> {

  private static final long serialVersionUID = 1L;

  /** How many there are. */
  static final int COUNT = 2;

  private final int position;

  private transient FileOrigin current;
  private transient StringData name;
  private transient TimestampData modificationTime;

  /**
   * @param position of the first of them in a row
   */
  FileColumns(int position) {
    this.position = position;
  }

  @Override
  public void set(GenericRowData row, FileRecord record) {
    FileOrigin origin = record.origin();
    if (origin != current) {
      current = origin;
      name = StringData.fromString(origin.name());
      modificationTime = TimestampData.fromEpochMillis(origin.modificationTime());
    }
    row.setField(position, name);
    row.setField(position + 1, modificationTime);
  }
}
