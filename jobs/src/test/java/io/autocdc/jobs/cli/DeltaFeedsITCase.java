// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Delta tables as sources: one pipeline keeps the table, and others read it. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class DeltaFeedsITCase {

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return Result.of(folder, arguments);
  }

  private List<String> show(String table) {
    Result shown = autocdc("show", table, "--warehouse", "w", "--format", "json");
    assertThat(shown.code()).as(shown.err()).isZero();
    return shown.out().lines().toList();
  }

  private Result run(String pipeline) {
    return autocdc(
        "run", pipeline + ".yaml", "--warehouse", "w", "--format", "json", "--parallelism", "2");
  }

  private void runs(String pipeline) {
    Result result = run(pipeline);
    assertThat(result.code()).as(result.err()).isZero();
  }

  private Result refresh(String pipeline) {
    return autocdc("refresh", pipeline + ".yaml", "--full", "--yes", "--warehouse", "w");
  }

  /** The pipeline that keeps delta.bronze.orders. */
  private void bronze() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        folder.resolve("bronze.yaml"),
        """
        pipeline: bronze
        flowgroup: bronze
        actions:
          - name: load
            type: load
            source: { type: files, path: data, format: json, schema: "id BIGINT, name STRING, op STRING, seq BIGINT" }
            target: v
          - name: orders
            type: write
            source: v
            write_target:
              catalog: delta
              table: bronze.orders
              cdc_config:
                keys: [id]
                sequence_by: seq
                apply_as_deletes: "op = 'D'"
                except_column_list: [op, seq]
                scd_type: 1
        """);
  }

  private void write(String file, String... rows) throws IOException {
    Files.writeString(folder.resolve("data").resolve(file), String.join("\n", rows) + "\n");
    runs("bronze");
  }

  private static String row(long id, String name, String op, long seq) {
    return "{\"id\":%d,\"name\":\"%s\",\"op\":\"%s\",\"seq\":%d}".formatted(id, name, op, seq);
  }

  private void gold(String... actions) throws IOException {
    Files.writeString(
        folder.resolve("gold.yaml"),
        "pipeline: gold\nflowgroup: gold\nactions:\n" + String.join("", actions));
  }

  private static String load(String source) {
    return """
      - name: load_orders
        type: load
        source: { type: delta, %s }
        target: orders
    """
        .formatted(source);
  }

  private static String write(String target, String config) {
    return """
      - name: %1$s
        type: write
        source: orders
        write_target: { catalog: delta, table: gold.%1$s, cdc_config: { %2$s } }
    """
        .formatted(target, config);
  }

  private WrittenDeltaTable table(String name) {
    return WrittenDeltaTable.create(folder.resolve("w/bronze.delta").resolve(name));
  }

  private Result validate() {
    return autocdc("validate", "gold.yaml", "--warehouse", "w");
  }

  private static String named(long id, String name) {
    return "{\"id\":%d,\"name\":\"%s\"}".formatted(id, name);
  }

  @Test
  void targetsFollowTheTableOfAnotherPipelineThroughUpdatesAndDeletes() throws Exception {
    bronze();
    write("1.json", row(1, "Ann", "U", 1), row(2, "Bob", "U", 1), row(3, "Cid", "U", 1));
    gold(
        load("table: bronze.orders, options: { readChangeFeed: \"true\" }"),
        write("copy", "scd_type: 1"),
        write("history", "scd_type: 2"));
    runs("gold");
    assertThat(show("delta.gold.copy")).isEqualTo(show("delta.bronze.orders")).hasSize(3);

    write("2.json", row(1, "Anna", "U", 2), row(2, "Bob", "D", 2), row(4, "Dan", "U", 2));
    runs("gold");

    assertThat(show("delta.gold.copy")).isEqualTo(show("delta.bronze.orders")).hasSize(3);
    assertThat(show("delta.gold.history"))
        .extracting(row -> row.replaceAll(".*name\":\"(\\w+).*END_AT\":(null)?.*", "$1 $2"))
        .containsExactly("Ann ", "Anna null", "Bob ", "Cid null", "Dan null");
    assertThat(run("gold").out()).contains("\"continued\":true", "\"num_input_rows\":0,");
  }

  @Test
  void flowsOfLakeflowReadAFolderFromAVersionOn() throws Exception {
    WrittenDeltaTable.create(folder.resolve("in/orders"))
        .insert(WrittenDeltaTable.row(1, "Ann"), WrittenDeltaTable.row(2, "Bob"))
        .replace(Set.of(1L), WrittenDeltaTable.row(1, "Anna"))
        .replace(Set.of(2L, 1L), WrittenDeltaTable.row(3, "Cid"), WrittenDeltaTable.row(1, "Anne"));
    gold(
        load("path: in/orders, readChangeFeed: true, startingVersion: 1"),
        """
          - name: changes
            type: transform
            transform_type: sql
            sql: SELECT * FROM orders WHERE _change_type <> 'update_preimage'
            target: changes
          - name: history
            type: write
            source: changes
            write_target:
              catalog: delta
              table: gold.history
              cdc_config:
                keys: [id]
                sequence_by: _commit_version
                apply_as_deletes: "_change_type = 'delete'"
                except_column_list: [_change_type, _commit_version, _commit_timestamp]
                scd_type: 2
          - name: log
            type: transform
            transform_type: sql
            sql: SELECT id, name, _change_type AS change, _commit_version AS version FROM orders
            target: told
          - name: told
            type: write
            source: told
            write_target: { catalog: delta, table: gold.told, mode: standard }
        """);
    Result valid = validate();
    assertThat(valid.out() + valid.err()).doesNotContain("DROPS_DELETES", "LOST_CONTROL_COLUMN");
    runs("gold");

    assertThat(show("delta.gold.history"))
        .extracting(row -> row.replaceAll("[\"{}]|__", ""))
        .containsExactly(
            "id:1,name:Ann,START_AT:1,END_AT:2",
            "id:1,name:Anna,START_AT:2,END_AT:3",
            "id:1,name:Anne,START_AT:3,END_AT:null",
            "id:2,name:Bob,START_AT:1,END_AT:3",
            "id:3,name:Cid,START_AT:3,END_AT:null");
    assertThat(show("delta.gold.told"))
        .hasSize(8)
        .contains(
            "{\"id\":1,\"name\":\"Ann\",\"change\":\"update_preimage\",\"version\":2}",
            "{\"id\":2,\"name\":\"Bob\",\"change\":\"delete\",\"version\":3}");
  }

  @Test
  void appendedRowsAreReadUntilACommitChangesRows() throws Exception {
    WrittenDeltaTable log = table("log").insert(WrittenDeltaTable.row(1, "Ann"));
    String appended =
        """
          - name: copy
            type: write
            source: orders
            write_target: { catalog: delta, table: gold.copy, mode: standard }
        """;
    gold(load("table: bronze.log"), appended);
    runs("gold");
    log.insert(WrittenDeltaTable.row(2, "Bob"))
        .replace(Set.of(1L), WrittenDeltaTable.row(1, "Anna"))
        .insert(WrittenDeltaTable.row(3, "Cid"));

    Result refused = run("gold");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("CONFLICTING_OPTIONS source 'orders' reads appended rows, and version 3")
        .contains("skip_change_commits: true")
        .doesNotContain("\tat ");
    gold(load("table: bronze.log, skip_change_commits: true"), appended);
    runs("gold");
    assertThat(show("delta.gold.copy"))
        .containsExactlyInAnyOrder(named(1, "Ann"), named(2, "Bob"), named(3, "Cid"));
  }

  @Test
  void aTableIsASourceOfSnapshots() throws Exception {
    WrittenDeltaTable table =
        table("t").insert(WrittenDeltaTable.row(1, "Ann"), WrittenDeltaTable.row(2, "Bob"));
    gold(
        """
          - name: history
            type: write
            write_target:
              catalog: delta
              table: gold.history
              mode: snapshot_cdc
              snapshot_cdc_config: { source: delta.bronze.t, keys: [id], stored_as_scd_type: 2 }
          - name: copy
            type: write
            write_target:
              catalog: delta
              table: gold.copy
              mode: snapshot_cdc
              snapshot_cdc_config:
                source: { type: delta, path: w/bronze.delta/t, version_from: counter }
                keys: [id]
        """);
    runs("gold");
    table.replace(Set.of(1L), WrittenDeltaTable.row(3, "Cid"));
    runs("gold");
    runs("gold");

    assertThat(show("delta.gold.copy")).containsExactly(named(2, "Bob"), named(3, "Cid"));
    assertThat(show("delta.gold.history"))
        .extracting(row -> row.replaceAll("[\"{}]|__", ""))
        .containsExactly(
            "id:1,name:Ann,START_AT:1,END_AT:2",
            "id:2,name:Bob,START_AT:1,END_AT:null",
            "id:3,name:Cid,START_AT:2,END_AT:null");
  }

  @Test
  void wrongStartsAndTablesMadeAnewAreErrors() throws Exception {
    WrittenDeltaTable table = table("t").insert(WrittenDeltaTable.row(1, "Ann"));
    String copy = write("copy", "keys: [id], scd_type: 1");
    gold(load("table: bronze.t, read_change_feed: true, starting_version: 7"), copy);
    assertThat(run("gold").err())
        .contains("INVALID_VALUE source 'orders' has starting_version 7")
        .contains("the versions 0 to 1")
        .doesNotContain("\tat ");

    gold(load("table: bronze.t, read_change_feed: true"), copy);
    runs("gold");
    table.drop();
    table("t").insert(WrittenDeltaTable.row(5, "Eve")).insert(WrittenDeltaTable.row(6, "Fay"));
    assertThat(run("gold").err())
        .contains("RECORDS_LOST source 'orders' would go on at version 2 of a table")
        .contains("made anew", "refresh --full");
    Result refreshed = refresh("gold");
    assertThat(refreshed.code()).as(refreshed.err()).isZero();
    assertThat(show("delta.gold.copy")).containsExactly(named(5, "Eve"), named(6, "Fay"));
  }

  @Test
  void declarationsAreCheckedAgainstTheTable() throws Exception {
    table("t").insert(WrittenDeltaTable.row(1, "Ann"));
    String copy = write("copy", "keys: [id], scd_type: 1");
    gold(
        """
          - name: load_orders
            type: load
            source: { type: paimon, table: delta.bronze.t }
            target: orders
        """,
        copy);
    assertThat(validate().err() + validate().out())
        .contains("source 'orders' of type paimon reads delta.bronze.t")
        .contains("write type: delta with table: delta.bronze.t");
    gold(load("table: bronze.t, read_change_feed: true, schema: \"id INT\""), copy);
    assertThat(validate().err() + validate().out())
        .contains("declares the column 'id' of table delta.bronze.t as INT", "BIGINT");
    gold(load("path: nowhere, read_change_feed: true"), copy);
    assertThat(validate().err() + validate().out())
        .contains("TABLE_NOT_FOUND source 'orders' reads the Delta table in 'nowhere'");
    gold(
        load("table: bronze.t, read_change_feed: true"),
        """
          - name: v
            type: transform
            transform_type: sql
            sql: SELECT id AS key, name, _commit_version FROM orders
            target: v
          - name: copy
            type: write
            source: v
            write_target: { table: gold.copy, cdc_config: { keys: [key], scd_type: 1 } }
        """);
    assertThat(validate().err() + validate().out())
        .contains("LOST_CONTROL_COLUMN", "leaves out the column _change_type")
        .contains("FEED_KEYS", "primary_key: [id]");
    gold(load("table: bronze.t, read_change_feed: true"), copy);
    Result explained = autocdc("explain", "gold.yaml", "--warehouse", "w");
    assertThat(explained.code()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("_commit_version", "source orders");
    Result generated = autocdc("generate", "gold.yaml", "--warehouse", "w", "--output", "made");
    assertThat(generated.code()).as(generated.err()).isZero();
    try (Stream<Path> made = Files.walk(folder.resolve("made"))) {
      assertThat(made.filter(Files::isRegularFile).map(DeltaFeedsITCase::text))
          .anyMatch(text -> text.contains("Delta.changes(\"bronze.t\")"))
          .anyMatch(text -> text.contains("'connector' = 'delta'"));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
