// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.AutoCdcException;
import java.sql.SQLException;
import java.util.Map;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.base.source.meta.split.StreamSplit;
import org.apache.flink.cdc.connectors.postgres.source.offset.PostgresOffset;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Says where the log is read from, and in a triggered run to where. */
final class SlotPositions {

  /** Position of the last change, which in overlapping transactions may lie before others. */
  private static final String CHANGE = "lsn";

  /** Position behind the last transaction that was told as a whole. */
  private static final String COMMIT = "lsn_commit";

  /** Debezium wants a time beside a position, whatever it is. */
  private static final String TIME = "ts_usec";

  private final PostgresSettings settings;
  private final boolean bounded;
  private final RunEnd end;

  SlotPositions(PostgresSettings settings, boolean bounded, RunEnd end) {
    this.settings = settings;
    this.bounded = bounded;
    this.end = end;
  }

  /**
   * @throws SuppressRestartsException RECORDS_LOST
   * @throws AutoCdcException if the server does not answer
   */
  SourceSplitBase of(SourceSplitBase split) {
    if (!split.isStreamSplit()) {
      return split;
    }
    StreamSplit log = split.asStreamSplit();
    try (PostgresServer server = PostgresServer.connect(settings)) {
      long confirmed =
          server
              .confirmedPosition(settings.slot())
              .orElseThrow(
                  () ->
                      new SuppressRestartsException(
                          new AutoCdcException(PostgresProblems.slotIsGone(settings))));
      long start = start(log.getStartingOffset().getOffset(), confirmed);
      // Without it, a reader that finds nothing new would never know where it stands.
      long mark = server.mark();
      if (bounded) {
        end.set(position -> reached(position) >= mark);
      }
      // With nothing but that position, Debezium skips nothing behind it.
      return new StreamSplit(
          log.splitId(),
          PostgresOffset.of(Map.of(CHANGE, start, TIME, 0L)),
          log.getEndingOffset(),
          log.getFinishedSnapshotSplitInfos(),
          log.getTableSchemas(),
          log.getTotalFinishedSplitSize(),
          log.isSuspended(),
          log.isSnapshotCompleted());
    } catch (SQLException e) {
      throw new AutoCdcException(PostgresProblems.of(settings, e), e);
    }
  }

  /**
   * The server tells every transaction whose commit is behind this.
   *
   * @param confirmed where the slot stands
   */
  private long start(Map<String, String> position, long confirmed) {
    if (position.get(COMMIT) == null) {
      // Nothing has been told yet: changes are wanted since before the first row was read.
      return Math.min(reached(position), confirmed);
    }
    long reached = reached(position);
    if (reached < confirmed) {
      throw new SuppressRestartsException(
          new AutoCdcException(PostgresProblems.slotWentOn(settings, reached, confirmed)));
    }
    return reached;
  }

  private static long reached(Map<String, ?> position) {
    return Math.max(number(position.get(CHANGE)), number(position.get(COMMIT)));
  }

  private static long number(Object value) {
    return value == null ? 0 : Long.parseLong(value.toString());
  }
}
