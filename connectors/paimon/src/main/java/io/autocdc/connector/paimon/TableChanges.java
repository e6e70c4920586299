// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.Durations;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.source.EventTime;
import io.autocdc.source.HeldOpenSource;
import io.autocdc.spi.InvalidRows;
import io.autocdc.spi.RunSignals;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.CoreOptions.StartupMode;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.source.ReadBuilder;

/**
 * A table as a source: its rows as they are at first, then its changelog. A triggered run reads the
 * snapshots that were there when it began, and is held open; the next one goes on behind them.
 */
final class TableChanges {

  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);

  /** Between looks of a run that reads only what is there: the last look finds the end. */
  private static final Duration TRIGGERED_INTERVAL = Duration.ofMillis(20);

  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

  private static final OutputTag<RowData> NOTHING_INVALID =
      new OutputTag<>("invalid", InvalidRows.typeInfo());

  private TableChanges() {}

  /**
   * What a table tells readers of its changes. Where they see rows as they were written, the
   * columns count by which the table chooses among them.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException CONFLICTING_OPTIONS if they see pieces of rows
   */
  static SourceDescription describe(TableName name, FileStoreTable table) {
    requireWhole(name, table);
    TableLayout layout = TableLayout.of(table.schema());
    CoreOptions options = CoreOptions.fromMap(table.options());
    return new SourceDescription(
        layout.visible(),
        layout.primaryKey(),
        ChangelogKind.of(table).isRaw() ? options.sequenceField() : List.of());
  }

  private static void requireWhole(TableName name, FileStoreTable table) {
    if (!ChangelogKind.of(table).isWhole()) {
      throw PaimonProblems.partOfChangelog(name, table.options());
    }
  }

  /**
   * @param found the table that the source reads
   * @throws io.autocdc.dsl.problem.AutoCdcException CONFLICTING_OPTIONS if changes of the table
   *     cannot be told from it, or the source is read once from the middle
   */
  static SourceStreams connect(
      TableName name, FileStoreTable found, Source source, SourceContext context) {
    requireWhole(name, found);
    String start = source.options().getOrDefault(TableFeeds.STARTING_SNAPSHOT, TableFeeds.FULL);
    if (context.once() && !start.equals(TableFeeds.FULL)) {
      throw PaimonProblems.onceFromTheMiddle(source.name(), start);
    }
    FileStoreTable table =
        found.copyWithoutTimeTravel(options(found, source, start, context.triggered()));
    TableSchema existing = TableLayout.of(table.schema()).visible();
    List<String> read = source.schema().names().stream().filter(existing::contains).toList();
    ReadBuilder columns =
        table
            .newReadBuilder()
            .withProjection(read.stream().mapToInt(table.rowType()::getFieldIndex).toArray());
    Long latest = table.snapshotManager().latestSnapshotId();
    boolean bounded = (context.triggered() || context.once()) && !context.rehearsal();
    ChangesSource changes =
        new ChangesSource(
            source.name(),
            table,
            columns,
            start.equals(TableFeeds.LATEST),
            context.once(),
            !bounded ? ChangesSource.NO_END : latest == null ? 0 : latest);
    return connect(source, changes, rowType(existing, read), context);
  }

  private static SourceStreams connect(
      Source source, ChangesSource changes, RowType read, SourceContext context) {
    int columns = read.getFieldCount();
    InternalTypeInfo<RowData> type = InternalTypeInfo.of(read);
    DataStreamSource<RowData> records =
        context
            .env()
            .fromSource(
                new HeldOpenSource<>(changes, type, () -> new GenericRowData(columns)),
                WatermarkStrategy.noWatermarks(),
                "table: " + source.name(),
                type);
    records.uid(context.uid() + "-table");
    SingleOutputStreamOperator<RowData> rows =
        records
            .process(new Rows(source, read))
            .returns(InternalTypeInfo.of(source.visibleSchema().toRowType()))
            .name("rows: " + source.name())
            .uid(context.uid() + "-rows");
    Duration idleTimeout = context.triggered() ? Duration.ZERO : IDLE_TIMEOUT;
    return new SourceStreams(
        EventTime.assign(rows, source, idleTimeout, context.uid() + "-event-time"),
        rows.getSideOutput(NOTHING_INVALID),
        null);
  }

  /** Options of the scan; null removes what the table has for other readers. */
  private static Map<String, String> options(
      FileStoreTable table, Source source, String start, boolean triggered) {
    Map<String, String> options = new HashMap<>();
    for (String elsewhere :
        List.of(
            CoreOptions.SCAN_MODE.key(),
            CoreOptions.SCAN_SNAPSHOT_ID.key(),
            CoreOptions.SCAN_TIMESTAMP.key(),
            CoreOptions.SCAN_TIMESTAMP_MILLIS.key(),
            CoreOptions.SCAN_FILE_CREATION_TIME_MILLIS.key(),
            CoreOptions.SCAN_TAG_NAME.key(),
            CoreOptions.SCAN_WATERMARK.key(),
            CoreOptions.SCAN_BOUNDED_WATERMARK.key(),
            CoreOptions.CONSUMER_ID.key())) {
      options.put(elsewhere, null);
    }
    OptionalLong snapshot = TableFeeds.startingSnapshot(start);
    StartupMode mode = StartupMode.FROM_TIMESTAMP;
    if (start.equals(TableFeeds.FULL)) {
      mode = StartupMode.LATEST_FULL;
    } else if (start.equals(TableFeeds.LATEST)) {
      mode = StartupMode.LATEST;
    } else if (snapshot.isPresent()) {
      mode = StartupMode.FROM_SNAPSHOT;
      options.put(CoreOptions.SCAN_SNAPSHOT_ID.key(), String.valueOf(snapshot.getAsLong()));
    } else {
      options.put(
          CoreOptions.SCAN_TIMESTAMP_MILLIS.key(),
          String.valueOf(TableFeeds.startingTime(start).orElseThrow().toEpochMilli()));
    }
    options.put(CoreOptions.SCAN_MODE.key(), mode.toString());
    options.put(
        CoreOptions.CONTINUOUS_DISCOVERY_INTERVAL.key(),
        (triggered ? TRIGGERED_INTERVAL : interval(source)).toMillis() + " ms");
    // What is overwritten changes, too.
    if (table.primaryKeys().isEmpty()) {
      options.put(CoreOptions.STREAMING_READ_APPEND_OVERWRITE.key(), "true");
    } else if (ChangelogKind.of(table).isRaw()) {
      options.put(CoreOptions.STREAMING_READ_OVERWRITE.key(), "true");
    }
    String consumer = source.options().get(TableFeeds.CONSUMER_ID);
    if (consumer != null) {
      options.put(CoreOptions.CONSUMER_ID.key(), consumer);
      // What has been read stands in state; a table that is filled anew reads all.
      options.put(CoreOptions.CONSUMER_IGNORE_PROGRESS.key(), "true");
    }
    return options;
  }

  private static Duration interval(Source source) {
    return Durations.parse(source.options().getOrDefault("monitor_interval", ""))
        .filter(declared -> declared.toMillis() > 0)
        .orElse(DEFAULT_INTERVAL);
  }

  /** What the reader gives; all of it is null in the mark behind the last row. */
  private static RowType rowType(TableSchema existing, List<String> read) {
    TableSchema columns =
        new TableSchema(read.stream().map(name -> existing.find(name).orElseThrow()).toList());
    return columns.asNullable().plus(TableFeeds.COLUMNS).toRowType();
  }

  /**
   * Puts the columns of rows in the order of the source; those that the table lacks are null. The
   * mark behind the last row becomes a signal to the client, see {@link RunSignals#inputRead}.
   */
  private static final class Rows extends ProcessFunction<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    private final String signal;
    private final int mark;
    private final RowData.FieldGetter[] columns;

    Rows(Source source, RowType read) {
      this.signal = RunSignals.inputRead(source.name());
      this.mark = read.getFieldIndex(TableFeeds.SNAPSHOT_ID);
      this.columns =
          source.visibleSchema().names().stream()
              .map(name -> getter(read, read.getFieldIndex(name)))
              .toArray(RowData.FieldGetter[]::new);
    }

    private static RowData.FieldGetter getter(RowType read, int position) {
      return position < 0
          ? row -> null
          : RowData.createFieldGetter(read.getTypeAt(position), position);
    }

    @Override
    public void processElement(RowData row, Context context, Collector<RowData> out) {
      if (row.isNullAt(mark)) {
        getRuntimeContext().getIntCounter(signal).add(1);
        return;
      }
      GenericRowData read = new GenericRowData(row.getRowKind(), columns.length);
      for (int i = 0; i < columns.length; i++) {
        read.setField(i, columns[i].getFieldOrNull(row));
      }
      out.collect(read);
    }
  }
}
