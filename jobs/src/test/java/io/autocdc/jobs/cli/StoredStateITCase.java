// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A warehouse with state that an earlier build left, one target of each kind, goes on with late
 * events. The warehouse is a file of the repository; with {@code -Dautocdc.state.update=true} it is
 * made anew.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class StoredStateITCase {

  private static final Path WAREHOUSE = Path.of("src/test/resources/stored-state.zip");

  private static final List<String> TABLES =
      List.of("now", "now_sparse", "history", "history_sparse", "beliefs");

  /** What the earlier build read. */
  private static final String EARLY =
      """
      {"id":1,"a":1,"s":{"x":1,"y":"one"},"seq":10,"sys":1}
      {"id":1,"a":1,"s":{"x":1,"y":"one"},"seq":20,"sys":1}
      {"id":1,"a":null,"s":{"x":2,"y":null},"seq":40,"sys":2}
      {"id":2,"a":5,"s":null,"seq":10,"sys":1}
      {"id":2,"op":"D","seq":30,"sys":3}
      {"id":3,"op":"D","seq":100,"sys":1}
      {"id":4,"a":4,"s":null,"seq":8,"sys":1}
      {"op":"T","seq":9,"sys":9}
      {"id":5,"a":6,"s":{"x":null,"y":"five"},"seq":50,"sys":1}
      {"id":null,"a":6,"seq":50,"sys":1}
      """;

  /** What comes later, most of it for an older time. */
  private static final String LATE =
      """
      {"id":1,"a":7,"s":{"x":null,"y":"late"},"seq":15,"sys":4}
      {"id":1,"a":9,"s":null,"seq":30,"sys":4}
      {"id":2,"a":6,"s":{"x":6,"y":"six"},"seq":20,"sys":4}
      {"id":3,"a":3,"s":null,"seq":60,"sys":4}
      {"id":4,"a":44,"s":null,"seq":9,"sys":4}
      {"id":5,"a":null,"s":{"x":5,"y":null},"seq":60,"sys":4}
      {"id":6,"a":6,"s":null,"seq":9,"sys":4}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void makeAnewIfAsked() throws IOException {
    if (Boolean.getBoolean("autocdc.state.update")) {
      Path place = folder.resolve("update");
      writeProject(place, Map.of("1.json", EARLY));
      autocdc(place, "run", "project", "--warehouse", "w", "--parallelism", "1");
      zip(place.resolve("w"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void everyKindOfTargetGoesOnWithIt(String backend) throws IOException {
    Path goesOn = folder.resolve("goes-on");
    writeProject(goesOn, Map.of("2.json", LATE));
    unzip(goesOn.resolve("w"));
    String option = "state.backend.type=" + backend;
    assertThat(
            autocdc(goesOn, "run", "project", "--warehouse", "w", "-D", option, "--format", "json"))
        .contains("\"continued\":true", "\"flow\":\"now\"", "\"num_input_rows\":7,");

    Path atOnce = folder.resolve("at-once");
    writeProject(atOnce, Map.of("1.json", EARLY, "2.json", LATE));
    autocdc(atOnce, "run", "project", "--warehouse", "w");
    for (String table : TABLES) {
      assertThat(show(goesOn, table)).as(table).isEqualTo(show(atOnce, table)).isNotEmpty();
    }
  }

  private static String show(Path place, String table) {
    return autocdc(place, "show", "silver." + table, "--warehouse", "w", "--format", "json");
  }

  private static String autocdc(Path place, String... arguments) {
    Result result = Result.of(place, arguments);
    assertThat(result.code()).as(result.err()).isZero();
    return result.out();
  }

  private static void writeProject(Path place, Map<String, String> input) throws IOException {
    Path data = Files.createDirectories(place.resolve("project/data"));
    for (Map.Entry<String, String> file : input.entrySet()) {
      Files.writeString(data.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(place.resolve("project/stored.yaml"), pipeline());
  }

  private static String pipeline() {
    return """
        pipeline: stored
        flowgroup: stored
        actions:
          - name: load_changes
            type: load
            source:
              type: files
              path: data
              format: json
              schema: "id BIGINT, a INT, s ROW<x INT, y STRING>, op STRING, seq BIGINT, sys INT"
            target: changes
        """
        + flow("now", "scd_type: 1", "apply_as_truncates: \"op = 'T'\"")
        + flow("now_sparse", "on_invalid_row: drop", "scd_type: 1", "ignore_null_updates: true")
        + flow("history", "on_invalid_row: drop", "scd_type: 2")
        + flow("history_sparse", "on_invalid_row: drop", "scd_type: 2", "ignore_null_updates: true")
        + flow(
            "beliefs", "on_invalid_row: drop", "scd_type: bitemporal", "system_sequence_by: sys");
  }

  private static String flow(String table, String... config) {
    return """
          - name: %1$s
            type: write
            source: changes
            write_target:
              type: streaming_table
              catalog: paimon
              schema: silver
              table: %1$s
              mode: cdc
              cdc_config:
                keys: [id]
                sequence_by: seq
                apply_as_deletes: "op = 'D'"
                except_column_list: [op, seq, sys]
                tombstone_retention: 0
        """
            .formatted(table)
        + Stream.of(config).map(line -> "        " + line + "\n").reduce("", String::concat);
  }

  private static void zip(Path warehouse) throws IOException {
    Files.createDirectories(WAREHOUSE.getParent());
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(WAREHOUSE));
        Stream<Path> files = Files.walk(warehouse)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = warehouse.relativize(file).toString();
        if (!name.matches(".*/(lock|log|log\\.previous)")) {
          zip.putNextEntry(new ZipEntry(name));
          Files.copy(file, zip);
        }
      }
    }
  }

  private static void unzip(Path warehouse) throws IOException {
    try (InputStream file = Files.newInputStream(WAREHOUSE);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = warehouse.resolve(entry.getName());
        Files.createDirectories(target.getParent());
        Files.copy(zip, target);
      }
    }
  }
}
