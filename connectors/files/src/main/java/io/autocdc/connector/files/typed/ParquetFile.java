// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.io.IOException;
import java.util.function.Predicate;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** A file of Parquet, of which only the columns are read that are asked for. */
final class ParquetFile implements TypedFile {

  private final ParquetFileReader file;
  private final MessageType schema;
  private final MessageColumnIO columns;
  private final TypedValue row;

  private RecordReader<Group> records;
  private int rowGroup;
  private long left;

  ParquetFile(FSDataInputStream in, long length, Predicate<String> wanted) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    this.file = ParquetFileReader.open(new Input(in, length), options);
    MessageType whole = file.getFileMetaData().getSchema();
    Type[] fields =
        whole.getFields().stream()
            .filter(field -> wanted.test(field.getName()))
            .toArray(Type[]::new);
    this.schema = new MessageType(whole.getName(), fields);
    this.row = ParquetValues.row(schema);
    this.columns =
        new ColumnIOFactory(file.getFileMetaData().getCreatedBy()).getColumnIO(schema, whole);
    file.setRequestedSchema(schema);
  }

  @Override
  public RowType type() {
    return (RowType) row.type();
  }

  @Override
  public RowData next() throws IOException {
    while (left == 0 && rowGroup < file.getRowGroups().size()) {
      openRowGroup();
    }
    if (left == 0) {
      return null;
    }
    left--;
    return (RowData) row.read().apply(records == null ? null : records.read());
  }

  @Override
  public long skip(long rows) throws IOException {
    long toSkip = rows;
    while (rowGroup < file.getRowGroups().size() && rowsOfNextGroup() < toSkip) {
      toSkip -= rowsOfNextGroup();
      skipRowGroup();
    }
    while (toSkip > 0 && next() != null) {
      toSkip--;
    }
    return rows - toSkip;
  }

  private long rowsOfNextGroup() {
    return file.getRowGroups().get(rowGroup).getRowCount();
  }

  private void skipRowGroup() {
    file.skipNextRowGroup();
    rowGroup++;
  }

  private void openRowGroup() throws IOException {
    left = rowsOfNextGroup();
    if (left == 0 || schema.getFieldCount() == 0) {
      skipRowGroup();
      return;
    }
    PageReadStore pages = file.readNextRowGroup();
    rowGroup++;
    records = columns.getRecordReader(pages, new GroupRecordConverter(schema));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private record Input(FSDataInputStream in, long length) implements InputFile {

    /** Libraries put this into their messages, which must not differ from run to run. */
    @Override
    public String toString() {
      return "a file of " + length + " bytes";
    }

    @Override
    public long getLength() {
      return length;
    }

    @Override
    public SeekableInputStream newStream() {
      return new DelegatingSeekableInputStream(in) {
        @Override
        public long getPos() throws IOException {
          return in.getPos();
        }

        @Override
        public void seek(long position) throws IOException {
          in.seek(position);
        }
      };
    }
  }
}
