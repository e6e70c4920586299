// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.Source;
import io.autocdc.format.debezium.DebeziumOptions;
import io.autocdc.format.debezium.DebeziumReader;
import io.autocdc.source.EventTime;
import io.autocdc.source.HeldOpenSource;
import io.autocdc.source.ParseFunction;
import io.autocdc.source.RecordDecoder;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.function.SerializableSupplier;

/** Makes rows of the changes of a table. */
final class ChangeStreams {

  /**
   * In a continuous run, a reader without new records does not hold back the watermark for longer.
   */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

  private final Source source;
  private final SourceContext context;
  private final SerializableSupplier<RecordDecoder<ChangeRecord>> decoders;

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  ChangeStreams(Source source, SourceContext context) {
    this.source = source;
    this.context = context;
    this.decoders = decoders(source, List.copyOf(context.keys()));
    decoders.get(); // Types that have no text form are found here, not in the running job.
  }

  private static SerializableSupplier<RecordDecoder<ChangeRecord>> decoders(
      Source source, List<String> keys) {
    RowType type = source.schema().toRowType();
    int room = source.addedColumns().size();
    DebeziumOptions options = DebeziumOptions.of(source);
    return () ->
        RecordDecoder.debezium(new DebeziumReader(type, keys, room, type.getFieldCount(), options));
  }

  <SplitT extends SourceSplit, StateT> SourceStreams of(
      org.apache.flink.api.connector.source.Source<ChangeRecord, SplitT, StateT> changes) {
    DataStreamSource<ChangeRecord> records =
        context
            .env()
            .fromSource(
                new HeldOpenSource<>(
                    changes, ChangeRecordSerializer.TYPE, ChangeRecord::endOfInput),
                WatermarkStrategy.noWatermarks(),
                source.type() + ": " + source.name(),
                ChangeRecordSerializer.TYPE);
    records.uid(context.uid() + "-changes");
    SingleOutputStreamOperator<RowData> rows =
        records
            .process(new ParseFunction<>(decoders, (row, record) -> {}, source))
            .returns(InternalTypeInfo.of(source.visibleSchema().toRowType()))
            .name("parse: " + source.name())
            .uid(context.uid() + "-parse");
    Duration idleTimeout = context.triggered() ? Duration.ZERO : IDLE_TIMEOUT;
    return new SourceStreams(
        EventTime.assign(rows, source, idleTimeout, context.uid() + "-event-time"),
        rows.getSideOutput(ParseFunction.INVALID),
        null);
  }
}
