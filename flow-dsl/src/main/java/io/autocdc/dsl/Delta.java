// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** Targets in Delta Lake's format, and tables in it as sources. */
public final class Delta {

  private Delta() {}

  /** A Delta table with default properties. */
  public static TableSpec table() {
    return new TableSpec(TableName.DELTA_CATALOG);
  }

  /**
   * What happens to a table: its rows as they are at the first run, or its commits from one that is
   * named, and all that comes behind, each row with what it is about.
   *
   * @param table {@code schema.table} or {@code catalog.schema.table}
   */
  public static SourceSpec changes(String table) {
    return changes(SourceTypes.TABLE, table);
  }

  /**
   * What happens to the table in a folder.
   *
   * @param path the folder; a relative one starts at the project folder
   */
  public static SourceSpec changesAt(String path) {
    return changes(DeltaFeeds.PATH, path);
  }

  /**
   * The rows that are appended to a table. A commit that changes rows is an error.
   *
   * @param table {@code schema.table} or {@code catalog.schema.table}
   */
  public static SourceSpec appended(String table) {
    return new SourceSpec(SourceTypes.DELTA).option(SourceTypes.TABLE, table);
  }

  /**
   * The rows that are appended to the table in a folder.
   *
   * @param path the folder; a relative one starts at the project folder
   */
  public static SourceSpec appendedAt(String path) {
    return new SourceSpec(SourceTypes.DELTA).option(DeltaFeeds.PATH, path);
  }

  /**
   * A table as it is whenever it is looked at. The version counts the looks at which its rows had
   * changed.
   *
   * @param table {@code schema.table} or {@code catalog.schema.table}
   */
  public static SourceSpec snapshots(String table) {
    return appended(table).option(SourceTypes.VERSION_FROM, VersionFrom.COUNTER.text());
  }

  /**
   * The table in a folder as it is whenever it is looked at.
   *
   * @param path the folder; a relative one starts at the project folder
   */
  public static SourceSpec snapshotsAt(String path) {
    return appendedAt(path).option(SourceTypes.VERSION_FROM, VersionFrom.COUNTER.text());
  }

  private static SourceSpec changes(String option, String value) {
    return new SourceSpec(SourceTypes.DELTA)
        .option(option, value)
        .option(DeltaFeeds.READ_CHANGE_FEED, "true");
  }
}
