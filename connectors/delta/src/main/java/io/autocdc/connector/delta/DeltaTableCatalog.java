// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SnapshotFeed;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableProblems;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/**
 * Tables in Delta's format below a folder, one folder each.
 *
 * <p>Delta knows no primary key and fewer types than Flink; both stand in the metadata of the
 * columns. There are no columns but the declared ones. A table with a primary key has deletion
 * vectors, unless {@value TableProperties#WRITE_MODE} is {@code copy-on-write}. Properties of the
 * user are stored as they are; those that start with {@code delta.} are Delta's own.
 *
 * <p>Nothing is cached: every call sees what other processes did.
 */
final class DeltaTableCatalog implements TableCatalog {

  private final String name;
  private final DeltaWarehouse warehouse;

  /**
   * @param name name of the catalog in declarations
   */
  DeltaTableCatalog(String name, DeltaWarehouse warehouse) {
    this.name = name;
    this.warehouse = warehouse;
  }

  @Override
  public Optional<TableDescription> describe(TableName table) {
    return find(table)
        .map(
            state -> {
              TableLayout layout = TableLayout.of(state);
              return new TableDescription(layout.schema(), layout.primaryKey(), state.properties());
            });
  }

  @Override
  public List<TableName> list() {
    return attempt(
        "list the tables of " + warehouse,
        () ->
            warehouse.list().stream()
                .map(found -> new TableName(name, found.schema(), found.table()))
                .sorted(Comparator.comparing(TableName::schema).thenComparing(TableName::table))
                .toList());
  }

  @Override
  public TableDescription stored(TableDefinition definition) {
    location(definition.name());
    TableLayout layout = new TableLayout(SchemaCreation.columns(definition));
    return new TableDescription(
        layout.schema(), layout.primaryKey(), SchemaCreation.properties(definition));
  }

  @Override
  public void create(TableDefinition definition) {
    TableName table = definition.name();
    DeltaLocation location = location(table);
    List<StoredColumn> columns = SchemaCreation.columns(definition);
    boolean created =
        attempt(
            "create the table " + table,
            () -> {
              try {
                return location.open().create(columns, SchemaCreation.properties(definition));
              } catch (RuntimeException e) {
                // Kernel checks names and properties, and throws whatever it likes.
                throw DeltaProblems.refused(table, e);
              }
            });
    if (!created) {
      throw TableProblems.exists(table, null);
    }
  }

  @Override
  public void check(TableDefinition definition) {
    SchemaEvolution.between(get(definition.name()), definition);
  }

  @Override
  public void evolve(TableDefinition definition) {
    TableName table = definition.name();
    attempt(
        "alter the table " + table,
        () -> {
          SchemaEvolution.evolve(folder(table), () -> get(table), definition);
          return null;
        });
  }

  @Override
  public void drop(TableName table) {
    DeltaFolder folder = folder(table);
    attempt(
        "drop the table " + table,
        () -> {
          folder.delete();
          return null;
        });
  }

  @Override
  public void sink(DataStream<RowData> changelog, TableName table, String uid) {
    ChangelogSink.add(changelog, table, location(table), TableLayout.of(get(table)), uid);
  }

  @Override
  public CloseableIterator<RowData> read(TableName table) {
    DeltaState state = get(table);
    List<String> columns = TableLayout.of(state).schema().names();
    return attempt(
        "read the table " + table, () -> CommittedRows.of(folder(table), state, columns));
  }

  @Override
  public SnapshotFeed snapshots(TableName table, TableSchema columns) {
    source(table, get(table)).check(columns);
    return new TableSnapshots(table.toString(), location(table), columns);
  }

  @Override
  public Optional<SourceDescription> describeChanges(TableName table, TableSchema declared) {
    return find(table).map(state -> source(table, state).describe(declared));
  }

  @Override
  public SourceStreams changes(TableName table, Source source, SourceContext context) {
    return TableChanges.connect(source(table, get(table)), source, context);
  }

  private SourceTable source(TableName table, DeltaState state) {
    return new SourceTable(table.toString(), location(table), state);
  }

  @Override
  public void close() {}

  private DeltaState get(TableName table) {
    return find(table).orElseThrow(() -> TableProblems.notFound(table, list()));
  }

  private Optional<DeltaState> find(TableName table) {
    DeltaFolder folder = folder(table);
    return attempt("open the table " + table, folder::newest);
  }

  private DeltaFolder folder(TableName table) {
    return location(table).open();
  }

  private DeltaLocation location(TableName table) {
    for (String part : List.of(table.schema(), table.table())) {
      DeltaWarehouse.obstacle(part)
          .ifPresent(
              why -> {
                throw DeltaProblems.invalidName(table, why);
              });
    }
    return warehouse.table(table.schema(), table.table());
  }

  private static <T> T attempt(String what, Attempt<T> attempt) {
    try {
      return attempt.run();
    } catch (AutoCdcException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw DeltaProblems.storage(what, e);
    }
  }

  private interface Attempt<T> {
    T run() throws IOException;
  }
}
