// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;
import org.apache.paimon.flink.LogicalTypeConversion;

/**
 * A stored table as its users see it.
 *
 * @param visible the declared columns, in the order in which they are stored
 * @param primaryKey visible columns of the primary key; empty for a table that only grows
 * @param storageKeys columns that only the storage has, each with the visible column that it stands
 *     for in Paimon's primary key
 * @param stored all columns, in the order in which they are stored
 */
record TableLayout(
    TableSchema visible, List<String> primaryKey, Map<String, String> storageKeys, RowType stored) {

  static TableLayout of(org.apache.paimon.schema.TableSchema schema) {
    Map<String, String> storageKeys = StorageKeys.fromOptions(schema.options());
    List<String> primaryKey =
        schema.primaryKeys().stream().map(key -> storageKeys.getOrDefault(key, key)).toList();
    RowType stored = LogicalTypeConversion.toLogicalType(schema.logicalRowType());
    List<Column> visible =
        stored.getFields().stream()
            .filter(field -> !storageKeys.containsKey(field.getName()))
            .map(field -> Column.of(field.getName(), field.getType()))
            .toList();
    return new TableLayout(new TableSchema(visible), primaryKey, storageKeys, stored);
  }

  /** Positions of the visible columns among the stored ones. */
  int[] visiblePositions() {
    return visible.names().stream().mapToInt(stored::getFieldIndex).toArray();
  }
}
