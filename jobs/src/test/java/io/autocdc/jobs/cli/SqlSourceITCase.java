// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sources that Flink's planner resolves, from validation to the rows of targets. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SqlSourceITCase {

  private static final String HEADER =
      """
      pipeline: shop
      flowgroup: shop
      actions:
      """;

  private static final String DEBEZIUM =
      HEADER
          + """
            - name: load
              type: load
              source:
                type: sql
                definition: >
                  CREATE TABLE shop_changes (id BIGINT, name STRING, seq BIGINT) WITH (
                    'connector' = 'filesystem', 'path' = '${landing}', 'format' = 'debezium-json')
              target: changes
          """;

  private static final String WRITE_SCD1 =
      """
        - name: write
          type: write
          source: SOURCE
          write_target:
            table: silver.customers
            cdc_config: { keys: id, sequence_by: seq }
      """;

  private static final String CHANGES =
      """
      {"before": null, "after": {"id": 1, "name": "Ann", "seq": 1}, "op": "c"}
      {"before": null, "after": {"id": 2, "name": "Bob", "seq": 2}, "op": "c"}
      {"before": {"id": 1, "name": "Ann", "seq": 1}, "after": {"id": 1, "name": "Anna", "seq": 3}, "op": "u"}
      {"before": {"id": 2, "name": "Bob", "seq": 4}, "after": null, "op": "d"}
      """;

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return Result.of(folder, arguments);
  }

  private String show(String table) {
    return autocdc("show", table, "--warehouse", "w", "--format", "json").out();
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text.replace("${landing}", folder.resolve("landing").toString()));
  }

  private Result run(String... more) {
    String[] arguments = new String[6 + more.length];
    String[] first = {"run", "p", "--warehouse", "w", "--format", "json"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return autocdc(arguments);
  }

  @Test
  void everyRunReadsAllThatAQueryGives() throws IOException {
    String query =
        "SELECT id, CAST(name AS STRING) AS name, seq FROM (VALUES %s) AS t (id, name, seq)";
    String pipeline =
        HEADER
            + """
              - name: load
                type: load
                source: { type: sql, sql: "QUERY" }
                target: changes
            """
            + WRITE_SCD1.replace("SOURCE", "changes");
    write(
        "p/p.yaml",
        pipeline.replace("QUERY", query.formatted("(1, 'Ann', 1), (1, 'Anna', 2), (2, 'Bob', 3)")));

    Result first = run("--parallelism", "1");

    assertThat(first).as(first.err()).returns(0, Result::code);
    assertThat(show("silver.customers").lines())
        .containsExactly(
            "{\"id\":1,\"name\":\"Anna\",\"seq\":2}", "{\"id\":2,\"name\":\"Bob\",\"seq\":3}");

    write(
        "p/p.yaml",
        pipeline.replace("QUERY", query.formatted("(1, 'Ann', 1), (2, 'Bo', 4), (3, 'Cy', 1)")));
    Result second = run("--parallelism", "2");

    assertThat(second).as(second.err()).returns(0, Result::code);
    assertThat(second.out()).contains("\"num_input_rows\":3,");
    assertThat(show("silver.customers").lines())
        .containsExactly(
            "{\"id\":1,\"name\":\"Anna\",\"seq\":2}",
            "{\"id\":2,\"name\":\"Bo\",\"seq\":4}",
            "{\"id\":3,\"name\":\"Cy\",\"seq\":1}");
  }

  @Test
  void rowsThatAreDeletedDeleteTheirKeys() throws IOException {
    write("landing/1.json", CHANGES);
    write(
        "p/p.yaml",
        DEBEZIUM
            + """
              - name: rules
                type: transform
                transform_type: data_quality
                source: changes
                target: checked
                expectations:
                  - { name: short, expression: "CHAR_LENGTH(name) < 4", action: warn }
              - name: upper
                type: transform
                transform_type: sql
                sql: "SELECT id, UPPER(name) AS name, seq FROM checked"
                target: upper_names
            """
            + WRITE_SCD1.replace("SOURCE", "upper_names")
            + """
              - name: history
                type: write
                source: changes
                write_target:
                  table: silver.history
                  cdc_config: { keys: id, sequence_by: seq, scd_type: 2, apply_as_deletes: "name = 'nobody'" }
            """);

    assertThat(autocdc("validate", "p").out()).contains("OK: 1 pipeline, 1 source, 2 views");
    Result run = run();

    assertThat(run).as(run.err()).returns(0, Result::code);
    assertThat(show("silver.customers").lines())
        .containsExactly("{\"id\":1,\"name\":\"ANNA\",\"seq\":3}");
    assertThat(show("silver.history").lines())
        .containsExactly(
            "{\"id\":1,\"name\":\"Ann\",\"seq\":1,\"__START_AT\":1,\"__END_AT\":3}",
            "{\"id\":1,\"name\":\"Anna\",\"seq\":3,\"__START_AT\":3,\"__END_AT\":null}",
            "{\"id\":2,\"name\":\"Bob\",\"seq\":2,\"__START_AT\":2,\"__END_AT\":4}");
    assertThat(run.out()).contains("\"num_upserted_rows\":3,\"num_deleted_rows\":1,");
  }

  @Test
  void viewsThatUpdateTheirRowsKeepTablesWithKeys() throws IOException {
    write(
        "p/p.yaml",
        HEADER
            + """
              - name: load
                type: load
                source: { type: files, path: ../data, format: json, schema: "id BIGINT, amount INT, seq BIGINT" }
                target: orders
              - name: sums
                type: transform
                transform_type: sql
                sql: "SELECT id, SUM(amount) AS name, COUNT(*) AS seq FROM orders GROUP BY id"
                target: sums
            """
            + WRITE_SCD1.replace("SOURCE", "sums"));
    write("data/1.json", "{\"id\":1,\"amount\":5,\"seq\":1}\n{\"id\":1,\"amount\":6,\"seq\":2}\n");
    assertThat(run()).returns(0, Result::code);
    write("data/2.json", "{\"id\":1,\"amount\":7,\"seq\":3}\n{\"id\":2,\"amount\":1,\"seq\":1}\n");
    Result second = run("--parallelism", "1");

    assertThat(second).as(second.err()).returns(0, Result::code);
    assertThat(show("silver.customers").lines())
        .containsExactly("{\"id\":1,\"name\":18,\"seq\":3}", "{\"id\":2,\"name\":1,\"seq\":1}");
  }

  @Test
  void whatIsReadOnceIsNotReadAgain() throws IOException {
    write(
        "p/p.yaml",
        HEADER
            + """
              - name: load
                type: load
                source:
                  type: sql
                  definition: >
                    CREATE TABLE numbers (id BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '7',
                      'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '7')
                target: numbers
              - name: copy
                type: write
                source: numbers
                once: true
                write_target: { table: bronze.numbers }
            """);

    assertThat(run("--parallelism", "2")).returns(0, Result::code);
    String rows = show("bronze.numbers");
    assertThat(rows.lines()).hasSize(7);
    Result second = run("--parallelism", "1");

    assertThat(second).as(second.err()).returns(0, Result::code);
    assertThat(second.out()).contains("\"num_input_rows\":0,");
    assertThat(show("bronze.numbers")).isEqualTo(rows);
  }

  @Test
  void whatCannotBeDoneWithSuchRowsIsSaid() throws IOException {
    write("landing/1.json", CHANGES);
    write(
        "p/p.yaml",
        DEBEZIUM
            + """
              - name: rules
                type: transform
                transform_type: data_quality
                source: changes
                target: checked
                expectations:
                  - { name: short, expression: "CHAR_LENGTH(name) < 4", action: drop }
                  - { name: known, expression: "id IS NOT NULL", action: drop }
              - name: filter
                type: transform
                transform_type: sql
                sql: "SELECT * FROM checked WHERE name <> 'Bob'"
                target: filtered
              - name: missing
                type: load
                source: { type: sql, query: "SELECT * FROM paimon.silver.nowhere" }
                target: missing
              - name: wrong
                type: load
                source: { type: sql, query: "SELECT 1", definition: "CREATE TABLE x (a INT)" }
                target: wrong
              - name: unknown
                type: load
                source: { type: sql, definition: "CREATE TABLE y (a INT) WITH ('connector' = 'nothing')" }
                target: unknown
              - name: copy_unknown
                type: write
                source: unknown
                write_target: { table: copies.of_unknown }
              - name: copy
                type: write
                source: changes
                write_target: { table: copies.of_changes }
            """
            + WRITE_SCD1.replace("SOURCE", "filtered"));

    Result validated = autocdc("validate", "p");

    assertThat(validated.code()).isEqualTo(1);
    assertThat(validated.out())
        .contains("p.yaml:18:36 warning DROPS_DELETES expectation 'short' can take deletes")
        .contains("p.yaml:23:10 warning DROPS_DELETES view 'filtered' filters rows that change")
        .doesNotContain("expectation 'known'")
        .contains("p.yaml:27:48 INVALID_QUERY the query of source 'missing' cannot be used; ")
        .contains("p.yaml:31:57 CONFLICTING_OPTIONS source 'wrong' has both a query and a def")
        .contains("p.yaml:35:38 INVALID_QUERY", "Could not find any factory", "'nothing'")
        .contains("p.yaml:43:13 CONFLICTING_OPTIONS flow 'copy' appends the rows of 'changes'");
  }

  @Test
  void rowsWithoutAnEndNeedARunWithoutAnEnd() throws IOException {
    write(
        "p/p.yaml",
        HEADER
            + """
              - name: load
                type: load
                source:
                  type: sql
                  definition: "CREATE TABLE g (id BIGINT, name STRING, seq BIGINT) WITH ('connector' = 'datagen')"
                target: changes
            """
            + WRITE_SCD1.replace("SOURCE", "changes"));

    assertThat(autocdc("explain", "p", "--warehouse", "w")).returns(0, Result::code);
    Result run = run();

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("source 'changes' has no end").contains("--mode continuous");
  }
}
