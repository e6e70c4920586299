// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.List;
import java.util.Map;

/** Sources that are files, as far as a declaration is concerned. */
public final class FileOptions {

  public static final String AVRO = "avro";
  public static final String CSV = "csv";
  public static final String JSON = "json";
  public static final String PARQUET = "parquet";

  /** The formats of files, sorted. */
  public static final List<String> FORMATS =
      List.of(AVRO, CSV, ChangeFeeds.DEBEZIUM_JSON, JSON, PARQUET);

  /** Option with the columns whose values stand in the names of folders, with commas between. */
  public static final String PARTITION_COLUMNS = "partition_columns";

  /** Option that says whether types are guessed where only names are known. */
  public static final String INFER_COLUMN_TYPES = "infer_column_types";

  /** Other names of options: those of Auto Loader. */
  static final Map<String, String> ALIASES =
      Map.of(
          "cloudFiles.format",
          "format",
          "cloudFiles.inferColumnTypes",
          INFER_COLUMN_TYPES,
          "cloudFiles.partitionColumns",
          PARTITION_COLUMNS);

  private FileOptions() {}

  /** The columns whose values stand in the names of folders ({@code dt=2026-01-31}). */
  public static List<String> partitionColumns(Source source) {
    return ChangeFeeds.names(source.options().get(PARTITION_COLUMNS));
  }

  /** Whether types are guessed in files that do not say them; else all columns are text. */
  public static boolean infersColumnTypes(Source source) {
    return !"false".equals(source.options().get(INFER_COLUMN_TYPES));
  }
}
