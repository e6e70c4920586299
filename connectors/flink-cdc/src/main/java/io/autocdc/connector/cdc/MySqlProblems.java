// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.sql.SQLException;

/** What can be wrong with a table of MySQL, in words. */
final class MySqlProblems {

  private MySqlProblems() {}

  /** What an error of the driver means. */
  static Problem of(MySqlSettings settings, SQLException error) {
    boolean unreachable = String.valueOf(error.getSQLState()).startsWith("08");
    return DatabaseProblems.of("MySQL", settings.source(), settings.address(), error, unreachable);
  }

  static Problem logIsGone(MySqlSettings settings, LogPosition position) {
    return Problem.error(
        null,
        ErrorCode.RECORDS_LOST,
        "source '"
            + settings.source()
            + "' cannot go on reading changes: the server has no "
            + position.file()
            + " of its log",
        "it was purged before a run has read it, or this is another server",
        "run refresh --full to read the table anew, and keep the log for longer"
            + " (binlog_expire_logs_seconds)");
  }

  /** The server or the table is not set up for this. */
  static Problem notReady(MySqlSettings settings, String what, String why, String remedy) {
    return Problem.error(
        null,
        ErrorCode.SOURCE_NOT_READY,
        "source '" + settings.source() + "': " + what,
        why,
        remedy);
  }

  static Problem mayNotRead(MySqlSettings settings, String why) {
    String user = settings.address().user();
    return Problem.error(
        null,
        ErrorCode.SOURCE_REFUSED,
        "source '" + settings.source() + "': the user '" + user + "' may not read the log",
        why,
        "GRANT SELECT, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + user + "'@'%'");
  }
}
