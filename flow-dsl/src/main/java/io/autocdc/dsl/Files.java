// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** Sources that are files: a folder, or a glob, watched for new files. */
public final class Files {

  private Files() {}

  /** JSON lines. Paths are relative to the project folder; a folder means every file in it. */
  public static SourceSpec json(String path) {
    return of(path, FileOptions.JSON);
  }

  /** Comma-separated values, with or without a header line. */
  public static SourceSpec csv(String path) {
    return of(path, FileOptions.CSV);
  }

  /** Object container files of Avro. The columns of the schema are found by their names. */
  public static SourceSpec avro(String path) {
    return of(path, FileOptions.AVRO);
  }

  /** Files of Parquet. The columns of the schema are found by their names. */
  public static SourceSpec parquet(String path) {
    return of(path, FileOptions.PARQUET);
  }

  /**
   * JSON lines, each a record of Debezium: a feed of the changes of one table. The schema is that
   * of the table; {@link ChangeFeeds} has the columns that are added and the options.
   */
  public static SourceSpec debeziumJson(String path) {
    return of(path, ChangeFeeds.DEBEZIUM_JSON);
  }

  private static SourceSpec of(String path, String format) {
    return new SourceSpec(SourceTypes.FILES).option("path", path).option("format", format);
  }
}
