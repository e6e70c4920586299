// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaTypes;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.Column;
import io.autocdc.spi.TableCatalog.TableDefinition;
import java.util.List;
import java.util.Map;

/** Turns the definition of a table into what Delta stores. */
final class SchemaCreation {

  private SchemaCreation() {}

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE with every column that cannot
   *     be stored, CONFLICTING_OPTIONS with every property that rows cannot be written with
   */
  static List<StoredColumn> columns(TableDefinition definition) {
    Problems problems = new Problems();
    TableProperties.check(
        definition.name(), definition.properties(), !definition.primaryKey().isEmpty(), problems);
    checkTypes(definition, definition.schema().columns(), problems);
    problems.throwIfErrors();
    return definition.schema().columns().stream()
        .map(
            column -> {
              int position = definition.primaryKey().indexOf(column.name());
              return new StoredColumn(column.name(), column.type().copy(position < 0), position);
            })
        .toList();
  }

  static Map<String, String> properties(TableDefinition definition) {
    return TableProperties.ofNew(definition.properties(), !definition.primaryKey().isEmpty());
  }

  static void checkTypes(TableDefinition definition, List<Column> columns, Problems problems) {
    for (Column column : columns) {
      if (!DeltaTypes.isStorable(column.type())) {
        problems.add(
            DeltaProblems.unsupportedType(definition.name(), column.name(), column.type()));
      }
    }
  }
}
