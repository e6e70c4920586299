// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.AutoCdcException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.cdc.connectors.base.options.StartupOptions;
import org.apache.flink.cdc.connectors.base.source.assigner.state.PendingSplitsState;
import org.apache.flink.cdc.connectors.base.source.meta.events.StreamSplitAssignedEvent;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.postgres.source.PostgresDialect;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder.PostgresIncrementalSource;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfigFactory;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Flink CDC's source of Postgres, with three differences.
 *
 * <ul>
 *   <li>Runs may end: a triggered run writes a mark into the log and reads up to it.
 *   <li>The log is read from where the slot stands, and nothing of it is left out. Flink CDC leaves
 *       out what a snapshot has seen by comparing positions, and Debezium skips what it has told
 *       before a restart. Positions of transactions that overlap have another order than their
 *       commits, so that both would lose changes. Changes that come twice do no harm: they carry
 *       their sequence.
 *   <li>A slot that is gone, or has gone on without us, is an error and not a gap.
 * </ul>
 */
final class PostgresSource implements Source<ChangeRecord, SourceSplitBase, PendingSplitsState> {

  private static final long serialVersionUID = 1L;

  /** How often Debezium tells how far it has come where nothing changes. */
  private static final Duration TRIGGERED_HEARTBEAT = Duration.ofMillis(100);

  private static final Duration CONTINUOUS_HEARTBEAT = Duration.ofSeconds(30);

  private final PostgresSettings settings;
  private final String columnOfPieces;
  private final boolean bounded;
  private final boolean once;
  private final String zone;

  /**
   * @param columnOfPieces the column by whose values the table is read in pieces; null for the
   *     first one of the primary key
   * @param bounded true if a run ends at what was there when it began
   * @param once true if what was there at the first run is all that is ever read
   * @param zone where wall clock times of the database hold
   */
  PostgresSource(
      PostgresSettings settings,
      String columnOfPieces,
      boolean bounded,
      boolean once,
      String zone) {
    this.settings = settings;
    this.columnOfPieces = columnOfPieces;
    this.bounded = bounded || once;
    this.once = once;
    this.zone = zone;
  }

  @Override
  public Boundedness getBoundedness() {
    return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<ChangeRecord, SourceSplitBase> createReader(SourceReaderContext context)
      throws Exception {
    QuietLoggers.hidePasswords();
    RunEnd end = new RunEnd();
    return new LogReader<>(
        flinkCdc(end).createReader(context),
        new SlotPositions(settings, bounded, end)::of,
        SourceSplitBase::isStreamSplit,
        once,
        end,
        explanation());
  }

  @Override
  public SplitEnumerator<SourceSplitBase, PendingSplitsState> createEnumerator(
      SplitEnumeratorContext<SourceSplitBase> context) {
    QuietLoggers.hidePasswords();
    try {
      return watched(flinkCdc(new RunEnd()).createEnumerator(context), context, () -> {});
    } catch (RuntimeException e) {
      throw explanation().explained(e);
    }
  }

  @Override
  public SplitEnumerator<SourceSplitBase, PendingSplitsState> restoreEnumerator(
      SplitEnumeratorContext<SourceSplitBase> context, PendingSplitsState state) {
    QuietLoggers.hidePasswords();
    // Flink CDC would make a new slot, behind a gap.
    return watched(
        flinkCdc(new RunEnd()).restoreEnumerator(context, state), context, this::requireSlot);
  }

  private void requireSlot() {
    try (PostgresServer server = PostgresServer.connect(settings)) {
      if (server.confirmedPosition(settings.slot()).isEmpty()) {
        throw new SuppressRestartsException(
            new AutoCdcException(PostgresProblems.slotIsGone(settings)));
      }
    } catch (SQLException e) {
      throw new AutoCdcException(PostgresProblems.of(settings, e), e);
    }
  }

  private SplitEnumerator<SourceSplitBase, PendingSplitsState> watched(
      SplitEnumerator<SourceSplitBase, PendingSplitsState> enumerator,
      SplitEnumeratorContext<SourceSplitBase> context,
      Runnable check) {
    return new LogEnumerator<>(
        enumerator, context, StreamSplitAssignedEvent.class, bounded, explanation(), check);
  }

  private Explanation explanation() {
    return error -> PostgresProblems.of(settings, error);
  }

  @Override
  public SimpleVersionedSerializer<SourceSplitBase> getSplitSerializer() {
    return flinkCdc(new RunEnd()).getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<PendingSplitsState> getEnumeratorCheckpointSerializer() {
    return flinkCdc(new RunEnd()).getEnumeratorCheckpointSerializer();
  }

  private PostgresIncrementalSource<ChangeRecord> flinkCdc(RunEnd end) {
    DatabaseAddress address = settings.address();
    PostgresSourceBuilder<ChangeRecord> builder =
        PostgresIncrementalSource.<ChangeRecord>builder()
            .hostname(address.host())
            .port(address.port())
            .database(address.database())
            .schemaList(Names.asPattern(settings.schema()))
            .tableList(Names.asPattern(settings.schema() + "." + settings.table()))
            .username(address.user())
            .password(address.password())
            .slotName(settings.slot())
            .decodingPluginName("pgoutput")
            .serverTimeZone(zone)
            .startupOptions(settings.latest() ? StartupOptions.latest() : StartupOptions.initial())
            .skipSnapshotBackfill(true)
            .lsnCommitCheckpointsDelay(0)
            .heartbeatInterval(bounded ? TRIGGERED_HEARTBEAT : CONTINUOUS_HEARTBEAT)
            .debeziumProperties(debezium());
    if (columnOfPieces != null) {
      builder.chunkKeyColumn(columnOfPieces);
    }
    PostgresSourceConfigFactory config = builder.getConfigFactory();
    return new WatchedPostgresSource(
        config,
        new ChangesAsJson(settings.schema(), settings.table()),
        new PostgresDialect(config.create(0)),
        end);
  }

  private Properties debezium() {
    Properties properties = new Properties();
    properties.setProperty("poll.interval.ms", "100");
    properties.setProperty("interval.handling.mode", "string");
    // As numbers, NaN would become null.
    properties.setProperty("decimal.handling.mode", "string");
    if (!bounded) {
      // The slot goes on where only other tables change; else the server would keep its whole log.
      properties.setProperty(
          "heartbeat.action.query", "SELECT pg_logical_emit_message(true, 'autocdc', '')");
    }
    properties.putAll(settings.debezium());
    properties.setProperty("publication.name", settings.publication());
    properties.setProperty("publication.autocreate.mode", "disabled");
    properties.setProperty("truncate.handling.mode", "include");
    properties.setProperty("message.prefix.exclude.list", ".*");
    return properties;
  }
}
