// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against MariaDB, which speaks as MySQL does. */
class MySqlSourcesITCase {

  private static MariaDb server;

  @TempDir Path folder;
  private Project project;

  @BeforeAll
  static void startServer() {
    server = new MariaDb();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void newProject() {
    project = new Project(folder, Map.of("READER_PASSWORD", MariaDb.PASSWORD));
  }

  private void declare(int port, String table, String... options) {
    project.declare("mysql_cdc", port, table, options);
  }

  @Test
  void runsReadTheTableAndGoOnBehindIt() {
    server.run(
        "CREATE TABLE customers (id bigint PRIMARY KEY, name text, balance decimal(12,2))",
        "CREATE TABLE others (id bigint PRIMARY KEY)",
        "INSERT INTO customers VALUES (1, 'Ada', 10), (2, 'Blaise', 7.5)");
    declare(server.port(), "customers");
    assertThat(project.run().expect(0).out()).contains("\"num_upserted_rows\":2");
    assertThat(project.run().expect(0).out()).contains("\"num_input_rows\":0");
    server.run(
        "INSERT INTO customers VALUES (3, 'Carl', 1)",
        "UPDATE customers SET balance = 12.50 WHERE id = 1",
        "DELETE FROM customers WHERE id = 2",
        "UPDATE customers SET id = 4 WHERE id = 3",
        "INSERT INTO others VALUES (1)");
    server.admin("FLUSH LOGS");
    assertThat(project.run(2).expect(0).out()).contains("\"num_input_rows\":5");
    assertThat(project.show("silver.t"))
        .containsExactly(
            "{\"id\":1,\"name\":\"Ada\",\"balance\":12.50}",
            "{\"id\":4,\"name\":\"Carl\",\"balance\":1.00}");
    server.run("INSERT INTO customers VALUES (5, 'Emmy', 3)", "INSERT INTO others VALUES (2)");
    server.admin("FLUSH LOGS");
    assertThat(project.run(2).expect(0).out()).contains("\"num_input_rows\":1");
    assertThat(project.run(1).expect(0).out()).contains("\"num_input_rows\":0");
    assertThat(project.show("silver.h")).hasSize(6);
  }
}
