// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.Source;
import io.autocdc.json.InvalidTextException;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.util.OutputTag;

/** Turns records into rows, with the columns that every source of files adds. */
final class RowParser implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Where records leave that are no rows. */
  static final OutputTag<RowData> INVALID = new OutputTag<>("invalid", InvalidRows.typeInfo());

  private final RecordFormat format;
  private final int dataColumns;

  private transient RecordParser parser;
  private transient FileOrigin current;
  private transient StringData fileName;
  private transient TimestampData modificationTime;

  RowParser(RecordFormat format, Source source) {
    this.format = format;
    this.dataColumns = source.schema().columns().size();
  }

  void open() {
    parser = format.parser();
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
    if (record.origin() != current) {
      current = record.origin();
      fileName = StringData.fromString(current.name());
      modificationTime = TimestampData.fromEpochMillis(current.modificationTime());
    }
    row.setField(dataColumns, fileName);
    row.setField(dataColumns + 1, modificationTime);
    return row;
  }

  /** Position of the first column behind those that every source of files adds. */
  int addedColumns() {
    return dataColumns + 2;
  }

  /** What is to be known of a record that is no row. */
  static RowData invalid(FileRecord record, InvalidTextException problem) {
    String raw = new String(record.text(), StandardCharsets.UTF_8);
    return InvalidRows.of(InvalidReason.UNPARSABLE, problem.getMessage(), record.place(), raw);
  }
}
