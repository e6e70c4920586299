// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.TableSchema;
import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Where rows come from.
 *
 * @param name the name that views and flows read from
 * @param type a type of {@link SourceTypes}
 * @param readMode stream or batch
 * @param options options of the connector, among them path and format for files
 * @param schema columns of the data, without those that the source adds; null if not declared
 * @param watermark event time; null for none
 */
public record Source(
    String name,
    String type,
    ReadMode readMode,
    Map<String, String> options,
    TableSchema schema,
    Watermark watermark)
    implements Serializable {

  public Source {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
    Objects.requireNonNull(readMode);
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }

  /** The columns that views and flows see: those of the data, then those that the source adds. */
  public TableSchema visibleSchema() {
    return schema.plus(
        SourceTypes.find(type).map(SourceTypes.SourceType::metadataColumns).orElseThrow());
  }
}
