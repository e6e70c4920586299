// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.connector.files.typed.RowAdapter;
import io.autocdc.connector.files.typed.TypedFile;
import io.autocdc.connector.files.typed.TypedFormat;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonRowWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** The rows of an open file as records; a row that does not fit is a record of its JSON. */
final class TypedRows implements Closeable {

  private final FileOrigin origin;
  private final TypedFile file;
  private final JsonRowWriter json;
  private final EncodedRows encoded;
  private final RowAdapter adapter;

  /** Why no row of the file fits; null if rows can. */
  private final String mismatch;

  /**
   * @param type columns of the data
   * @param problem why no row of the file fits, whatever it has; null if rows can
   */
  TypedRows(
      TypedFormat format,
      FSDataInputStream in,
      long length,
      RowType type,
      FileOrigin origin,
      String problem)
      throws IOException {
    Set<String> columns = new HashSet<>(type.getFieldNames());
    this.origin = origin;
    this.file = format.open(in, length, columns::contains);
    this.json = JsonRowWriter.of(file.type());
    this.encoded = new EncodedRows(type);
    RowAdapter fitting = null;
    String found = problem;
    try {
      fitting = RowAdapter.of(file.type(), type);
    } catch (InvalidTextException e) {
      found = problem == null ? e.getMessage() : problem;
    }
    this.adapter = fitting;
    this.mismatch = found;
  }

  /**
   * @return how many rows were left out: fewer than asked for at the end of the file
   */
  long skip(long rows) throws IOException {
    return file.skip(rows);
  }

  /**
   * The next row; null at the end.
   *
   * @param number of the row, from 1
   */
  FileRecord next(long number) throws IOException {
    RowData row = file.next();
    if (row == null || mismatch != null) {
      return row == null ? null : invalid(row, number, mismatch);
    }
    try {
      return new FileRecord(encoded.encode(adapter.adapt(row)), origin, number, null);
    } catch (InvalidTextException e) {
      return invalid(row, number, e.getMessage());
    }
  }

  private FileRecord invalid(RowData row, long number, String problem) {
    byte[] text = json.write(row).getBytes(StandardCharsets.UTF_8);
    return new FileRecord(text, origin, number, problem);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
