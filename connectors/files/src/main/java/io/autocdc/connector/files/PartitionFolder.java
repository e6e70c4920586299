// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A folder that stands for the value of a column, as Hive has invented it.
 *
 * @param column name of the column
 * @param value what it says; null for Hive's word for null
 */
record PartitionFolder(String column, String value) {

  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  /** The folders of that kind which a file lies in, from outside to inside. */
  static List<PartitionFolder> of(String file) {
    List<PartitionFolder> folders = new ArrayList<>();
    String[] names = file.split("/");
    for (int i = 0; i < names.length - 1; i++) {
      int equals = names[i].indexOf('=');
      if (equals > 0) {
        String value = decode(names[i].substring(equals + 1));
        folders.add(
            new PartitionFolder(
                decode(names[i].substring(0, equals)), value.equals(NULL) ? null : value));
      }
    }
    return folders;
  }

  /** The innermost folder for a column. */
  static Optional<PartitionFolder> find(String file, String column) {
    return of(file).stream()
        .filter(folder -> folder.column().equals(column))
        .reduce((outer, inner) -> inner);
  }

  /** Hive writes what a file system may not take as {@code %} and two digits for each byte. */
  private static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream();
    for (int i = 0; i < encoded.length; i++) {
      boolean hasDigits = encoded[i] == '%' && i + 2 < encoded.length;
      int high = hasDigits ? Character.digit(encoded[i + 1], 16) : -1;
      int low = hasDigits ? Character.digit(encoded[i + 2], 16) : -1;
      if (high >= 0 && low >= 0) {
        decoded.write(high << 4 | low);
        i += 2;
      } else {
        decoded.write(encoded[i]);
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }
}
