// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A project that keeps a Delta table from files of changes, which a test delivers one by one, and
 * the rows that the table must have then.
 */
final class DeltaFeed {

  static final String TABLE = "delta.silver.target";

  /** For a run to come to a commit, with a million rows on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Pattern RECORDS = Pattern.compile("\"numRecords\\\\\":(\\d+)");

  private final Path folder;
  private final int keys;
  private final Random random;

  /** What the table has of the flow when all files are applied. */
  private final Map<Long, Long> model = new TreeMap<>();

  private int files;
  private long sequence;

  /** Rows of the table that were delivered so far, each version of them. */
  private long delivered;

  /** Versions of the table that were looked at, and what the flow has made of them. */
  private int seen;

  private long commits;
  private long written;

  /**
   * @param keys how many rows there can be
   * @param properties of the table, as YAML
   */
  DeltaFeed(Path folder, int keys, Random random, String properties) {
    this.folder = folder;
    this.keys = keys;
    this.random = random;
    String pipeline =
        TestProject.pipeline(
            TestProject.load("events", "id BIGINT, n BIGINT, gone BOOLEAN, seq BIGINT"),
            TestProject.write(
                "target",
                "events",
                "      keys: [id]",
                "      sequence_by: seq",
                "      apply_as_deletes: gone",
                "      except_column_list: [gone, seq]"));
    new TestProject(folder)
        .write(
            "pipeline.yaml",
            pipeline
                .replace("format: json,", "format: json, monitor_interval: 50 ms,")
                .replace(
                    "catalog: paimon", "catalog: delta\n      table_properties: " + properties));
  }

  /** The command that runs the project. */
  static String[] command(String mode) {
    return new String[] {
      "run",
      ".",
      "--mode",
      mode,
      "--parallelism",
      "2",
      "-D",
      "execution.checkpointing.interval=100 ms",
      "-D",
      "execution.checkpointing.incremental=true",
      "-D",
      "state.backend.type=rocksdb"
    };
  }

  DeltaFolder table() {
    return new DeltaLocation("file:" + folder.resolve("warehouse/silver.delta/target"), Map.of())
        .open();
  }

  /** Delivers a row of every key. */
  void deliverAll() {
    StringBuilder lines = new StringBuilder();
    for (long id = 0; id < keys; id++) {
      append(lines, id, false);
    }
    deliver(lines);
  }

  /** Delivers changes of random keys; one in five is a delete. */
  void deliver(int changes) {
    Set<Long> ids = new LinkedHashSet<>();
    while (ids.size() < changes) {
      ids.add((long) random.nextInt(keys));
    }
    StringBuilder lines = new StringBuilder();
    int left = changes;
    for (long id : ids) {
      // With the last row of a file in the table, all are.
      append(lines, id, --left > 0 && random.nextInt(5) == 0);
    }
    deliver(lines);
  }

  private void append(StringBuilder lines, long id, boolean gone) {
    sequence++;
    lines.append(
        "{\"id\": "
            + id
            + ", \"n\": "
            + sequence
            + ", \"gone\": "
            + gone
            + ", \"seq\": "
            + sequence
            + "}\n");
    if (gone) {
      model.remove(id);
    } else {
      model.put(id, sequence);
      delivered++;
    }
  }

  private void deliver(CharSequence lines) {
    try {
      // Moved there as a whole: a file that is read while it is written has an end too early.
      Path complete = Files.writeString(folder.resolve("next.json"), lines);
      Path target = folder.resolve("data/events/%04d.json".formatted(files++));
      Files.createDirectories(target.getParent());
      Files.move(complete, target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows of others, which the flow does not know of. */
  void expect(long id, long n) {
    model.put(id, n);
  }

  /** The rows that the table must have, as JSON. */
  List<String> expected() {
    List<String> expected = new ArrayList<>(model.size());
    model.forEach((id, n) -> expected.add("{\"id\":" + id + ",\"n\":" + n + "}"));
    return expected;
  }

  /** How often the flow has committed. */
  long commits() {
    readLog();
    return commits;
  }

  /** Waits for one more commit than there were. */
  void awaitCommit(long before, Cli.Running run) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (commits() == before) {
      requireRunning(run, deadline);
    }
  }

  /** Waits until the table has all that was delivered; for runs that nobody kills. */
  void awaitAll(Cli.Running run) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    readLog();
    while (written < delivered) {
      requireRunning(run, deadline);
      readLog();
    }
    assertThat(written).isEqualTo(delivered);
  }

  private static void requireRunning(Cli.Running run, long deadline) {
    assertThat(run.endsWithin(Duration.ofMillis(5))).as("%s", run.err()).isFalse();
    assertThat(System.nanoTime()).isLessThan(deadline);
  }

  private void readLog() {
    Path log = folder.resolve("warehouse/silver.delta/target/_delta_log");
    try {
      Path next = log.resolve("%020d.json".formatted(seen));
      while (Files.exists(next)) {
        String actions = Files.readString(next);
        // Others leave out who they are.
        if (actions.contains("\"txn\":")) {
          commits++;
          actions.lines().forEach(this::count);
        }
        next = log.resolve("%020d.json".formatted(++seen));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file that comes back with a deletion vector brings no row. */
  private void count(String action) {
    Matcher records = RECORDS.matcher(action);
    if (action.startsWith("{\"add\":") && !action.contains("\"deletionVector\":{")) {
      assertThat(records.find()).as(action).isTrue();
      written += Long.parseLong(records.group(1));
    }
  }
}
