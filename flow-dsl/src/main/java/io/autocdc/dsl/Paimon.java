// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** Targets in Apache Paimon, and tables there as sources. */
public final class Paimon {

  private Paimon() {}

  /** A Paimon table with default properties. */
  public static TableSpec table() {
    return new TableSpec(TableName.DEFAULT_CATALOG);
  }

  /**
   * What happens to a table: its rows as they are at the first run, then its changelog.
   *
   * @param table {@code schema.table} or {@code catalog.schema.table}
   */
  public static SourceSpec changes(String table) {
    return new SourceSpec(SourceTypes.PAIMON).option(SourceTypes.TABLE, table);
  }
}
