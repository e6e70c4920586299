// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** Sources of snapshots that are no files. */
public final class Snapshots {

  private Snapshots() {}

  /**
   * Snapshots that a program gives.
   *
   * @param schema columns of the rows: {@code name TYPE, name TYPE}
   * @param versionType type of the versions: BIGINT, DATE, TIMESTAMP(p) or STRING
   * @param supplier gives the snapshots
   */
  public static SourceSpec supplied(String schema, String versionType, SnapshotSupplier supplier) {
    return new SourceSpec(SourceTypes.SUPPLIER)
        .schema(schema)
        .option(SourceTypes.VERSION_FROM, VersionFrom.SUPPLIER.text())
        .option(SourceTypes.VERSION_TYPE, versionType)
        .supplier(supplier);
  }

  /**
   * A Paimon table as it is whenever it is looked at. The version counts the looks at which it had
   * a new commit.
   *
   * @param table {@code schema.table} or {@code catalog.schema.table}
   */
  public static SourceSpec ofTable(String table) {
    return new SourceSpec(SourceTypes.PAIMON)
        .option(SourceTypes.TABLE, table)
        .option(SourceTypes.VERSION_FROM, VersionFrom.COUNTER.text());
  }
}
