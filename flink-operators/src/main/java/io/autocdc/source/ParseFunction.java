// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import io.autocdc.dsl.Source;
import io.autocdc.format.debezium.InvalidChangeException;
import io.autocdc.json.InvalidTextException;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import io.autocdc.spi.RunSignals;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * Turns records into rows. What is no row leaves by the side, so that flows can count it; the mark
 * behind the last record becomes a signal to the client, see {@link RunSignals#inputRead}.
 */
public final class ParseFunction<R extends RawRecord> extends ProcessFunction<R, RowData> {

  private static final long serialVersionUID = 1L;

  /** Where records leave that are no rows. */
  public static final OutputTag<RowData> INVALID =
      new OutputTag<>("invalid", InvalidRows.typeInfo());

  private final SerializableSupplier<RecordDecoder<R>> decoders;
  private final OriginColumns<R> origin;
  private final String signal;

  private transient RecordDecoder<R> decoder;

  /**
   * @param decoders makes a decoder for each subtask
   */
  public ParseFunction(
      SerializableSupplier<RecordDecoder<R>> decoders, OriginColumns<R> origin, Source source) {
    this.decoders = decoders;
    this.origin = origin;
    this.signal = RunSignals.inputRead(source.name());
  }

  @Override
  public void open(OpenContext context) {
    decoder = decoders.get();
  }

  @Override
  public void processElement(R record, Context context, Collector<RowData> out) {
    if (record.isEndOfInput()) {
      getRuntimeContext().getIntCounter(signal).add(1);
      return;
    }
    if (record.problem() != null) {
      context.output(INVALID, invalid(record, InvalidReason.UNPARSABLE, record.problem()));
      return;
    }
    Consumer<GenericRowData> rows =
        row -> {
          origin.set(row, record);
          out.collect(row);
        };
    try {
      String skipped = decoder.decode(record, rows);
      if (skipped != null) {
        context.output(INVALID, InvalidRows.skipped(skipped));
      }
    } catch (InvalidTextException e) {
      context.output(INVALID, invalid(record, InvalidReason.UNPARSABLE, e.getMessage()));
    } catch (InvalidChangeException e) {
      context.output(INVALID, invalid(record, e.reason(), e.getMessage()));
    }
  }

  /** What is to be known of a record that is no row. */
  public static RowData invalid(RawRecord record, InvalidReason reason, String problem) {
    return InvalidRows.of(reason, problem, record.place(), record.shown());
  }
}
