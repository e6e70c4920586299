// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.sql.SQLException;
import java.util.List;

/** What can be wrong with a table of Postgres, in words. */
final class PostgresProblems {

  private static final String READ_ANEW = "run refresh --full to read the table anew";

  private PostgresProblems() {}

  /** What an error of the driver means. */
  static Problem of(PostgresSettings settings, SQLException error) {
    return DatabaseProblems.of(
        "Postgres", settings.source(), settings.address(), error, isUnreachable(error));
  }

  private static boolean isUnreachable(SQLException error) {
    String state = String.valueOf(error.getSQLState());
    // Class 08 is about connections, 57P0x about servers that start up or shut down.
    return state.startsWith("08") || state.startsWith("57P");
  }

  static Problem slotIsGone(PostgresSettings settings) {
    return lost(
        settings,
        "the replication slot '" + settings.slot() + "' that kept them is not there",
        "it was dropped, the database was restored or moved, or the warehouse was moved",
        "set slot_name if it goes by another name; else " + READ_ANEW);
  }

  static Problem slotWentOn(PostgresSettings settings, long reached, long confirmed) {
    return lost(
        settings,
        "the replication slot '"
            + settings.slot()
            + "' stands at "
            + confirmed
            + ", and the last run ended at "
            + reached,
        "another program has read from the slot, or older state was put back",
        READ_ANEW + "; give every reader a slot of its own");
  }

  static Problem slotIsInvalid(PostgresSettings settings) {
    return lost(
        settings,
        "the server has invalidated the replication slot '" + settings.slot() + "'",
        "it held back more of the log than max_slot_wal_keep_size allows",
        "drop it: SELECT pg_drop_replication_slot('" + settings.slot() + "'); then " + READ_ANEW);
  }

  /** The log can only be read with a publication that was there when it was written. */
  static Problem publicationIsGone(PostgresSettings settings) {
    return lost(
        settings,
        "there is no publication '" + settings.publication() + "'",
        "it was dropped, and what the replication slot '"
            + settings.slot()
            + "' has kept cannot be read without it",
        "drop the slot: SELECT pg_drop_replication_slot('"
            + settings.slot()
            + "'); then "
            + READ_ANEW);
  }

  private static Problem lost(PostgresSettings settings, String what, String why, String remedy) {
    return Problem.error(
        null,
        ErrorCode.RECORDS_LOST,
        "source '" + settings.source() + "' cannot go on reading changes: " + what,
        why,
        remedy);
  }

  /** Columns can have values that changes do not repeat. */
  static Problem largeValues(PostgresSettings settings, List<String> columns) {
    return Problem.warning(
        null,
        ErrorCode.LARGE_VALUES,
        "source '"
            + settings.source()
            + "': values of "
            + String.join(", ", columns)
            + " that are large become null when a row gets another key",
        "the table is not REPLICA IDENTITY FULL, so that changes repeat them only when they change",
        fullIdentity(settings) + ", unless keys never change");
  }

  /** Columns can have values that changes do not repeat, and do not say so. */
  static Problem silentValues(PostgresSettings settings, List<String> columns) {
    return notReady(
        settings,
        "large values of " + String.join(", ", columns) + " would be lost",
        "changes that leave a large array or hstore as it is cannot be told from those that set"
            + " null",
        fullIdentity(settings) + ", or leave these columns out of schema");
  }

  private static String fullIdentity(PostgresSettings settings) {
    return "ALTER TABLE " + settings.qualifiedInSql() + " REPLICA IDENTITY FULL";
  }

  /** The server or the table is not set up for this. */
  static Problem notReady(PostgresSettings settings, String what, String why, String remedy) {
    return Problem.error(
        null,
        ErrorCode.SOURCE_NOT_READY,
        "source '" + settings.source() + "': " + what,
        why,
        remedy);
  }

  static Problem refused(PostgresSettings settings, String what, String why, String remedy) {
    return Problem.error(
        null, ErrorCode.SOURCE_REFUSED, "source '" + settings.source() + "': " + what, why, remedy);
  }
}
