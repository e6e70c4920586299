// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import java.sql.SQLException;
import java.util.List;

/** What can be wrong with any database, in words. */
final class DatabaseProblems {

  private DatabaseProblems() {}

  /**
   * @param kind what the database is called
   */
  static Problem of(
      String kind,
      String source,
      DatabaseAddress address,
      SQLException error,
      boolean unreachable) {
    return Problem.error(
        null,
        unreachable ? ErrorCode.SOURCE_UNREACHABLE : ErrorCode.SOURCE_REFUSED,
        "source '"
            + source
            + "': "
            + kind
            + " at "
            + address
            + (unreachable ? " does not answer" : " cannot be used"),
        words(error, address),
        unreachable
            ? "check hostname, port, and that the server is up; then run again"
            : "check database, username, password and what the user may do");
  }

  /** The first line of a driver's message, without the password should it stand there. */
  private static String words(SQLException error, DatabaseAddress address) {
    String message = String.valueOf(error.getMessage()).strip().lines().findFirst().orElse("");
    return address.password().isEmpty() ? message : message.replace(address.password(), "***");
  }

  static Problem tableNotFound(
      String source, DatabaseAddress address, String table, List<String> tables) {
    return Problem.error(
        null,
        ErrorCode.TABLE_NOT_FOUND,
        "source '" + source + "' reads the table '" + table + "'",
        "there is no such table at " + address + ", or its user may not see it",
        Suggestions.nearest(table, tables)
            .map(near -> "did you mean '" + near + "'?")
            .orElse("correct the name, written as the database has it, or create the table"));
  }

  static Problem noKey(String source, String table) {
    return Problem.error(
        null,
        ErrorCode.FEED_KEYS,
        "source '" + source + "' reads the table '" + table + "', which has no primary key",
        "nobody says which columns identify a row",
        "add primary_key: [id] to the source, with columns that are unique and never null");
  }
}
