// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

/** Names of tables, where Debezium takes lists of regular expressions. */
final class Names {

  private Names() {}

  /** An expression that matches the name alone, without regard to case. */
  static String asPattern(String name) {
    StringBuilder pattern = new StringBuilder();
    name.codePoints()
        .forEach(
            c -> {
              if (c < 128 && !Character.isLetterOrDigit(c) && c != '_') {
                pattern.append('\\');
              }
              pattern.appendCodePoint(c);
            });
    return pattern.toString();
  }
}
