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

class PostgresSourcesITCase {

  private static Postgres postgres;

  @TempDir Path folder;
  private Project project;

  @BeforeAll
  static void startServer() {
    postgres = new Postgres();
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  @BeforeEach
  void newProject() {
    project = new Project(folder, Map.of("READER_PASSWORD", Postgres.PASSWORD));
  }

  /** A pipeline that keeps a table as SCD type 1 and as SCD type 2. */
  private void declare(String table, String... options) {
    declareAt(postgres.port(), table, options);
  }

  private void declareAt(int port, String table, String... options) {
    StringBuilder more = new StringBuilder();
    for (String option : options) {
      more.append("      ").append(option).append('\n');
    }
    project.write(
        "p.yaml",
        """
        pipeline: p
        flowgroup: p
        actions:
          - name: load
            type: load
            source:
              type: postgres_cdc
              hostname: 127.0.0.1
              port: %d
              database: shop
              table: %s
              username: reader
              password: "${env:READER_PASSWORD}"
        %s
            target: changes
          - name: current
            type: write
            source: changes
            write_target: { table: silver.t, cdc_config: { scd_type: 1 } }
          - name: history
            type: write
            source: changes
            write_target: { table: silver.h, cdc_config: { scd_type: 2 } }
        """
            .formatted(port, table, more.toString().indent(2)));
  }

  private Project.Result run(String... more) {
    String[] arguments = new String[more.length + 4];
    List.of("run", "p.yaml", "--format", "json").toArray(arguments);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return project.autocdc(arguments);
  }

  @Test
  void runsReadTheTableAndGoOnBehindIt() {
    postgres.run(
        "CREATE TABLE customers (id bigint PRIMARY KEY, name text, balance numeric(12,2))",
        "INSERT INTO customers VALUES (1, 'Ada', 10), (2, 'Blaise', 7.5)");
    declare("customers");
    String first = run().expect(0).out();
    System.out.println(first);
    System.out.println(
        project.autocdc(
            "show", "silver.t__quarantine", "--warehouse", "warehouse", "--format", "json"));
    assertThat(first).contains("\"num_upserted_rows\":2");
    assertThat(run().expect(0).out()).contains("\"num_input_rows\":0");
    postgres.run(
        "INSERT INTO customers VALUES (3, 'Carl', 1)",
        "UPDATE customers SET balance = 12.50 WHERE id = 1",
        "DELETE FROM customers WHERE id = 2",
        "UPDATE customers SET id = 4 WHERE id = 3");
    assertThat(run("--parallelism", "2").expect(0).out()).contains("\"num_input_rows\":5");
    assertThat(project.show("silver.t"))
        .containsExactly(
            "{\"id\":1,\"name\":\"Ada\",\"balance\":12.50}",
            "{\"id\":4,\"name\":\"Carl\",\"balance\":1.00}");
    assertThat(run("--parallelism", "2").expect(0).out()).contains("\"num_input_rows\":0");
    System.out.println(project.show("silver.h"));
  }
}
