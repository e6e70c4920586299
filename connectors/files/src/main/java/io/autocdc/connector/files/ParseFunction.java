// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.InvalidTextException;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import io.autocdc.spi.RunSignals;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Turns records into rows; what is no row leaves by the side. */
final class ParseFunction extends ProcessFunction<FileRecord, RowData> {

  private static final long serialVersionUID = 1L;

  static final OutputTag<RowData> INVALID = new OutputTag<>("invalid", InvalidRows.typeInfo());

  private final RecordFormat format;
  private final int dataColumns;
  private final String signal;

  private transient RecordParser parser;
  private transient FileOrigin current;
  private transient StringData fileName;
  private transient TimestampData modificationTime;

  /**
   * @param dataColumns number of columns before those that the source adds
   * @param source name of the source, for {@link RunSignals}
   */
  ParseFunction(RecordFormat format, int dataColumns, String source) {
    this.format = format;
    this.dataColumns = dataColumns;
    this.signal = RunSignals.inputRead(source);
  }

  @Override
  public void open(OpenContext context) {
    parser = format.parser();
  }

  @Override
  public void processElement(FileRecord record, Context context, Collector<RowData> out) {
    if (record.isEndOfInput()) {
      getRuntimeContext().getIntCounter(signal).add(1);
      return;
    }
    GenericRowData row;
    try {
      row = parse(record);
    } catch (InvalidTextException e) {
      String raw = new String(record.text(), StandardCharsets.UTF_8);
      context.output(
          INVALID, InvalidRows.of(InvalidReason.UNPARSABLE, e.getMessage(), record.place(), raw));
      return;
    }
    if (record.origin() != current) {
      current = record.origin();
      fileName = StringData.fromString(current.name());
      modificationTime = TimestampData.fromEpochMillis(current.modificationTime());
    }
    row.setField(dataColumns, fileName);
    row.setField(dataColumns + 1, modificationTime);
    out.collect(row);
  }

  private GenericRowData parse(FileRecord record) throws InvalidTextException {
    if (record.problem() != null) {
      throw new InvalidTextException(record.problem());
    }
    return parser.parse(record);
  }
}
