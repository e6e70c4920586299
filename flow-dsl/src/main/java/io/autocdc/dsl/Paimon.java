// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** Targets in Apache Paimon. */
public final class Paimon {

  private Paimon() {}

  /** A Paimon table with default properties. */
  public static TableSpec table() {
    return new TableSpec(TableName.DEFAULT_CATALOG);
  }
}
