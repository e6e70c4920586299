// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** The tables of one catalog: what sinks, {@code show} and the drift check need. */
public interface TableCatalog extends AutoCloseable {

  /**
   * A table as it should be.
   *
   * @param name full name
   * @param schema visible columns
   * @param primaryKey columns of the primary key, all of them NOT NULL; empty for a table that only
   *     grows
   * @param distributionKey the part of the primary key that keeps rows of one source key together;
   *     empty without primary key
   * @param properties properties of the user and of the product
   */
  record TableDefinition(
      TableName name,
      TableSchema schema,
      List<String> primaryKey,
      List<String> distributionKey,
      Map<String, String> properties) {}

  /**
   * A table as it is.
   *
   * @param schema visible columns, in order; columns that only the storage needs are left out
   * @param primaryKey columns of the primary key; empty for a table that only grows
   * @param properties all table properties
   */
  record TableDescription(
      TableSchema schema, List<String> primaryKey, Map<String, String> properties) {}

  /** The table, if it exists. */
  Optional<TableDescription> describe(TableName name);

  /** Every table of the catalog, sorted. */
  List<TableName> list();

  /**
   * The table as {@link #create} would store it. Nothing is created.
   *
   * @return all columns, those that only the storage needs included, with the primary key and the
   *     properties of the stored table
   * @throws io.autocdc.dsl.problem.AutoCdcException as {@link #create}
   */
  TableDescription stored(TableDefinition definition);

  /**
   * Creates the table.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE if a column cannot be stored
   */
  void create(TableDefinition definition);

  /**
   * Finds out whether an existing table can {@link #evolve}, without touching it.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException as {@link #evolve}
   */
  void check(TableDefinition definition);

  /**
   * Adds the columns that an existing table lacks, as nullable, widens those that have become
   * wider, and sets changed properties. Columns that the definition lacks stay. Never touches a
   * table that fits as it is.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException INCOMPATIBLE_COLUMN if a column has another
   *     type, into which the stored values cannot be turned without loss
   */
  void evolve(TableDefinition definition);

  /** Removes the table with its rows; nothing happens if there is none. */
  void drop(TableName name);

  /**
   * Adds the sink of a changelog to the job: exactly once with Flink checkpoints, in the order of
   * arrival for each primary key.
   *
   * @param changelog rows of the visible columns with their row kinds, typed as internal RowData;
   *     insert-only if the table has no primary key
   * @param name an existing table
   * @param uid prefix for the uids of the operators, stable over runs
   */
  void sink(DataStream<RowData> changelog, TableName name, String uid);

  /** The committed rows, in no particular order, with the visible columns. */
  CloseableIterator<RowData> read(TableName name);

  /**
   * The states of a table, as the snapshots of a source: whatever is newest when it is asked for.
   *
   * @param name an existing table
   * @param columns the columns that are read, by name; those that the table lacks are null
   */
  SnapshotFeed snapshots(TableName name, TableSchema columns);

  /**
   * What a table tells those who read its {@link #changes}; empty if it does not exist.
   *
   * @param declared the columns that the source declares; null if it leaves them to the table
   * @throws io.autocdc.dsl.problem.AutoCdcException if its changes do not lead to its rows, or
   *     INCOMPATIBLE_COLUMN if a column is declared with another type
   */
  Optional<SourceDescription> describeChanges(TableName name, TableSchema declared);

  /**
   * Adds what happens to a table to the job, as a source: its rows as they are, then its changelog,
   * with row kinds, see {@link io.autocdc.dsl.TableFeeds}.
   *
   * @param name an existing table
   * @param source the source that reads it; columns that the table lacks are null
   * @throws io.autocdc.dsl.problem.AutoCdcException if the table does not tell its changes
   */
  SourceStreams changes(TableName name, Source source, SourceContext context);

  @Override
  void close();
}
