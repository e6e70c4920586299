// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.dsl.TableName;
import io.autocdc.spi.TableCatalog;
import java.nio.file.Path;
import java.util.Map;

/** Tables of tests, and what only Delta knows about them. */
final class TestTables {

  static final TableName CUSTOMERS = new TableName("delta", "silver", "customers");

  private TestTables() {}

  static TableCatalog catalog(Path warehouse) {
    return new DeltaConnector().open("delta", warehouse.toString(), Map.of());
  }

  /** The version of a table; 0 if nothing has been committed since it was made. */
  static long version(Path warehouse, TableName table) {
    return folder(warehouse, table).newest().orElseThrow().version();
  }

  static DeltaFolder folder(Path warehouse, TableName table) {
    return new DeltaWarehouse(warehouse.toString(), Map.of())
        .table(table.schema(), table.table())
        .open();
  }
}
