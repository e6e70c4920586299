// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import io.autocdc.dsl.Durations;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.operators.state.ValueTypeInfo;
import io.autocdc.source.HeldOpenSource;
import io.autocdc.source.SnapshotOperator;
import io.autocdc.spi.InvalidRows;
import io.autocdc.spi.SnapshotFeed;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.OutputTag;

/** Adds a source of snapshots that are not files to a job. */
public final class FeedStreams {

  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);

  /** A feed gives rows only; views put invalid rows of their own beside these. */
  private static final OutputTag<RowData> NOTHING_INVALID =
      new OutputTag<>("invalid", InvalidRows.typeInfo());

  private FeedStreams() {}

  /**
   * @param source a source with versions
   * @param feed gives rows with the columns of its schema
   */
  public static SourceStreams connect(Source source, SnapshotFeed feed, SourceContext context) {
    LogicalType version = SnapshotVersions.of(source).orElseThrow().type();
    ValueTypeInfo<FeedRecord> type =
        new ValueTypeInfo<>(
            FeedRecord.class, new FeedRecordSerializer(source.schema().toRowType(), version));
    FeedSource snapshots =
        new FeedSource(feed, context.triggered() ? null : interval(source), context.stopBefore());
    DataStreamSource<FeedRecord> records =
        context
            .env()
            .fromSource(
                new HeldOpenSource<>(snapshots, type, FeedRecord::endOfInput),
                WatermarkStrategy.noWatermarks(),
                "snapshots: " + source.name(),
                type);
    records.uid(context.uid() + "-feed");
    SingleOutputStreamOperator<RowData> rows =
        records
            .setParallelism(1)
            .transform(
                "snapshots: " + source.name(),
                InternalTypeInfo.of(source.visibleSchema().toRowType()),
                new FeedOperator(source.name(), source.schema().toRowType(), version))
            .setParallelism(1)
            .setMaxParallelism(1)
            .uid(context.uid() + "-snapshots");
    return new SourceStreams(
        rows,
        rows.getSideOutput(NOTHING_INVALID),
        rows.getSideOutput(SnapshotOperator.ends(version)));
  }

  private static Duration interval(Source source) {
    String declared = source.options().get("monitor_interval");
    return declared == null
        ? DEFAULT_INTERVAL
        : Durations.parse(declared).filter(d -> d.toMillis() > 0).orElse(DEFAULT_INTERVAL);
  }
}
