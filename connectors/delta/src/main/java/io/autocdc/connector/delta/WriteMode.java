// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import java.util.Arrays;
import java.util.Optional;

/** How rows of existing files are replaced. */
enum WriteMode {
  /** Deletion vectors say which rows are gone; files are written anew when many are. */
  MERGE_ON_READ("merge-on-read"),

  /** Files are written anew without the rows: for readers that know no deletion vectors. */
  COPY_ON_WRITE("copy-on-write");

  private final String text;

  WriteMode(String text) {
    this.text = text;
  }

  static Optional<WriteMode> of(String text) {
    return Arrays.stream(values()).filter(mode -> mode.text.equals(text)).findFirst();
  }

  @Override
  public String toString() {
    return text;
  }
}
