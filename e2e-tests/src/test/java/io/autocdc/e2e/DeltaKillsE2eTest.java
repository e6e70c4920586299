// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.connector.delta.kernel.StagedFile;
import io.autocdc.connector.delta.kernel.StoredColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that are killed at random moments, while others append rows to their table and put its rows
 * into other files.
 */
@Timeout(value = 45, unit = TimeUnit.MINUTES)
class DeltaKillsE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int KILLS = FULL ? 20 : 3;
  private static final int EVENTS_OF_A_FILE = 1_000;
  private static final int KEYS = 3_000;

  /** For one run to come to its first commits, on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Keys that only others write. */
  private static final long FOREIGN = 1_000_000;

  @TempDir Path folder;

  private final Random random = new Random(17);

  /** What the table has of the flow when all files are applied. */
  private final Map<Long, Long> model = new TreeMap<>();

  private int files;
  private long sequence;

  /** Versions of the table that were looked at, and how many of them the flow has made. */
  private int seen;

  private long commits;

  @Test
  void noRowIsLostDoubledOrBroughtBack() throws Exception {
    project();
    Cli cli = new Cli(folder);
    DeltaFolder table =
        new DeltaLocation("file:" + folder.resolve("warehouse/silver.delta/target"), Map.of())
            .open();
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService others = Executors.newFixedThreadPool(2);
    try {
      Future<List<Long>> appended = others.submit(() -> append(table, done));
      Future<Integer> optimized = others.submit(() -> optimize(table, done));
      for (int i = 0; i < KILLS; i++) {
        try (Cli.Running run = cli.start(command("continuous"))) {
          for (int batch = random.nextInt(3); batch >= 0; batch--) {
            long commits = commits();
            deliver();
            awaitCommit(commits, run);
          }
          deliver();
          assertThat(run.endsWithin(Duration.ofMillis(random.nextInt(400)))).isFalse();
        }
      }
      cli.run(command("triggered")).expect(0);
      done.set(true);
      appended.get(60, TimeUnit.SECONDS).forEach(key -> model.put(key, -1L));
      assertThat(optimized.get(60, TimeUnit.SECONDS)).isPositive();
      assertThat(model).containsKey(FOREIGN);
    } finally {
      done.set(true);
      others.shutdownNow();
    }
    List<String> expected = new ArrayList<>();
    model.forEach((id, n) -> expected.add("{\"id\":" + id + ",\"n\":" + n + "}"));
    assertThat(cli.runHere("show", "delta.silver.target", "--format", "json").expect(0).lines())
        .isEqualTo(expected);
  }

  private static String[] command(String mode) {
    return new String[] {
      "run",
      ".",
      "--mode",
      mode,
      "-D",
      "execution.checkpointing.interval=100 ms",
      "--parallelism",
      "2"
    };
  }

  private void awaitCommit(long before, Cli.Running run) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (commits() == before) {
      assertThat(run.endsWithin(Duration.ofMillis(5))).as("%s", run.err()).isFalse();
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }

  /** How often the flow has committed: others leave out who they are. */
  private long commits() throws IOException {
    Path log = folder.resolve("warehouse/silver.delta/target/_delta_log");
    Path next = log.resolve("%020d.json".formatted(seen));
    while (Files.exists(next)) {
      commits += Files.readString(next).contains("\"txn\":") ? 1 : 0;
      next = log.resolve("%020d.json".formatted(++seen));
    }
    return commits;
  }

  private void project() {
    new TestProject(folder)
        .write(
            "pipeline.yaml",
            TestProject.pipeline(
                    TestProject.load("events", "id BIGINT, n BIGINT, gone BOOLEAN, seq BIGINT"),
                    TestProject.write(
                        "target",
                        "events",
                        "      keys: [id]",
                        "      sequence_by: seq",
                        "      apply_as_deletes: gone",
                        "      except_column_list: [gone, seq]"))
                .replace("format: json,", "format: json, monitor_interval: 50 ms,")
                .replace(
                    "catalog: paimon",
                    "catalog: delta\n      table_properties: { compaction.files: \"4\" }"));
    deliver();
  }

  /** Puts a file of events into the folder that the flow reads. */
  private void deliver() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < EVENTS_OF_A_FILE; i++) {
      long id = random.nextInt(KEYS);
      boolean gone = random.nextInt(5) == 0;
      sequence++;
      lines.append(
          "{\"id\": %d, \"n\": %d, \"gone\": %b, \"seq\": %d}\n"
              .formatted(id, sequence, gone, sequence));
      if (gone) {
        model.remove(id);
      } else {
        model.put(id, sequence);
      }
    }
    try {
      // Moved there as a whole: a file that is read while it is written has an end too early.
      Path written = Files.writeString(folder.resolve("next.json"), lines);
      Path target = folder.resolve("data/events/%04d.json".formatted(files++));
      Files.createDirectories(target.getParent());
      Files.move(written, target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As another engine appends rows; gives their keys. */
  private static List<Long> append(DeltaFolder table, AtomicBoolean done) throws Exception {
    List<Long> keys = new ArrayList<>();
    while (!done.get()) {
      Thread.sleep(200);
      if (table.newest().isPresent()) {
        long key = FOREIGN + keys.size();
        DeltaState state = table.newest().orElseThrow();
        List<StagedFile> files =
            table.write(
                columns(state), Set.of("id"), List.of(GenericRowData.of(key, -1L)).iterator());
        while (!table.newest().orElseThrow().commit(Change.ofRows(null).add(files))) {
          Thread.sleep(10);
        }
        keys.add(key);
      }
    }
    return keys;
  }

  /** As another engine puts rows into other files; gives how often that came through. */
  private static int optimize(DeltaFolder table, AtomicBoolean done) throws Exception {
    int successes = 0;
    while (!done.get()) {
      Thread.sleep(300);
      if (table.newest().isPresent()) {
        DeltaState state = table.newest().orElseThrow();
        Change change = Change.ofFiles();
        for (LiveFile file : state.files().stream().limit(3).toList()) {
          change.remove(file);
          try (CloseableIterator<RowData> rows = state.read(file, columns(state))) {
            change.add(table.write(columns(state), Set.of("id"), rows));
          }
        }
        if (!change.isEmpty() && state.commit(change)) {
          successes++;
        }
      }
    }
    return successes;
  }

  private static RowType columns(DeltaState state) {
    return new RowType(
        state.columns().stream()
            .map((StoredColumn column) -> new RowType.RowField(column.name(), column.type()))
            .toList());
  }
}
