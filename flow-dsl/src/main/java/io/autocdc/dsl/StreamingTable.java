// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A table that flows keep.
 *
 * @param name full name
 * @param properties table properties: those of the catalog, and {@code pipelines.*}
 * @param expectations rules about the rows that each of its flows reads, checked in order before
 *     the flow applies them
 */
public record StreamingTable(
    TableName name, Map<String, String> properties, List<Expectation> expectations)
    implements Serializable {

  /** Lakeflow's property for the time that a tombstone is kept, in seconds. */
  public static final String TOMBSTONE_GC_SECONDS = "pipelines.cdc.tombstoneGCThresholdInSeconds";

  public StreamingTable {
    Objects.requireNonNull(name);
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    expectations = List.copyOf(expectations);
  }

  /** A table without rules. */
  public StreamingTable(TableName name, Map<String, String> properties) {
    this(name, properties, List.of());
  }
}
