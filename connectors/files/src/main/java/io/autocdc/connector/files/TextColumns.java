// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import org.apache.flink.table.types.logical.RowType;

/** Collects what the records of files of text tell of their columns. */
interface TextColumns {

  /** Cuts files into records. */
  TextFormat format();

  /** The next records are those of another file. */
  default void startFile() {}

  /** Takes a whole record, as UTF-8. */
  void add(byte[] record);

  /** The columns that were found, all nullable, in the order of their first appearance. */
  RowType found();
}
