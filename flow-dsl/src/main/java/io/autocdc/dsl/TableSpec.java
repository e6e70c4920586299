// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.Map;
import java.util.TreeMap;

/** Where a target is stored, before it has a name; made by {@link Paimon} and its kin. */
public final class TableSpec {

  private final String catalog;
  private final Map<String, String> properties = new TreeMap<>();

  /**
   * @param catalog the catalog of names that do not give one
   */
  public TableSpec(String catalog) {
    this.catalog = catalog;
  }

  /** Sets a table property: one of the catalog's, or {@code pipelines.*}. */
  public TableSpec property(String key, String value) {
    properties.put(key, value);
    return this;
  }

  StreamingTable named(String name) {
    return new StreamingTable(TableName.parse(name, catalog), properties);
  }
}
