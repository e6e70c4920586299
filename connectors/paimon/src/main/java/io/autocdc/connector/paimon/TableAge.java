// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.table.FileStoreTable;

/**
 * When a table was made, which tells it from others that had its name before. Paimon's own {@code
 * uuid} goes by the time of a file, which a copy of the warehouse changes.
 */
final class TableAge {

  private static final long GONE = -1;

  private TableAge() {}

  /** The time of the first schema, in epoch milliseconds; negative if the table is gone. */
  static long of(FileStoreTable table) {
    SchemaManager schemas = table.schemaManager();
    return schemas.listAllIds().stream()
        .min(Long::compare)
        .map(first -> schemas.schema(first).timeMillis())
        .orElse(GONE);
  }
}
