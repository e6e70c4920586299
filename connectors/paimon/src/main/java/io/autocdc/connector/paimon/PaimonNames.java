// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

/** Names of databases and tables, which become names of folders. */
final class PaimonNames {

  /** Paimon names system tables and branches behind a dollar sign. */
  private static final String RESERVED = "$";

  private static final String SEPARATORS = "/\\:";

  private PaimonNames() {}

  /**
   * @throws IllegalArgumentException if the name cannot be that of a folder, or means something
   *     else to Paimon
   */
  static void check(String name) {
    for (char c : (RESERVED + SEPARATORS).toCharArray()) {
      if (name.indexOf(c) >= 0) {
        throw new IllegalArgumentException("'" + name + "' contains '" + c + "'");
      }
    }
    if (name.startsWith(".")) {
      throw new IllegalArgumentException("'" + name + "' starts with a dot");
    }
  }
}
