// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.TableSchema;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** What a source reads, before it has a name; made by {@link Files} and its kin. */
public final class SourceSpec {

  private final String type;
  private final Map<String, String> options = new TreeMap<>();
  private ReadMode readMode = ReadMode.STREAM;
  private String schema;
  private Watermark watermark;
  private SnapshotSupplier supplier;

  /**
   * @param type a type of {@link SourceTypes}
   */
  public SourceSpec(String type) {
    this.type = type;
  }

  /** Sets an option of the connector; see {@link SourceTypes.SourceType#options}. */
  public SourceSpec option(String key, String value) {
    options.put(key, value);
    return this;
  }

  /** Columns of the data: {@code name TYPE, name TYPE} with Flink SQL types. */
  public SourceSpec schema(String schema) {
    this.schema = schema;
    return this;
  }

  /** Columns that identify a row of the table that a change feed is about. */
  public SourceSpec primaryKey(String... columns) {
    return option(ChangeFeeds.PRIMARY_KEY, String.join(", ", columns));
  }

  /** Columns of files whose values stand in the names of folders: {@code dt=2026-01-31}. */
  public SourceSpec partitionColumns(String... columns) {
    return option(FileOptions.PARTITION_COLUMNS, String.join(", ", columns));
  }

  /** Where the brokers of Kafka are: {@code host:port}, with commas between them. */
  public SourceSpec bootstrapServers(String servers) {
    return option(KafkaOptions.BOOTSTRAP_SERVERS, servers);
  }

  /** The first commit of a Delta table to read, from 0. */
  public SourceSpec startingVersion(long version) {
    return option(DeltaFeeds.STARTING_VERSION, String.valueOf(version));
  }

  public SourceSpec readMode(ReadMode readMode) {
    this.readMode = readMode;
    return this;
  }

  /** Event time: a timestamp column, and how far the watermark stays behind the newest event. */
  public SourceSpec watermark(String column, Duration maxOutOfOrderness) {
    this.watermark = new Watermark(column, maxOutOfOrderness);
    return this;
  }

  SourceSpec supplier(SnapshotSupplier supplier) {
    this.supplier = supplier;
    return this;
  }

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException INVALID_SCHEMA
   */
  Source named(String name) {
    return new Source(
        name,
        type,
        readMode,
        options,
        schema == null ? null : TableSchema.parse(schema),
        watermark,
        supplier);
  }

  Source namedWithoutSchema(String name) {
    return new Source(name, type, readMode, options, null, watermark);
  }
}
