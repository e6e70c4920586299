// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.Source;
import io.autocdc.json.InvalidTextException;
import io.autocdc.spi.RunSignals;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** Turns records into rows; what is no row leaves by the side. */
final class ParseFunction extends ProcessFunction<FileRecord, RowData> {

  private static final long serialVersionUID = 1L;

  private final RowParser parser;
  private final String signal;

  ParseFunction(RowFormat format, Source source) {
    this.parser = new RowParser(format, source);
    this.signal = RunSignals.inputRead(source.name());
  }

  @Override
  public void open(OpenContext context) {
    parser.open();
  }

  @Override
  public void processElement(FileRecord record, Context context, Collector<RowData> out) {
    if (record.isEndOfInput()) {
      getRuntimeContext().getIntCounter(signal).add(1);
      return;
    }
    RowData row;
    try {
      row = parser.parse(record);
    } catch (InvalidTextException e) {
      context.output(RowParser.INVALID, RowParser.invalid(record, e));
      return;
    }
    out.collect(row);
  }
}
