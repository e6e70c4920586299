// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.io.Closeable;
import java.io.IOException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** A file that says of what types its rows are. */
public interface TypedFile extends Closeable {

  /** Type of the rows: the columns that were asked for, in the order of the file, all nullable. */
  RowType type();

  /**
   * The next row, new; null at the end.
   *
   * @throws IOException if the file is broken, or cannot be read at the moment
   */
  RowData next() throws IOException;

  /**
   * Leaves out rows that were read before. A block of rows is not even decoded if rows of a later
   * one are left out, too, since it has been read to its end then.
   *
   * @return how many rows were left out: fewer than asked for at the end of the file
   */
  long skip(long rows) throws IOException;
}
