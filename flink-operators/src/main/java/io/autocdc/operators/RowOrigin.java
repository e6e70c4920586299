// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import org.apache.flink.table.data.RowData;

/** Tells where a row came from, if its source has added that to the row. */
final class RowOrigin {

  private final int filePath;

  RowOrigin(TableSchema schema) {
    filePath =
        schema.find(SourceTypes.FILE_PATH).filter(Column::metadata).isPresent()
            ? schema.indexOf(SourceTypes.FILE_PATH)
            : -1;
  }

  /** A file path; null if nothing is known. */
  String of(RowData row) {
    return filePath < 0 || row.isNullAt(filePath) ? null : row.getString(filePath).toString();
  }
}
