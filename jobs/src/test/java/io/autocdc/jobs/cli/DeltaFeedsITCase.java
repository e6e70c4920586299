// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Delta tables as sources: one pipeline keeps the table, and others read it. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class DeltaFeedsITCase {

  @TempDir private Path folder;

  /** What a command did. */
  private record Result(int code, String out, String err) {}

  private Result autocdc(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            0,
            false,
            null,
            Map.of("XDG_STATE_HOME", folder.resolve("state").toString()),
            folder);
    int code = AutoCdcMain.run(console, arguments);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
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

  @Test
  void targetsFollowATableThroughUpdatesAndDeletes() throws Exception {
    bronze();
    write("1.json", row(1, "Ann", "U", 1), row(2, "Bob", "U", 1), row(3, "Cid", "U", 1));
    gold(
        load("table: bronze.orders, options: { readChangeFeed: \"true\" }"),
        write("copy", "scd_type: 1"),
        write("history", "scd_type: 2"));
    runs("gold");
    assertThat(show("delta.gold.copy")).isEqualTo(show("delta.bronze.orders")).hasSize(3);

    write("2.json", row(1, "Anna", "U", 2), row(2, "Bob", "D", 2), row(4, "Dan", "U", 2));
    write("3.json", row(2, "Bobby", "U", 3), row(3, "Cid", "D", 3));
    runs("gold");

    assertThat(show("delta.gold.copy")).isEqualTo(show("delta.bronze.orders")).hasSize(3);
    assertThat(show("delta.gold.history"))
        .extracting(row -> row.replaceAll(".*name\":\"(\\w+).*END_AT\":(null)?.*", "$1 $2"))
        .containsExactly("Ann ", "Anna null", "Bob ", "Bobby null", "Cid ", "Dan null");
    Result nothing = run("gold");
    assertThat(nothing.out()).contains("\"num_input_rows\":0,");
  }
}
