// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.Column;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.spi.TableProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.paimon.flink.LogicalTypeConversion;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.schema.TableSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds what must change in a stored table so that it fits a definition. */
final class SchemaEvolution {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaEvolution.class);

  private final TableDefinition definition;
  private final Map<String, String> recordedOptions;
  private final TableLayout recorded;

  private SchemaEvolution(TableDefinition definition, TableSchema schema) {
    this.definition = definition;
    this.recordedOptions = schema.options();
    this.recorded = TableLayout.of(schema);
  }

  /**
   * @return the changes; empty if the table fits as it is
   * @throws io.autocdc.dsl.problem.AutoCdcException INCOMPATIBLE_COLUMN with every column whose
   *     type can neither stay nor be widened, UNSUPPORTED_TYPE with every new column that cannot be
   *     stored, TARGET_DRIFT if the primary key is another one
   */
  static List<SchemaChange> between(TableSchema schema, TableDefinition definition) {
    TableProperties.check(definition.name(), definition.properties());
    SchemaEvolution evolution = new SchemaEvolution(definition, schema);
    evolution.checkPrimaryKey();
    List<SchemaChange> changes = new ArrayList<>();
    changes.addAll(evolution.widenedColumns());
    changes.addAll(evolution.newColumns());
    changes.addAll(evolution.changedOptions());
    return changes;
  }

  private void checkPrimaryKey() {
    if (!recorded.primaryKey().equals(definition.primaryKey())) {
      throw TableProblems.primaryKeyDrift(
          definition.name(), recorded.primaryKey(), definition.primaryKey());
    }
  }

  private List<SchemaChange> widenedColumns() {
    Problems problems = new Problems();
    List<SchemaChange> changes = new ArrayList<>();
    for (Column asked : definition.schema().columns()) {
      Optional<Column> column = recorded.visible().find(asked.name());
      if (column.isEmpty() || PaimonTypes.sameButNullability(column.get().type(), asked.type())) {
        continue;
      }
      LogicalType from = column.get().type();
      boolean isKey = recorded.primaryKey().contains(asked.name());
      Optional<List<SchemaChange>> widened =
          isKey ? Optional.empty() : TypeWidening.of(asked.name(), from, asked.type());
      if (widened.isPresent()) {
        changes.addAll(widened.get());
      } else {
        problems.add(
            TableProblems.incompatibleColumn(
                definition.name(), asked.name(), from, asked.type(), isKey));
      }
    }
    problems.throwIfErrors();
    return changes;
  }

  /** New columns stand behind the visible ones, in front of those that only the storage has. */
  private List<SchemaChange> newColumns() {
    List<Column> missing =
        definition.schema().columns().stream()
            .filter(column -> !recorded.visible().contains(column.name()))
            .toList();
    SchemaCreation.checkTypes(definition, missing, recordedOptions);
    List<String> names = recorded.visible().names();
    String last = names.get(names.size() - 1);
    List<SchemaChange> changes = new ArrayList<>();
    for (Column column : missing) {
      changes.add(
          SchemaChange.addColumn(
              column.name(),
              LogicalTypeConversion.toDataType(column.type().copy(true)),
              null,
              SchemaChange.Move.after(column.name(), last)));
      last = column.name();
    }
    return changes;
  }

  private List<SchemaChange> changedOptions() {
    List<SchemaChange> changes = new ArrayList<>();
    definition
        .properties()
        .forEach(
            (key, value) -> {
              String current = recordedOptions.get(key);
              if (Objects.equals(current, value)) {
                return;
              }
              if (TableProperties.isFixed(key)) {
                LOG.warn(
                    "Table {} cannot change its property '{}' to '{}', it stays {}",
                    definition.name(),
                    key,
                    value,
                    current == null ? "unset" : "'" + current + "'");
              } else {
                changes.add(SchemaChange.setOption(key, value));
              }
            });
    return changes;
  }
}
