// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.AutoCdcException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * Looks at server and table before a run, so that what is wrong with them is said before a job
 * starts.
 */
final class MySqlInspector {

  private final MySqlSettings settings;
  private final MySqlServer server;
  private final Connection connection;

  private MySqlInspector(MySqlSettings settings, MySqlServer server) {
    this.settings = settings;
    this.server = server;
    this.connection = server.connection();
  }

  /**
   * @throws AutoCdcException SOURCE_UNREACHABLE, SOURCE_REFUSED, SOURCE_NOT_READY, TABLE_NOT_FOUND,
   *     FEED_KEYS
   */
  static void inspect(MySqlSettings settings) {
    try (MySqlServer server = MySqlServer.connect(settings)) {
      new MySqlInspector(settings, server).inspect();
    } catch (SQLException e) {
      throw new AutoCdcException(MySqlProblems.of(settings, e), e);
    }
  }

  private void inspect() throws SQLException {
    require("log_bin", "ON", "it keeps no log: start it with log_bin");
    require("binlog_format", "ROW", "its log has no rows");
    require("binlog_row_image", "FULL", "its log has parts of rows only");
    if (MySqlTables.describe(settings).primaryKey().isEmpty() && settings.keys().isEmpty()) {
      throw new AutoCdcException(DatabaseProblems.noKey(settings.source(), settings.qualified()));
    }
    try {
      server.endOfLog();
    } catch (SQLException e) {
      throw new AutoCdcException(
          MySqlProblems.mayNotRead(settings, "REPLICATION CLIENT is not granted"), e);
    }
    checkGrants();
  }

  private void require(String variable, String value, String otherwise) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE '" + variable + "'")) {
      String is = found.next() ? found.getString(2) : "";
      if (!is.equalsIgnoreCase(value)) {
        throw new AutoCdcException(
            MySqlProblems.notReady(
                settings,
                "the server has " + variable + " " + is,
                otherwise,
                "set " + variable + " to " + value + ", and start the server again"));
      }
    }
  }

  /** What comes through a role cannot be seen here; the server has the last word. */
  private void checkGrants() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SHOW GRANTS")) {
      while (found.next()) {
        String grant = found.getString(1).toUpperCase(Locale.ROOT);
        boolean isRole = !grant.contains(" ON ");
        if (isRole
            || grant.contains("REPLICATION SLAVE")
            || grant.startsWith("GRANT ALL PRIVILEGES ON *.*")) {
          return;
        }
      }
    }
    throw new AutoCdcException(
        MySqlProblems.mayNotRead(settings, "REPLICATION SLAVE is not granted"));
  }
}
