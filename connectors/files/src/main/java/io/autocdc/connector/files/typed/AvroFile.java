// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.io.EOFException;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** An object container file. Its codec is one of those that Avro knows. */
final class AvroFile implements TypedFile {

  private final long length;
  private final DataFileReader<Object> records;
  private final TypedValue row;

  AvroFile(FSDataInputStream in, long length, Predicate<String> columns) throws IOException {
    this.length = length;
    this.records = new DataFileReader<>(new Input(in, length), new GenericDatumReader<>());
    Schema schema = records.getSchema();
    if (schema.getType() != Schema.Type.RECORD) {
      throw new AvroRuntimeException("its values are no records, but of the type " + schema);
    }
    this.row = AvroValues.row(schema, columns);
  }

  @Override
  public RowType type() {
    return (RowType) row.type();
  }

  @Override
  public RowData next() throws IOException {
    return hasNext() ? (RowData) row.of(records.next()) : null;
  }

  @Override
  public long skip(long rows) throws IOException {
    long left = rows;
    while (left > 0 && hasNext()) {
      if (records.getBlockCount() < left) {
        left -= records.getBlockCount();
        records.nextBlock();
      } else {
        records.next();
        left--;
      }
    }
    return rows - left;
  }

  /** The library takes a block that is cut off for the end of the file. */
  private boolean hasNext() throws IOException {
    boolean hasNext = records.hasNext();
    if (!hasNext && records.previousSync() != length) {
      throw new EOFException("its last block is cut off");
    }
    return hasNext;
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  private record Input(FSDataInputStream in, long length) implements SeekableInput {

    /** Libraries put this into their messages, which must not differ from run to run. */
    @Override
    public String toString() {
      return "a file of " + length + " bytes";
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long tell() throws IOException {
      return in.getPos();
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      return in.read(bytes, offset, count);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
