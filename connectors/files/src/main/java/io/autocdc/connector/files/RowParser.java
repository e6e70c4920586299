// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.Source;
import io.autocdc.json.InvalidTextException;
import io.autocdc.source.ParseFunction;
import io.autocdc.spi.InvalidReason;
import java.io.Serializable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/** Turns records into rows, with the columns that every source of files adds. */
final class RowParser implements Serializable {

  private static final long serialVersionUID = 1L;

  private final RowFormat format;
  private final int dataColumns;

  private transient RecordParser parser;
  private transient FileColumns fileColumns;

  RowParser(RowFormat format, Source source) {
    this.format = format;
    this.dataColumns = source.schema().columns().size();
  }

  void open() {
    parser = format.parser();
    fileColumns = new FileColumns(dataColumns);
  }

  /**
   * A new row.
   *
   * @throws InvalidTextException if the record is no row of the schema
   */
  GenericRowData parse(FileRecord record) throws InvalidTextException {
    if (record.problem() != null) {
      throw new InvalidTextException(record.problem());
    }
    GenericRowData row = parser.parse(record);
    fileColumns.set(row, record);
    return row;
  }

  /** Position of the first column behind those that every source of files adds. */
  int addedColumns() {
    return dataColumns + FileColumns.COUNT;
  }

  /** What is to be known of a record that is no row. */
  static RowData invalid(FileRecord record, InvalidTextException problem) {
    return ParseFunction.invalid(record, InvalidReason.UNPARSABLE, problem.getMessage());
  }
}
