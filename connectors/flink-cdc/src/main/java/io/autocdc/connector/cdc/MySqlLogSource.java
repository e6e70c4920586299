// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.time.Duration;
import java.util.Properties;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSourceBuilder;
import org.apache.flink.cdc.connectors.mysql.source.assigners.state.PendingSplitsState;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfig;
import org.apache.flink.cdc.connectors.mysql.source.events.BinlogSplitAssignedEvent;
import org.apache.flink.cdc.connectors.mysql.source.metrics.MySqlSourceReaderMetrics;
import org.apache.flink.cdc.connectors.mysql.source.reader.MySqlRecordEmitter;
import org.apache.flink.cdc.connectors.mysql.source.reader.MySqlSourceReader;
import org.apache.flink.cdc.connectors.mysql.source.reader.MySqlSourceReaderContext;
import org.apache.flink.cdc.connectors.mysql.source.reader.MySqlSplitReader;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSplit;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSplitState;
import org.apache.flink.cdc.connectors.mysql.source.utils.hooks.SnapshotPhaseHooks;
import org.apache.flink.cdc.connectors.mysql.table.StartupOptions;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.catalog.ObjectPath;

/**
 * Flink CDC's source of MySQL, whose runs may end: a triggered run reads up to the end that the log
 * had when it came there. Positions in this log have the order of commits.
 */
final class MySqlLogSource implements Source<ChangeRecord, MySqlSplit, PendingSplitsState> {

  private static final long serialVersionUID = 1L;

  /** How often Debezium tells how far it has come where nothing changes. */
  private static final Duration TRIGGERED_HEARTBEAT = Duration.ofMillis(100);

  private static final Duration CONTINUOUS_HEARTBEAT = Duration.ofSeconds(30);

  private final MySqlSettings settings;
  private final boolean bounded;
  private final boolean once;

  /**
   * @param bounded true if a run ends at what was there when it began
   * @param once true if what was there at the first run is all that is ever read
   */
  MySqlLogSource(MySqlSettings settings, boolean bounded, boolean once) {
    this.settings = settings;
    this.bounded = bounded || once;
    this.once = once;
  }

  @Override
  public Boundedness getBoundedness() {
    return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  /** What Flink CDC does, but with an emitter that tells how far it has come. */
  @Override
  public SourceReader<ChangeRecord, MySqlSplit> createReader(SourceReaderContext context) {
    QuietLoggers.hidePasswords();
    RunEnd end = new RunEnd();
    MySqlSourceConfig config =
        flinkCdc().getConfigFactory().createConfig(context.getIndexOfSubtask());
    MySqlSourceReaderMetrics metrics = new MySqlSourceReaderMetrics(context.metricGroup());
    metrics.registerMetrics();
    MySqlSourceReaderContext readerContext = new MySqlSourceReaderContext(context);
    MySqlSourceReader<ChangeRecord> reader =
        new MySqlSourceReader<>(
            new FutureCompletingBlockingQueue<>(),
            () ->
                new MySqlSplitReader(
                    config, context.getIndexOfSubtask(), readerContext, SnapshotPhaseHooks.empty()),
            emitter(metrics, end),
            context.getConfiguration(),
            readerContext,
            config);
    return new LogReader<>(
        reader,
        new LogPositions(settings, bounded, end)::of,
        MySqlSplit::isBinlogSplit,
        once,
        end,
        explanation());
  }

  private MySqlRecordEmitter<ChangeRecord> emitter(MySqlSourceReaderMetrics metrics, RunEnd end) {
    return new MySqlRecordEmitter<>(changes(), metrics, false) {
      @Override
      protected void processElement(
          SourceRecord record, SourceOutput<ChangeRecord> output, MySqlSplitState split)
          throws Exception {
        super.processElement(record, output, split);
        if (split.isBinlogSplitState()) {
          end.passed(record.sourceOffset());
        }
      }
    };
  }

  @Override
  public SplitEnumerator<MySqlSplit, PendingSplitsState> createEnumerator(
      SplitEnumeratorContext<MySqlSplit> context) {
    QuietLoggers.hidePasswords();
    try {
      return watched(flinkCdc().createEnumerator(context), context);
    } catch (RuntimeException e) {
      throw explanation().explained(e);
    }
  }

  @Override
  public SplitEnumerator<MySqlSplit, PendingSplitsState> restoreEnumerator(
      SplitEnumeratorContext<MySqlSplit> context, PendingSplitsState state) {
    QuietLoggers.hidePasswords();
    return watched(flinkCdc().restoreEnumerator(context, state), context);
  }

  private SplitEnumerator<MySqlSplit, PendingSplitsState> watched(
      SplitEnumerator<MySqlSplit, PendingSplitsState> enumerator,
      SplitEnumeratorContext<MySqlSplit> context) {
    return new LogEnumerator<>(
        enumerator, context, BinlogSplitAssignedEvent.class, bounded, explanation(), () -> {});
  }

  private Explanation explanation() {
    return error -> MySqlProblems.of(settings, error);
  }

  @Override
  public SimpleVersionedSerializer<MySqlSplit> getSplitSerializer() {
    return flinkCdc().getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<PendingSplitsState> getEnumeratorCheckpointSerializer() {
    return flinkCdc().getEnumeratorCheckpointSerializer();
  }

  private ChangesAsJson changes() {
    return new ChangesAsJson(settings.address().database(), settings.table());
  }

  private MySqlSource<ChangeRecord> flinkCdc() {
    DatabaseAddress address = settings.address();
    MySqlSourceBuilder<ChangeRecord> builder =
        MySqlSource.<ChangeRecord>builder()
            .hostname(address.host())
            .port(address.port())
            .databaseList(Names.asPattern(address.database()))
            .tableList(Names.asPattern(address.database() + "." + settings.table()))
            .username(address.user())
            .password(address.password())
            .serverId(settings.serverIds())
            .serverTimeZone(settings.zone())
            .startupOptions(settings.latest() ? StartupOptions.latest() : StartupOptions.initial())
            .heartbeatInterval(bounded ? TRIGGERED_HEARTBEAT : CONTINUOUS_HEARTBEAT)
            .debeziumProperties(debezium())
            .deserializer(changes());
    if (!settings.keys().isEmpty()) {
      builder.chunkKeyColumn(
          new ObjectPath(address.database(), settings.table()), settings.keys().get(0));
    }
    return builder.build();
  }

  private Properties debezium() {
    Properties properties = new Properties();
    if (bounded) {
      // The server says so often that it has nothing more.
      properties.setProperty("connect.keep.alive.interval.ms", "1000");
    }
    properties.putAll(settings.debezium());
    return properties;
  }
}
