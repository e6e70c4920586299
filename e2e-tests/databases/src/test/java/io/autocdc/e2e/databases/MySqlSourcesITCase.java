// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
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

  @Test
  void thePageSaysWhatHappens() {
    String page = Project.page("sources-mysql.md");
    project.write(
        "p.yaml",
        Project.block(page, "yaml database")
            .replace("hostname: localhost", "hostname: 127.0.0.1\n      port: " + server.port())
            .replace("username: autocdc", "username: reader")
            .replace("SHOP_PASSWORD", "READER_PASSWORD"));
    server.run(Project.block(page, "sql database").split(";\\s*"));
    project.run().expect(0);
    server.run(Project.block(page, "sql database-changes").split(";\\s*"));
    project.run().expect(0);
    Project.Result shown = project.autocdc("show", "silver.accounts", "--warehouse", "warehouse");
    assertThat(shown.expect(0).out()).isEqualTo(Project.block(page, "text database"));
  }

  @Test
  void valuesAreTheSameFromTheTableAndFromTheLog() {
    server.run(
        """
        CREATE TABLE types (id int PRIMARY KEY, t1 tinyint(1), t tinyint, tu tinyint unsigned, s smallint, m mediumint,
          iu int unsigned, b bigint, bu bigint unsigned, f float, d double, n decimal(20,5), n_big decimal(50,2),
          da date, ti time(3), dt datetime(6), ts timestamp(3) NULL, y year, c char(5), v varchar(10), x longtext,
          e enum('sad', 'happy'), se set('a', 'b'), bi binary(2), vb varbinary(9), bl blob, b1 bit(1), b9 bit(9))
        """);
    String values =
        """
        , 1, -2, 250, -3, -4, 4000000000, 9007199254740993, 18446744073709551615, 0.5, -1e300, 123456789012345.12345,
          1e40, '1969-12-31', '23:59:59.123', '1969-12-31 23:59:59.123456', '2024-02-29 12:00:00.123', 2024, 'ab', 'ä',
          'text', 'happy', 'a,b', x'dead', x'beef', x'00ff', b'1', b'000000011')
        """;
    server.run("SET time_zone = '+00:00'", "INSERT INTO types VALUES (1" + values);
    server.run("INSERT INTO types (id) VALUES (3)");
    declare(server.port(), "types");
    project.run().expect(0);
    server.run("INSERT INTO types VALUES (2" + values, "INSERT INTO types (id) VALUES (4)");
    assertThat(project.run().expect(0).out()).contains("\"num_quarantined_rows\":0");
    List<String> rows = project.show("silver.t");
    assertThat(rows.get(0))
        .isEqualTo(
            "{\"id\":1,\"t1\":true,\"t\":-2,\"tu\":250,\"s\":-3,\"m\":-4,\"iu\":4000000000,"
                + "\"b\":9007199254740993,\"bu\":18446744073709551615,\"f\":0.5,\"d\":-1.0E300,"
                + "\"n\":123456789012345.12345,"
                + "\"n_big\":\"10000000000000000000000000000000000000000.00\","
                + "\"da\":\"1969-12-31\",\"ti\":\"23:59:59.123\",\"dt\":\"1969-12-31T23:59:59.123456\","
                + "\"ts\":\"2024-02-29T12:00:00.123Z\",\"y\":2024,\"c\":\"ab\",\"v\":\"ä\",\"x\":\"text\","
                + "\"e\":\"happy\",\"se\":\"a,b\",\"bi\":\"3q0=\",\"vb\":\"vu8=\",\"bl\":\"AP8=\",\"b1\":true,"
                + "\"b9\":\"AwA=\"}");
    assertThat(rows.get(1)).isEqualTo(rows.get(0).replace("{\"id\":1,", "{\"id\":2,"));
    assertThat(rows.get(3)).isEqualTo(rows.get(2).replace("{\"id\":3,", "{\"id\":4,"));
  }

  @Test
  void whatIsWrongIsSaidBeforeAJobStarts() {
    server.run("CREATE TABLE orders (id int PRIMARY KEY)", "INSERT INTO orders VALUES (1)");
    server.run("CREATE TABLE keyless (id int)");
    declare(1, "orders");
    expectProblem("SOURCE_UNREACHABLE", "127.0.0.1:1", "hostname, port");
    declare(server.port(), "order");
    expectProblem("TABLE_NOT_FOUND", "did you mean 'orders'?");
    declare(server.port(), "keyless", "schema: id INT", "primary_key: [id]");
    project.run().expect(0);
    Project wrong = new Project(folder, Map.of("READER_PASSWORD", "wr0ng-pass"));
    wrong.declare("mysql_cdc", server.port(), "orders");
    assertThat(wrong.run().expect(1).err())
        .contains("SOURCE_REFUSED", "Access denied")
        .doesNotContain("wr0ng-pass", "\tat ");
    declare(server.port(), "orders", "starting_position: latest");
    project.autocdc("refresh", "p.yaml", "--full", "--yes").expect(0);
    server.run("INSERT INTO orders VALUES (2)");
    project.run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":2}");
    server.admin("FLUSH LOGS", "PURGE BINARY LOGS BEFORE DATE_ADD(NOW(), INTERVAL 1 DAY)");
    server.admin("FLUSH LOGS", "PURGE BINARY LOGS BEFORE DATE_ADD(NOW(), INTERVAL 1 DAY)");
    expectProblem("RECORDS_LOST", "refresh --full");
  }

  private void expectProblem(String... words) {
    assertThat(project.run().expect(1).err())
        .contains(words)
        .doesNotContain("\tat ", MariaDb.PASSWORD);
  }
}
