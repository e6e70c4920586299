// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.paimon.catalog.Catalog;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.catalog.CatalogFactory;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.types.DataTypes;
import org.apache.paimon.types.RowKind;

/** A Paimon table {@code (id BIGINT, name STRING, seq BIGINT)} that others than a flow write. */
final class WrittenTable {

  private final Path warehouse;
  private final Identifier name;

  private WrittenTable(Path warehouse, Identifier name) {
    this.warehouse = warehouse;
    this.name = name;
  }

  /**
   * @param keyed true for a primary key of {@code id}
   */
  static WrittenTable create(
      Path warehouse, String name, boolean keyed, Map<String, String> options) throws Exception {
    WrittenTable table = new WrittenTable(warehouse, Identifier.create("bronze", name));
    try (Catalog catalog = table.catalog()) {
      Schema.Builder schema =
          Schema.newBuilder()
              .column("id", DataTypes.BIGINT())
              .column("name", DataTypes.STRING())
              .column("seq", DataTypes.BIGINT())
              .option("bucket", keyed ? "2" : "-1");
      if (keyed) {
        schema.primaryKey("id");
      }
      options.forEach(schema::option);
      catalog.createDatabase(table.name.getDatabaseName(), true);
      catalog.createTable(table.name, schema.build(), false);
    }
    return table;
  }

  static Change insert(long id, String name, long seq) {
    return new Change(RowKind.INSERT, id, name, seq);
  }

  static Change updateBefore(long id, String name, long seq) {
    return new Change(RowKind.UPDATE_BEFORE, id, name, seq);
  }

  static Change updateAfter(long id, String name, long seq) {
    return new Change(RowKind.UPDATE_AFTER, id, name, seq);
  }

  static Change delete(long id, String name, long seq) {
    return new Change(RowKind.DELETE, id, name, seq);
  }

  record Change(RowKind kind, long id, String name, long seq) {}

  /** One snapshot, and the one of its compaction if the table compacts. */
  void commit(Change... changes) throws Exception {
    commit(false, changes);
  }

  void overwrite(Change... changes) throws Exception {
    commit(true, changes);
  }

  private void commit(boolean overwrite, Change... changes) throws Exception {
    try (Catalog catalog = catalog()) {
      FileStoreTable table = (FileStoreTable) catalog.getTable(name);
      BatchWriteBuilder builder = table.newBatchWriteBuilder();
      if (overwrite) {
        builder.withOverwrite();
      }
      int extra = table.rowType().getFieldCount() - 3;
      try (BatchTableWrite write = builder.newWrite();
          BatchTableCommit commit = builder.newCommit();
          IOManager files = IOManager.create(warehouse.resolveSibling("spill").toString())) {
        write.withIOManager(files);
        for (Change change : changes) {
          GenericRow row = new GenericRow(change.kind(), 3 + extra);
          row.setField(0, change.id());
          row.setField(1, BinaryString.fromString(change.name()));
          row.setField(2, change.seq());
          for (int i = 0; i < extra; i++) {
            row.setField(3 + i, BinaryString.fromString("extra of " + change.id()));
          }
          write.write(row);
          if ("full-compaction".equals(table.options().get("changelog-producer"))) {
            write.compact(write.getPartition(row), write.getBucket(row), true);
          }
        }
        commit.commit(write.prepareCommit());
      }
    }
  }

  void addColumn(String column) throws Exception {
    alter(List.of(SchemaChange.addColumn(column, DataTypes.STRING())));
  }

  /** Forgets all snapshots that no consumer holds, but the newest. */
  void expire() throws Exception {
    try (Catalog catalog = catalog()) {
      FileStoreTable table = (FileStoreTable) catalog.getTable(name);
      Map<String, String> soon =
          Map.of(
              "snapshot.num-retained.min", "1",
              "snapshot.num-retained.max", "1",
              "snapshot.time-retained", "1 ms");
      try (BatchTableCommit commit = table.copy(soon).newBatchWriteBuilder().newCommit()) {
        ((org.apache.paimon.table.sink.TableCommitImpl) commit).expireSnapshots();
      }
    }
  }

  /** Forgets all snapshots behind one. */
  void setBack(long snapshot) throws Exception {
    try (Catalog catalog = catalog()) {
      ((FileStoreTable) catalog.getTable(name)).rollbackTo(snapshot);
    }
  }

  void drop() throws Exception {
    try (Catalog catalog = catalog()) {
      catalog.dropTable(name, false);
    }
  }

  private void alter(List<SchemaChange> changes) throws Exception {
    try (Catalog catalog = catalog()) {
      catalog.alterTable(name, changes, false);
    }
  }

  private Catalog catalog() {
    return CatalogFactory.createCatalog(
        CatalogContext.create(new org.apache.paimon.fs.Path(warehouse.toString())));
  }
}
