// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.testing;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog.TableDefinition;
import java.util.List;
import java.util.Map;

/** Definitions of tables for tests of catalogs. */
public final class TestDefinitions {

  private TestDefinitions() {}

  public static TableDefinition keyed(TableName name, String schema, String... primaryKey) {
    return new TableDefinition(
        name, TableSchema.parse(schema), List.of(primaryKey), List.of(primaryKey), Map.of());
  }

  public static TableDefinition keyed(TableName name, TableSchema schema, String... primaryKey) {
    return new TableDefinition(name, schema, List.of(primaryKey), List.of(primaryKey), Map.of());
  }

  public static TableDefinition distributedBy(TableDefinition definition, String... columns) {
    return new TableDefinition(
        definition.name(),
        definition.schema(),
        definition.primaryKey(),
        List.of(columns),
        definition.properties());
  }

  public static TableDefinition with(TableDefinition definition, Map<String, String> properties) {
    return new TableDefinition(
        definition.name(),
        definition.schema(),
        definition.primaryKey(),
        definition.distributionKey(),
        properties);
  }
}
