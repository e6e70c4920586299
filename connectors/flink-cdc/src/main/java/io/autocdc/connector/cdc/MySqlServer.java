// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import com.mysql.cj.jdbc.Driver;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Questions to a server of MySQL or MariaDB. */
final class MySqlServer implements AutoCloseable {

  private static final String MILLIS_TO_CONNECT = "10000";
  private static final String MILLIS_TO_ANSWER = "20000";

  /** Properties of Debezium with this prefix are those of the driver. */
  private static final String DRIVER_PREFIX = "database.";

  /** Tells the driver to hand on rows as they come. */
  private static final int STREAMING = Integer.MIN_VALUE;

  /** Where the first event of a file of the log stands. */
  private static final long START_OF_FILE = 4;

  private static final Set<String> ENDS_OF_TRANSACTIONS = Set.of("COMMIT", "ROLLBACK");

  private final Connection connection;

  private MySqlServer(Connection connection) {
    this.connection = connection;
  }

  static MySqlServer connect(MySqlSettings settings) throws SQLException {
    DatabaseAddress address = settings.address();
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", MILLIS_TO_CONNECT);
    properties.setProperty("socketTimeout", MILLIS_TO_ANSWER);
    properties.setProperty("allowPublicKeyRetrieval", "true");
    properties.setProperty("tinyInt1isBit", "false");
    settings
        .debezium()
        .forEach(
            (name, value) -> {
              if (name.startsWith(DRIVER_PREFIX)) {
                properties.setProperty(name.substring(DRIVER_PREFIX.length()), value);
              }
            });
    properties.setProperty("user", address.user());
    properties.setProperty("password", address.password());
    return new MySqlServer(new Driver().connect("jdbc:mysql://" + address, properties));
  }

  Connection connection() {
    return connection;
  }

  /** The end of the log. */
  LogPosition endOfLog() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SHOW MASTER STATUS")) {
      if (!found.next()) {
        throw new SQLException("SHOW MASTER STATUS gives nothing: there is no log");
      }
      return new LogPosition(found.getString("File"), found.getLong("Position"));
    }
  }

  /** True if a file of the log is still there. */
  boolean hasLog(String file) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SHOW BINARY LOGS")) {
      while (found.next()) {
        if (found.getString("Log_name").equals(file)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * The end of the last transaction in the log. Behind it there may be entries of the server for
   * itself, which move no reader on.
   *
   * @param from where a reader stands
   */
  LogPosition endOfLastTransaction(LogPosition from) throws SQLException {
    LogPosition end = endOfLog();
    boolean sameFile = end.file().equals(from.file());
    long start = sameFile ? Math.min(from.offset(), end.offset()) : START_OF_FILE;
    long last = start;
    try (Statement statement =
        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(STREAMING);
      String sql = "SHOW BINLOG EVENTS IN '" + end.file() + "' FROM " + start;
      try (ResultSet events = statement.executeQuery(sql)) {
        while (events.next()) {
          if (endsTransaction(events.getString("Event_type"), events.getString("Info"))) {
            last = events.getLong("End_log_pos");
          }
        }
      }
    }
    return new LogPosition(end.file(), last);
  }

  private static boolean endsTransaction(String type, String info) {
    return type.equals("Xid")
        || type.startsWith("Query")
            && ENDS_OF_TRANSACTIONS.contains(Optional.ofNullable(info).orElse("").strip());
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
