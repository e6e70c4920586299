// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;

/** Questions to a Postgres server. */
final class PostgresServer implements AutoCloseable {

  private static final String SECONDS_TO_CONNECT = "10";

  /** For one answer. A slot that is not known yet may have to wait for transactions. */
  private static final String SECONDS_TO_ANSWER = "20";

  /** Properties of Debezium with this prefix are those of the driver. */
  private static final String DRIVER_PREFIX = "database.";

  private final Connection connection;

  private PostgresServer(Connection connection) {
    this.connection = connection;
  }

  static PostgresServer connect(PostgresSettings settings) throws SQLException {
    DatabaseAddress address = settings.address();
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", SECONDS_TO_CONNECT);
    properties.setProperty("loginTimeout", SECONDS_TO_CONNECT);
    properties.setProperty("socketTimeout", SECONDS_TO_ANSWER);
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
    return new PostgresServer(new Driver().connect("jdbc:postgresql://" + address, properties));
  }

  Connection connection() {
    return connection;
  }

  /** Up to where the slot's reader has confirmed the log; empty if there is no such slot. */
  Optional<Long> confirmedPosition(String slot) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT confirmed_flush_lsn - '0/0'::pg_lsn FROM pg_replication_slots"
                + " WHERE slot_name = ?")) {
      statement.setString(1, slot);
      try (ResultSet found = statement.executeQuery()) {
        return found.next()
            ? Optional.of(found.getBigDecimal(1).longValueExact())
            : Optional.empty();
      }
    }
  }

  /**
   * Writes a mark into the log that readers of slots see and tables do not.
   *
   * @return its position: whatever was committed before stands before it in the log
   */
  long mark() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet position =
            statement.executeQuery(
                "SELECT pg_logical_emit_message(true, 'autocdc', '') - '0/0'::pg_lsn")) {
      position.next();
      return position.getBigDecimal(1).longValueExact();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
