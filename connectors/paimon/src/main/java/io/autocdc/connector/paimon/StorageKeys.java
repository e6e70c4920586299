// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names of the columns that only the storage has.
 *
 * <p>Paimon refuses nested types in primary keys, while {@code __START_AT} of a list of sequence
 * columns is a ROW. Such a column gets a companion of type BYTES with an injective encoding of its
 * value, which takes its place in Paimon's primary key. A table option for each companion says whom
 * it stands for, so that the table explains itself to every process.
 */
final class StorageKeys {

  /** Prefix of the table options: companion to the column that it stands for. */
  static final String OPTION_PREFIX = "autocdc.storage-key.";

  private static final String POINT_SUFFIX = "_AT";
  private static final String KEY_SUFFIX = "_KEY";

  private StorageKeys() {}

  /**
   * A name for the companion of a column: {@code __START_KEY} for {@code __START_AT}.
   *
   * @param taken names that are in use
   */
  static String nameFor(String column, Collection<String> taken) {
    String name =
        column.endsWith(POINT_SUFFIX)
            ? column.substring(0, column.length() - POINT_SUFFIX.length()) + KEY_SUFFIX
            : "__" + column + KEY_SUFFIX;
    while (taken.contains(name)) {
      name += "_";
    }
    return name;
  }

  static Map<String, String> toOptions(Map<String, String> columnByKey) {
    Map<String, String> options = new LinkedHashMap<>();
    columnByKey.forEach((key, column) -> options.put(OPTION_PREFIX + key, column));
    return options;
  }

  /** Companions and the columns that they stand for, as recorded in the options of a table. */
  static Map<String, String> fromOptions(Map<String, String> options) {
    Map<String, String> columnByKey = new LinkedHashMap<>();
    options.forEach(
        (option, column) -> {
          if (option.startsWith(OPTION_PREFIX)) {
            columnByKey.put(option.substring(OPTION_PREFIX.length()), column);
          }
        });
    return columnByKey;
  }
}
