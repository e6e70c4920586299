// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.Source;
import io.autocdc.format.debezium.DebeziumReader;
import io.autocdc.format.debezium.DebeziumReader.Kind;
import io.autocdc.format.debezium.InvalidChangeException;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import io.autocdc.spi.RunSignals;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/**
 * Turns records of a change feed into rows. What is no change, or no change of the table, leaves by
 * the side, so that flows can count it.
 */
final class ParseChangesFunction extends ProcessFunction<FileRecord, RowData> {

  private static final long serialVersionUID = 1L;

  private final DebeziumJsonFormat format;
  private final int dataColumns;
  private final String signal;

  private transient DebeziumReader reader;
  private transient FileColumns fileColumns;

  ParseChangesFunction(DebeziumJsonFormat format, Source source) {
    this.format = format;
    this.dataColumns = source.schema().columns().size();
    this.signal = RunSignals.inputRead(source.name());
  }

  @Override
  public void open(OpenContext context) {
    reader = format.changes();
    fileColumns = new FileColumns(dataColumns);
  }

  @Override
  public void processElement(FileRecord record, Context context, Collector<RowData> out) {
    if (record.isEndOfInput()) {
      getRuntimeContext().getIntCounter(signal).add(1);
      return;
    }
    if (record.problem() != null) {
      invalid(record, InvalidReason.UNPARSABLE, record.problem(), context);
      return;
    }
    Consumer<GenericRowData> rows =
        row -> {
          fileColumns.set(row, record.origin());
          out.collect(row);
        };
    try {
      Kind kind = reader.read(record.text(), null, rows);
      if (kind != Kind.CHANGE) {
        context.output(RowParser.INVALID, InvalidRows.skipped(kind.text()));
      }
    } catch (InvalidChangeException e) {
      invalid(record, e.reason(), e.getMessage(), context);
    }
  }

  private static void invalid(
      FileRecord record, InvalidReason reason, String problem, Context context) {
    context.output(RowParser.INVALID, RowParser.invalid(record, reason, problem));
  }
}
