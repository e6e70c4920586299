// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.Map;
import java.util.TreeMap;

/**
 * A target before it has a name: where it is stored, and its rules; made by {@link Paimon} and
 * {@link Delta}.
 */
public final class TableSpec {

  private final String catalog;
  private final Map<String, String> properties = new TreeMap<>();
  private final Pipeline.Expectations expectations = new Pipeline.Expectations();

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

  /** Counts rows that violate the condition, which is over what the flows of the table read. */
  public TableSpec expect(String name, String condition) {
    expectations.expect(name, condition);
    return this;
  }

  /** Leaves out rows that violate the condition, which is over what the flows read. */
  public TableSpec expectOrDrop(String name, String condition) {
    expectations.expectOrDrop(name, condition);
    return this;
  }

  /** Stops the run at the first row that violates the condition over what the flows read. */
  public TableSpec expectOrFail(String name, String condition) {
    expectations.expectOrFail(name, condition);
    return this;
  }

  /** Sends rows that violate the condition over what the flows read to the quarantine table. */
  public TableSpec expectOrQuarantine(String name, String condition) {
    expectations.expectOrQuarantine(name, condition);
    return this;
  }

  StreamingTable named(String name) {
    return new StreamingTable(TableName.parse(name, catalog), properties, expectations.list());
  }
}
