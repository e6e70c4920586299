// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SnapshotFeed;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** A table as the snapshots of a source: the newest commit, whenever there is a new one. */
final class TableSnapshots implements SnapshotFeed {

  private static final long serialVersionUID = 1L;

  private final String catalog;
  private final String warehouse;
  private final TreeMap<String, String> options;
  private final TableName table;
  private final TableSchema columns;

  TableSnapshots(
      String catalog,
      String warehouse,
      Map<String, String> options,
      TableName table,
      TableSchema columns) {
    this.catalog = catalog;
    this.warehouse = warehouse;
    this.options = new TreeMap<>(options);
    this.table = table;
    this.columns = columns;
  }

  @Override
  public Optional<FedSnapshot> next(byte[] position) {
    PaimonTableCatalog tables =
        new PaimonTableCatalog(catalog, new PaimonWarehouse(warehouse, options));
    OptionalLong newest = tables.newestCommit(table);
    boolean known =
        position != null
            && newest.isPresent()
            && ByteBuffer.wrap(position).getLong() == newest.getAsLong();
    if (newest.isEmpty() || known) {
      tables.close();
      return Optional.empty();
    }
    long commit = newest.getAsLong();
    List<String> visible = tables.describe(table).orElseThrow().schema().names();
    return Optional.of(
        new FedSnapshot(
            ByteBuffer.allocate(Long.BYTES).putLong(commit).array(),
            null,
            table + ", commit " + commit,
            new Rows(tables, tables.readAt(table, commit), visible)));
  }

  /** Rows with the columns that the source has. */
  private final class Rows implements CloseableIterator<RowData> {

    private final PaimonTableCatalog tables;
    private final CloseableIterator<RowData> rows;
    private final RowData.FieldGetter[] getters;

    Rows(PaimonTableCatalog tables, CloseableIterator<RowData> rows, List<String> visible) {
      this.tables = tables;
      this.rows = rows;
      this.getters =
          columns.columns().stream()
              .map(
                  column -> {
                    int at = visible.indexOf(column.name());
                    return at < 0
                        ? (RowData.FieldGetter) row -> null
                        : RowData.createFieldGetter(column.type().copy(true), at);
                  })
              .toArray(RowData.FieldGetter[]::new);
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public RowData next() {
      RowData row = rows.next();
      GenericRowData read = new GenericRowData(getters.length);
      for (int i = 0; i < getters.length; i++) {
        read.setField(i, getters[i].getFieldOrNull(row));
      }
      return read;
    }

    @Override
    public void close() throws Exception {
      try (tables) {
        rows.close();
      }
    }
  }
}
