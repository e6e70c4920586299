// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** Targets in Delta Lake's format. */
public final class Delta {

  private Delta() {}

  /** A Delta table with default properties. */
  public static TableSpec table() {
    return new TableSpec(TableName.DELTA_CATALOG);
  }
}
