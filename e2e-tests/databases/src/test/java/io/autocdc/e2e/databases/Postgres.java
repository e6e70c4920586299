// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A Postgres server, started by the test, with a user that is no superuser and has a password. */
final class Postgres implements AutoCloseable {

  static final String USER = "reader";
  static final String PASSWORD = "s3cret-Of-The-Reader";
  static final String DATABASE = "shop";

  private final EmbeddedPostgres server;

  Postgres() {
    try {
      server =
          EmbeddedPostgres.builder()
              .setServerConfig("wal_level", "logical")
              .setServerConfig("max_replication_slots", "30")
              .setServerConfig("max_wal_senders", "30")
              .setServerConfig("fsync", "off")
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    admin("postgres", "CREATE DATABASE " + DATABASE);
    admin("postgres", "CREATE ROLE " + USER + " LOGIN REPLICATION PASSWORD '" + PASSWORD + "'");
    admin("postgres", "GRANT CREATE ON DATABASE " + DATABASE + " TO " + USER);
    admin(DATABASE, "GRANT CREATE ON SCHEMA public TO " + USER);
    // The server trusts everybody until it is told otherwise.
    String hba =
        "CREATE TABLE hba (line text);"
            + " INSERT INTO hba VALUES ('local all all trust'),"
            + " ('host all postgres 127.0.0.1/32 trust'),"
            + " ('host all all 127.0.0.1/32 scram-sha-256'),"
            + " ('host replication all 127.0.0.1/32 scram-sha-256');";
    admin("postgres", hba);
    String file = query("postgres", "SHOW hba_file").get(0);
    admin("postgres", "COPY hba TO '" + file + "'");
    admin("postgres", "SELECT pg_reload_conf()");
  }

  int port() {
    return server.getPort();
  }

  /** A connection of the superuser. */
  Connection connect(String database) {
    try {
      return DriverManager.getConnection(
          "jdbc:postgresql://127.0.0.1:" + port() + "/" + database, "postgres", "");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection of the user that owns the tables and reads them. */
  Connection connect() {
    try {
      return DriverManager.getConnection(
          "jdbc:postgresql://127.0.0.1:" + port() + "/" + DATABASE, USER, PASSWORD);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each statement is a transaction of its own. */
  void run(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void admin(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Rows with bars between their values. */
  List<String> query(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      ResultSetMetaData columns = found.getMetaData();
      List<String> rows = new ArrayList<>();
      while (found.next()) {
        StringJoiner row = new StringJoiner("|");
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          row.add(String.valueOf(found.getObject(i)));
        }
        rows.add(row.toString());
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
