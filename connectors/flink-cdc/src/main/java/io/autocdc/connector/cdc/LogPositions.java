// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.AutoCdcException;
import java.sql.SQLException;
import java.util.Map;
import org.apache.flink.cdc.connectors.mysql.source.offset.BinlogOffset;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlBinlogSplit;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlSplit;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Says to where a triggered run reads MySQL's log, and that the log has what is wanted of it. */
final class LogPositions {

  private final MySqlSettings settings;
  private final boolean bounded;
  private final RunEnd end;

  LogPositions(MySqlSettings settings, boolean bounded, RunEnd end) {
    this.settings = settings;
    this.bounded = bounded;
    this.end = end;
  }

  /**
   * What a split is read as. "The end of the log" becomes the place where that is now: what state
   * remembers of a reader that has found nothing yet must not move.
   *
   * @throws SuppressRestartsException RECORDS_LOST
   * @throws AutoCdcException if the server does not answer
   */
  MySqlSplit of(MySqlSplit split) {
    if (!split.isBinlogSplit()) {
      return split;
    }
    BinlogOffset offset = split.asBinlogSplit().getStartingOffset();
    try (MySqlServer server = MySqlServer.connect(settings)) {
      boolean known = offset.getFilename() != null && !offset.getFilename().isEmpty();
      LogPosition start =
          known ? new LogPosition(offset.getFilename(), offset.getPosition()) : server.endOfLog();
      if (!server.hasLog(start.file())) {
        throw new SuppressRestartsException(
            new AutoCdcException(MySqlProblems.logIsGone(settings, start)));
      }
      if (bounded) {
        LogPosition last = server.endOfLastTransaction(start);
        end.set(position -> LogPosition.of(position).compareTo(last) >= 0);
        end.passed(Map.of("file", start.file(), "pos", start.offset()));
      }
      return known ? split : startingAt(split.asBinlogSplit(), start);
    } catch (SQLException e) {
      throw new AutoCdcException(MySqlProblems.of(settings, e), e);
    }
  }

  private static MySqlSplit startingAt(MySqlBinlogSplit log, LogPosition start) {
    return new MySqlBinlogSplit(
        log.splitId(),
        BinlogOffset.ofBinlogFilePosition(start.file(), start.offset()),
        log.getEndingOffset(),
        log.getFinishedSnapshotSplitInfos(),
        log.getTableSchemas(),
        log.getTotalFinishedSplitSize());
  }
}
