// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.Column;
import io.autocdc.operators.row.LayoutChange;
import io.autocdc.operators.row.RowLayout;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.spi.TableProblems;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/**
 * What must change in a stored table so that it fits a definition.
 *
 * @param columns all columns, as they will be
 * @param properties those that change
 * @param rewrites true if files hold values in a form that they do not have any more
 * @param isNothing true if the table fits as it is
 */
record SchemaEvolution(
    List<StoredColumn> columns,
    Map<String, String> properties,
    boolean rewrites,
    boolean isNothing) {

  private static final int MAX_ATTEMPTS = 20;

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException INCOMPATIBLE_COLUMN with every column whose
   *     type can neither stay nor be widened, UNSUPPORTED_TYPE with every new column that cannot be
   *     stored, TARGET_DRIFT if the primary key is another one, CONFLICTING_OPTIONS with all that
   *     rows cannot be written with
   */
  static SchemaEvolution between(DeltaState state, TableDefinition definition) {
    TableLayout recorded = TableLayout.of(state);
    if (!recorded.primaryKey().equals(definition.primaryKey())) {
      throw TableProblems.primaryKeyDrift(
          definition.name(), recorded.primaryKey(), definition.primaryKey());
    }
    Problems problems = new Problems();
    Map<String, String> after = new TreeMap<>(state.properties());
    after.putAll(definition.properties());
    TableProperties.check(definition.name(), after, !recorded.primaryKey().isEmpty(), problems);
    WritableTable.check(definition.name(), state, problems);
    boolean rewrites = false;
    List<StoredColumn> columns = new ArrayList<>();
    for (StoredColumn column : recorded.columns()) {
      Optional<Column> asked = definition.schema().find(column.name());
      boolean changes =
          asked.isPresent() && !asked.get().type().copy(true).equals(column.type().copy(true));
      if (!changes) {
        columns.add(column);
      } else if (column.isKey()
          || !LayoutChange.isWidening(column.type().copy(true), asked.get().type().copy(true))) {
        problems.add(
            TableProblems.incompatibleColumn(
                definition.name(),
                column.name(),
                column.type(),
                asked.get().type(),
                column.isKey()));
      } else {
        SchemaCreation.checkType(definition, asked.get(), problems);
        StoredColumn wider = StoredColumn.of(column.name(), asked.get().type().copy(true));
        rewrites |= !wider.isStoredAs(column);
        columns.add(wider);
      }
    }
    List<Column> missing =
        definition.schema().columns().stream()
            .filter(
                column ->
                    recorded.columns().stream().noneMatch(c -> c.name().equals(column.name())))
            .toList();
    SchemaCreation.checkColumns(
        definition,
        missing,
        recorded.columns().stream().map(StoredColumn::name).toList(),
        problems);
    problems.throwIfErrors();
    missing.forEach(
        column -> columns.add(StoredColumn.of(column.name(), column.type().copy(true))));
    Map<String, String> properties =
        new TreeMap<>(
            TableProperties.ofExisting(definition.properties(), !recorded.primaryKey().isEmpty()));
    properties
        .entrySet()
        .removeIf(e -> Objects.equals(state.properties().get(e.getKey()), e.getValue()));
    return new SchemaEvolution(
        List.copyOf(columns),
        properties,
        rewrites,
        properties.isEmpty() && columns.equals(recorded.columns()));
  }

  /** Changes the table, if need be. Files with values in another form are written anew. */
  static void evolve(DeltaFolder folder, Supplier<DeltaState> newest, TableDefinition definition)
      throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      DeltaState state = newest.get();
      SchemaEvolution evolution = between(state, definition);
      if (evolution.isNothing || evolution.apply(folder, state)) {
        return;
      }
    }
    throw DeltaProblems.changedMeanwhile(definition.name());
  }

  private boolean apply(DeltaFolder folder, DeltaState state) throws IOException {
    Change change = Change.ofFiles();
    if (rewrites) {
      TableLayout before = TableLayout.of(state);
      TableLayout after = new TableLayout(columns);
      LayoutChange widening =
          LayoutChange.between(
              RowLayout.of(before.rowType(), false, List.of()),
              RowLayout.of(after.rowType(), false, List.of()));
      for (LiveFile file : state.files()) {
        change.remove(file);
        try (CloseableIterator<RowData> rows = state.read(file, before.rowType())) {
          change.add(
              folder.write(
                  after.rowType(), Set.copyOf(after.primaryKey()), widened(rows, widening)));
        } catch (IOException | RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }
    return state.alter(columns, properties, change);
  }

  private static Iterator<RowData> widened(Iterator<RowData> rows, LayoutChange widening) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public RowData next() {
        return widening.apply(rows.next());
      }
    };
  }
}
