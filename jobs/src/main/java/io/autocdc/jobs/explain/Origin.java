// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.explain;

import io.autocdc.dsl.problem.Location;

/**
 * Where a value comes from.
 *
 * @param kind declared, a default, or inferred from what is there
 * @param key the key under which it is declared, where that is not its own name; else null
 * @param location where it is declared; null if it is not, or not in a file
 * @param from what it was inferred from; null if it was not
 */
public record Origin(Kind kind, String key, Location location, String from) {

  static final Origin DEFAULT = new Origin(Kind.DEFAULT, null, null, null);

  /** How a value came about. */
  public enum Kind {
    DECLARED,
    DEFAULT,
    INFERRED
  }

  static Origin declared(String key, Location location) {
    return new Origin(Kind.DECLARED, key, location, null);
  }

  static Origin inferred(String from) {
    return new Origin(Kind.INFERRED, null, null, from);
  }

  /** For example {@code customers.yaml:12 except_column_list}. */
  @Override
  public String toString() {
    return switch (kind) {
      case DEFAULT -> "default";
      case INFERRED -> "inferred from " + from;
      case DECLARED -> location.file() + ":" + location.line() + (key == null ? "" : " " + key);
    };
  }
}
