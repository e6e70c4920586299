// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.TableName;
import io.autocdc.spi.TableCatalog;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.table.FileStoreTable;

/** Tables of tests, and what only Paimon knows about them. */
final class TestTables {

  static final TableName CUSTOMERS = new TableName("paimon", "silver", "customers");

  private TestTables() {}

  static TableCatalog catalog(Path warehouse) {
    return new PaimonConnector().open("paimon", warehouse.toString(), Map.of());
  }

  static FileStoreTable stored(Path warehouse, TableName table) throws Exception {
    try (PaimonWarehouse opened = new PaimonWarehouse(warehouse.toString(), Map.of())) {
      return (FileStoreTable)
          opened.findOrCreate().getTable(Identifier.create(table.schema(), table.table()));
    }
  }

  /** Number of the latest snapshot, from 1; 0 if there is none. */
  static long latestSnapshot(Path warehouse, TableName table) throws Exception {
    return Optional.ofNullable(stored(warehouse, table).snapshotManager().latestSnapshotId())
        .orElse(0L);
  }
}
