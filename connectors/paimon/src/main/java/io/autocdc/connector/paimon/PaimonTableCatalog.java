// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SnapshotFeed;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableProblems;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.catalog.Catalog;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.flink.LogicalTypeConversion;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.Table;

/**
 * Tables in Paimon's file-system catalog.
 *
 * <p>A table with a primary key is a Paimon primary-key table: merge engine {@code deduplicate},
 * changelog producer {@code input} (the changelog that comes is exact, so it is stored as it is),
 * {@value TableProperties#DEFAULT_BUCKETS} fixed buckets, {@code bucket-key} = the distribution key
 * where that is not the whole primary key. A table without one is an append table. Properties of
 * the user win over these defaults, and unknown ones are stored as they are.
 *
 * <p>Files are Parquet by Paimon's default, which gives every type back as it came, to the
 * nanosecond. {@code file.format} can change that at a price: ORC misreads the last second before
 * 1970 and days before 1582, and trims CHAR; Avro ends at microseconds.
 *
 * <p>Snapshots and their changelogs are kept as Paimon keeps them by default: one hour, at least
 * ten snapshots ({@code snapshot.time-retained}, {@code snapshot.num-retained.min}, {@code
 * changelog.*}). A checkpoint that brings no rows makes no snapshot.
 *
 * <p>Nothing is cached: every call sees what other processes did.
 */
final class PaimonTableCatalog implements TableCatalog {

  private final String name;
  private final PaimonWarehouse warehouse;

  /**
   * @param name name of the catalog in declarations
   */
  PaimonTableCatalog(String name, PaimonWarehouse warehouse) {
    this.name = name;
    this.warehouse = warehouse;
  }

  @Override
  public Optional<TableDescription> describe(TableName table) {
    return find(table)
        .map(
            found -> {
              TableLayout layout = TableLayout.of(found.schema());
              Map<String, String> properties = new HashMap<>(found.schema().options());
              properties.remove(CoreOptions.PATH.key());
              return new TableDescription(layout.visible(), layout.primaryKey(), properties);
            });
  }

  @Override
  public List<TableName> list() {
    return attempt(
        "list the tables of " + warehouse.path(),
        () -> {
          List<TableName> tables = new ArrayList<>();
          Optional<Catalog> catalog = warehouse.find();
          if (catalog.isPresent()) {
            for (String database : catalog.get().listDatabases()) {
              if (!Catalog.SYSTEM_DATABASE_NAME.equals(database)) {
                for (String table : catalog.get().listTables(database)) {
                  tables.add(new TableName(name, database, table));
                }
              }
            }
          }
          tables.sort(Comparator.comparing(TableName::schema).thenComparing(TableName::table));
          return List.copyOf(tables);
        });
  }

  @Override
  public TableDescription stored(TableDefinition definition) {
    identifier(definition.name());
    Schema schema = SchemaCreation.of(definition);
    RowType columns = LogicalTypeConversion.toLogicalType(schema.rowType());
    return new TableDescription(TableSchema.of(columns), schema.primaryKeys(), schema.options());
  }

  @Override
  public void create(TableDefinition definition) {
    TableName table = definition.name();
    Identifier identifier = identifier(table);
    Schema schema = SchemaCreation.of(definition);
    attempt(
        "create the table " + table,
        () -> {
          Catalog catalog = warehouse.findOrCreate();
          catalog.createDatabase(identifier.getDatabaseName(), true);
          try {
            catalog.createTable(identifier, schema, false);
          } catch (Catalog.TableAlreadyExistException e) {
            throw TableProblems.exists(table, e);
          }
          return null;
        });
  }

  @Override
  public void check(TableDefinition definition) {
    changes(definition);
  }

  private List<SchemaChange> changes(TableDefinition definition) {
    return SchemaEvolution.between(get(definition.name()).schema(), definition);
  }

  @Override
  public void evolve(TableDefinition definition) {
    TableName table = definition.name();
    List<SchemaChange> changes = changes(definition);
    if (changes.isEmpty()) {
      return;
    }
    attempt(
        "alter the table " + table,
        () -> {
          try {
            warehouse.findOrCreate().alterTable(identifier(table), changes, false);
          } catch (UncheckedIOException e) {
            throw e;
          } catch (RuntimeException e) {
            // Paimon checks the new schema in front of writing it, and throws whatever it likes.
            throw PaimonProblems.refused(table, e);
          }
          return null;
        });
  }

  @Override
  public void drop(TableName table) {
    Identifier identifier = identifier(table);
    attempt(
        "drop the table " + table,
        () -> {
          Optional<Catalog> catalog = warehouse.find();
          if (catalog.isPresent()) {
            catalog.get().dropTable(identifier, true);
          }
          return null;
        });
  }

  @Override
  public void sink(DataStream<RowData> changelog, TableName table, String uid) {
    ChangelogSink.add(changelog, table, get(table), uid);
  }

  @Override
  public CloseableIterator<RowData> read(TableName table) {
    FileStoreTable found = get(table);
    return attempt("read the table " + table, () -> CommittedRows.of(found));
  }

  @Override
  public SnapshotFeed snapshots(TableName table, TableSchema columns) {
    checkColumns(table, get(table), columns);
    return new TableSnapshots(name, warehouse.location(), warehouse.options(), table, columns);
  }

  @Override
  public Optional<SourceDescription> describeChanges(TableName table, TableSchema declared) {
    return find(table)
        .map(
            found -> {
              if (declared != null) {
                checkColumns(table, found, declared);
              }
              return TableChanges.describe(table, found);
            });
  }

  @Override
  public SourceStreams changes(TableName table, Source source, SourceContext context) {
    FileStoreTable found = get(table);
    checkColumns(table, found, source.schema());
    return attempt(
        "read the changes of the table " + table,
        () -> TableChanges.connect(table, found, source, context));
  }

  private static void checkColumns(TableName table, FileStoreTable found, TableSchema columns) {
    TableSchema existing = TableLayout.of(found.schema()).visible();
    for (Column column : columns.columns()) {
      existing
          .find(column.name())
          .filter(stored -> !stored.type().copy(true).equals(column.type().copy(true)))
          .ifPresent(
              stored -> {
                throw TableProblems.declaredOtherwise(table.toString(), stored.type(), column);
              });
    }
  }

  /** The newest commit of a table; empty if it has none, or is not there. */
  OptionalLong newestCommit(TableName table) {
    return find(table)
        .map(found -> found.snapshotManager().latestSnapshotId())
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  /** The rows of a table at a commit. */
  CloseableIterator<RowData> readAt(TableName table, long commit) {
    Map<String, String> at = Map.of(CoreOptions.SCAN_SNAPSHOT_ID.key(), String.valueOf(commit));
    return attempt("read the table " + table, () -> CommittedRows.of(get(table).copy(at)));
  }

  @Override
  public void close() {
    warehouse.close();
  }

  private FileStoreTable get(TableName table) {
    return find(table).orElseThrow(() -> TableProblems.notFound(table, list()));
  }

  private Optional<FileStoreTable> find(TableName table) {
    Identifier identifier = identifier(table);
    return attempt(
        "open the table " + table,
        () -> {
          Optional<Catalog> catalog = warehouse.find();
          if (catalog.isEmpty()) {
            return Optional.empty();
          }
          try {
            Table found = catalog.get().getTable(identifier);
            if (found instanceof FileStoreTable) {
              return Optional.of((FileStoreTable) found);
            }
            throw PaimonProblems.notManaged(table);
          } catch (Catalog.TableNotExistException e) {
            return Optional.empty();
          }
        });
  }

  private static Identifier identifier(TableName table) {
    try {
      PaimonNames.check(table.schema());
      PaimonNames.check(table.table());
      return Identifier.create(table.schema(), table.table());
    } catch (IllegalArgumentException e) {
      throw PaimonProblems.invalidName(table, e);
    }
  }

  private static <T> T attempt(String what, Attempt<T> attempt) {
    try {
      return attempt.run();
    } catch (AutoCdcException e) {
      throw e;
    } catch (Exception e) {
      throw PaimonProblems.storage(what, e);
    }
  }

  private interface Attempt<T> {
    T run() throws Exception;
  }
}
