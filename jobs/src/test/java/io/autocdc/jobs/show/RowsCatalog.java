// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SnapshotFeed;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import io.autocdc.spi.TableCatalog;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** A catalog with one table whose rows are given; nothing can be written. */
record RowsCatalog(TableDescription table, List<RowData> rows) implements TableCatalog {

  @Override
  public Optional<TableDescription> describe(TableName name) {
    return Optional.of(table);
  }

  @Override
  public List<TableName> list() {
    return List.of();
  }

  @Override
  public TableDescription stored(TableDefinition definition) {
    throw new AssertionError("nothing is created when rows are shown");
  }

  @Override
  public void create(TableDefinition definition) {
    throw new AssertionError("nothing is created when rows are shown");
  }

  @Override
  public void check(TableDefinition definition) {
    throw new AssertionError("nothing is changed when rows are shown");
  }

  @Override
  public void evolve(TableDefinition definition) {
    throw new AssertionError("nothing is changed when rows are shown");
  }

  @Override
  public void drop(TableName name) {
    throw new AssertionError("nothing is dropped when rows are shown");
  }

  @Override
  public void sink(DataStream<RowData> changelog, TableName name, String uid) {
    throw new AssertionError("nothing is written when rows are shown");
  }

  @Override
  public CloseableIterator<RowData> read(TableName name) {
    return CloseableIterator.adapterForIterator(rows.iterator());
  }

  @Override
  public void close() {}

  @Override
  public SnapshotFeed snapshots(TableName table, TableSchema columns) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<SourceDescription> describeChanges(TableName name, TableSchema declared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SourceStreams changes(TableName table, Source source, SourceContext context) {
    throw new UnsupportedOperationException();
  }
}
