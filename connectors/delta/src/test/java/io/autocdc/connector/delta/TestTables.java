// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDefinition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Definitions of tables, and what only Delta knows about them. */
final class TestTables {

  static final TableName CUSTOMERS = new TableName("delta", "silver", "customers");

  private TestTables() {}

  static TableCatalog catalog(Path warehouse) {
    return new DeltaConnector().open("delta", warehouse.toString(), Map.of());
  }

  static TableDefinition keyed(TableName name, String schema, String... primaryKey) {
    return new TableDefinition(
        name, TableSchema.parse(schema), List.of(primaryKey), List.of(primaryKey), Map.of());
  }

  static TableDefinition keyed(TableName name, TableSchema schema, String... primaryKey) {
    return new TableDefinition(name, schema, List.of(primaryKey), List.of(primaryKey), Map.of());
  }

  static TableDefinition distributedBy(TableDefinition definition, String... columns) {
    return new TableDefinition(
        definition.name(),
        definition.schema(),
        definition.primaryKey(),
        List.of(columns),
        definition.properties());
  }

  static TableDefinition with(TableDefinition definition, Map<String, String> properties) {
    return new TableDefinition(
        definition.name(),
        definition.schema(),
        definition.primaryKey(),
        definition.distributionKey(),
        properties);
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
