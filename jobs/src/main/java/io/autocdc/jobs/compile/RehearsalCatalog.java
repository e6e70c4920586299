// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

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

/**
 * A catalog whose tables are read and never changed: what would be created or evolved is created in
 * another one instead, so that a job that writes there can be built and looked at.
 *
 * @param real the tables that there are
 * @param scratch takes the tables that a run would leave, empty of rows
 */
record RehearsalCatalog(TableCatalog real, TableCatalog scratch) implements TableCatalog {

  @Override
  public Optional<TableDescription> describe(TableName name) {
    Optional<TableDescription> made = scratch.describe(name);
    return made.isPresent() ? made : real.describe(name);
  }

  @Override
  public List<TableName> list() {
    return real.list();
  }

  @Override
  public void create(TableDefinition definition) {
    scratch.create(definition);
  }

  @Override
  public void check(TableDefinition definition) {
    real.check(definition);
  }

  @Override
  public TableDescription stored(TableDefinition definition) {
    return real.stored(definition);
  }

  /** Columns keep their places in a table that evolves, so the copy has to evolve as well. */
  @Override
  public void evolve(TableDefinition definition) {
    real.check(definition);
    TableDescription existing = real.describe(definition.name()).orElseThrow();
    scratch.create(
        new TableDefinition(
            definition.name(),
            existing.schema(),
            existing.primaryKey(),
            definition.distributionKey(),
            definition.properties()));
    scratch.evolve(definition);
  }

  @Override
  public void drop(TableName name) {
    throw new UnsupportedOperationException("a rehearsal drops nothing: " + name);
  }

  @Override
  public void sink(DataStream<RowData> changelog, TableName name, String uid) {
    scratch.sink(changelog, name, uid);
  }

  @Override
  public CloseableIterator<RowData> read(TableName name) {
    return real.read(name);
  }

  @Override
  public SnapshotFeed snapshots(TableName name, TableSchema columns) {
    return real.snapshots(name, columns);
  }

  @Override
  public Optional<SourceDescription> describeChanges(TableName name, TableSchema declared) {
    return real.describeChanges(name, declared);
  }

  @Override
  public SourceStreams changes(TableName name, Source source, SourceContext context) {
    return real.changes(name, source, context);
  }

  @Override
  public void close() {
    try {
      real.close();
    } finally {
      scratch.close();
    }
  }
}
