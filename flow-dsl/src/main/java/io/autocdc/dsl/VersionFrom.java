// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.Locale;

/** Where the version of a snapshot comes from (semantics.md, section 7). */
public enum VersionFrom {
  /** From the name of its file. */
  FILE_NAME,
  /** It is counted: 1 for the first snapshot that is read, 2 for the next. */
  COUNTER,
  /** From the program that gives the snapshots. */
  SUPPLIER;

  /** The spelling of declarations. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
