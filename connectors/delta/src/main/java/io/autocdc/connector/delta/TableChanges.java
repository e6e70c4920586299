// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.TableColumns;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.source.EventTime;
import io.autocdc.source.HeldOpenSource;
import io.autocdc.spi.InvalidRows;
import io.autocdc.spi.RunSignals;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.time.Duration;
import java.util.ArrayList;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * A table as a source: its rows as they are at first, or commits from one that is named, and then
 * commit after commit. A triggered run reads the versions that were there when it began, and is
 * held open; the next one goes on behind them.
 */
final class TableChanges {

  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);

  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

  private static final OutputTag<RowData> NOTHING_INVALID =
      new OutputTag<>("invalid", InvalidRows.typeInfo());

  private TableChanges() {}

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException as {@link SourceTable#describe}, or
   *     CONFLICTING_OPTIONS if the source is read once from the middle
   */
  static SourceStreams connect(SourceTable table, Source source, SourceContext context) {
    table.check(source.schema());
    ChangesStart start = ChangesStart.of(source);
    if (context.once() && !start.isRows()) {
      throw DeltaProblems.onceFromTheMiddle(source.name());
    }
    boolean feed = DeltaFeeds.tellsChanges(source);
    TableSchema columns = source.schema().asNullable();
    TableColumns stored =
        table.newest().columns(columns.names(), source.visibleSchema().columns().size());
    boolean bounded = (context.triggered() || context.once()) && !context.rehearsal();
    ChangesLog log =
        new ChangesLog(
            source.name(),
            table.location(),
            table.newest().tableId(),
            new CommitRows(
                source.name(),
                feed,
                DeltaFeeds.skipsChangeCommits(source),
                new ArrayList<>(context.keys())),
            stored,
            start,
            bounded ? table.newest().version() : ChangesLog.NO_END);
    ChangesSource changes =
        new ChangesSource(
            log,
            new RowFormat(stored, columns.toRowType(), feed, source.deletesUnpaired()),
            interval(source),
            context.once());
    return connect(source, changes, context);
  }

  private static SourceStreams connect(
      Source source, ChangesSource changes, SourceContext context) {
    TableSchema visible = source.visibleSchema();
    int width = visible.columns().size();
    InternalTypeInfo<RowData> type = InternalTypeInfo.of(visible.toRowType());
    DataStreamSource<RowData> records =
        context
            .env()
            .fromSource(
                new HeldOpenSource<>(changes, type, () -> new GenericRowData(width)),
                WatermarkStrategy.noWatermarks(),
                "table: " + source.name(),
                type);
    records.uid(context.uid() + "-table");
    SingleOutputStreamOperator<RowData> rows =
        records
            .process(
                new EndOfRows(
                    RunSignals.inputRead(source.name()),
                    visible.indexOf(DeltaFeeds.COMMIT_VERSION)))
            .returns(type)
            .name("rows: " + source.name())
            .uid(context.uid() + "-rows");
    Duration idleTimeout = context.triggered() ? Duration.ZERO : IDLE_TIMEOUT;
    return new SourceStreams(
        EventTime.assign(rows, source, idleTimeout, context.uid() + "-event-time"),
        rows.getSideOutput(NOTHING_INVALID),
        null);
  }

  private static Duration interval(Source source) {
    return Durations.parse(source.options().getOrDefault("monitor_interval", ""))
        .filter(declared -> declared.toMillis() > 0)
        .orElse(DEFAULT_INTERVAL);
  }

  /**
   * Takes the mark behind the last row, which has no version, out of the rows; it becomes a signal
   * to the client, see {@link RunSignals#inputRead}.
   */
  private static final class EndOfRows extends ProcessFunction<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    private final String signal;
    private final int version;

    EndOfRows(String signal, int version) {
      this.signal = signal;
      this.version = version;
    }

    @Override
    public void processElement(RowData row, Context context, Collector<RowData> out) {
      if (row.isNullAt(version)) {
        getRuntimeContext().getIntCounter(signal).add(1);
      } else {
        out.collect(row);
      }
    }
  }
}
