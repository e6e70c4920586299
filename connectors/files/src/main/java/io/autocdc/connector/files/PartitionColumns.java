// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.CellReader;
import io.autocdc.json.InvalidTextException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Columns whose values are in the names of folders: {@code dt=2026-01-31/region=eu/a.json}. */
final class PartitionColumns implements Serializable {

  private static final long serialVersionUID = 1L;

  private final RowType columns;

  private transient CellReader[] readers;

  PartitionColumns(RowType columns) {
    this.columns = columns;
  }

  List<String> names() {
    return columns.getFieldNames();
  }

  boolean isEmpty() {
    return columns.getFieldCount() == 0;
  }

  /**
   * The values for all rows of a file.
   *
   * @param file see {@link FileNames}
   * @throws InvalidTextException if the file lies in no folder of that name, or the value is none
   *     of the type
   */
  Object[] values(String file) throws InvalidTextException {
    Object[] values = new Object[columns.getFieldCount()];
    for (int i = 0; i < values.length; i++) {
      String name = columns.getFieldNames().get(i);
      LogicalType type = columns.getTypeAt(i);
      Optional<PartitionFolder> folder = PartitionFolder.find(file, name);
      if (folder.isEmpty()) {
        throw new InvalidTextException(
            "the file lies in no folder '" + name + "=...', and that is a partition column");
      }
      try {
        String text = folder.get().value();
        if (text == null && !type.isNullable()) {
          throw InvalidTextException.nullValue(type);
        }
        values[i] = text == null ? null : reader(i).read(text);
      } catch (InvalidTextException e) {
        throw e.inField(name);
      }
    }
    return values;
  }

  private CellReader reader(int column) {
    if (readers == null) {
      readers = columns.getChildren().stream().map(CellReader::of).toArray(CellReader[]::new);
    }
    return readers[column];
  }
}
