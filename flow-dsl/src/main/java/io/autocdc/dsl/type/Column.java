// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.type;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A column of a source or table.
 *
 * @param name name, case-sensitive
 * @param type Flink SQL type, with its nullability
 * @param metadata true if the source adds the column to those of the data; it drives flows, and
 *     stays out of the target unless a column list names it
 */
public record Column(String name, LogicalType type, boolean metadata) implements Serializable {

  public Column {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
  }

  public static Column of(String name, LogicalType type) {
    return new Column(name, type, false);
  }

  public static Column metadata(String name, LogicalType type) {
    return new Column(name, type, true);
  }
}
