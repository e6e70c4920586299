// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.connector.delta.kernel.StagedFile;
import io.autocdc.connector.delta.kernel.StoredColumn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
 * into other files. The long form has 1,000,000 rows, files of 10,000 changes and ten kills.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class DeltaKillsE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int KILLS = FULL ? 10 : 2;
  private static final int ROWS = FULL ? 1_000_000 : 3_000;
  private static final int CHANGES = FULL ? 10_000 : 1_000;

  /** How long at most a run is left alone behind its last file before it is killed. */
  private static final int LONGEST_PAUSE_MILLIS = FULL ? 3_000 : 400;

  /** Keys that only others write. */
  private static final long FOREIGN = 10_000_000;

  @TempDir Path folder;

  private final Random random = new Random(17);

  @Test
  void noRowIsLostDoubledOrBroughtBack() throws Exception {
    DeltaFeed feed = new DeltaFeed(folder, ROWS, random, "{ compaction.files: \"4\" }");
    Cli cli = new Cli(folder);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService others = Executors.newFixedThreadPool(2);
    try {
      Future<List<Long>> appended = others.submit(() -> append(feed.table(), done));
      Future<Integer> optimized = others.submit(() -> optimize(feed.table(), done));
      feed.deliverAll();
      for (int i = 0; i < KILLS; i++) {
        try (Cli.Running run = cli.start(DeltaFeed.command("continuous"))) {
          for (int batch = random.nextInt(3); batch >= 0; batch--) {
            long commits = feed.commits();
            feed.deliver(CHANGES);
            feed.awaitCommit(commits, run);
          }
          feed.deliver(CHANGES);
          Duration pause = Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MILLIS));
          assertThat(run.endsWithin(pause)).isFalse();
        }
      }
      cli.run(DeltaFeed.command("triggered")).expect(0);
      done.set(true);
      List<Long> foreign = appended.get(60, TimeUnit.SECONDS);
      assertThat(foreign).isNotEmpty();
      foreign.forEach(key -> feed.expect(key, -1));
      assertThat(optimized.get(60, TimeUnit.SECONDS)).isPositive();
    } finally {
      done.set(true);
      others.shutdownNow();
    }
    List<String> rows = cli.runHere("show", DeltaFeed.TABLE, "--format", "json").expect(0).lines();
    List<String> expected = feed.expected();
    for (int i = 0; i < Math.min(rows.size(), expected.size()); i++) {
      assertThat(rows.get(i)).as("row %d", i).isEqualTo(expected.get(i));
    }
    assertThat(rows).hasSameSizeAs(expected);
  }

  /** As another engine appends rows; gives their keys. */
  private static List<Long> append(DeltaFolder table, AtomicBoolean done) throws Exception {
    List<Long> keys = new ArrayList<>();
    while (!done.get()) {
      Thread.sleep(200);
      if (table.newest().isEmpty()) {
        continue;
      }
      long key = FOREIGN + keys.size();
      DeltaState state = table.newest().orElseThrow();
      List<StagedFile> files =
          table.write(
              columns(state), Set.of("id"), List.of(GenericRowData.of(key, -1L)).iterator());
      boolean committed = false;
      while (!committed && !done.get()) {
        committed = table.newest().orElseThrow().commit(Change.ofRows(null).add(files));
      }
      if (committed) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** As another engine puts rows into other files; gives how often that came through. */
  private static int optimize(DeltaFolder table, AtomicBoolean done) throws Exception {
    Random choice = new Random(18);
    int successes = 0;
    while (!done.get()) {
      Thread.sleep(300);
      if (table.newest().isEmpty()) {
        continue;
      }
      DeltaState state = table.newest().orElseThrow();
      List<LiveFile> files = new ArrayList<>(state.files());
      Collections.shuffle(files, choice);
      Change change = Change.ofFiles();
      for (LiveFile file : files.stream().limit(3).toList()) {
        change.remove(file);
        try (CloseableIterator<RowData> rows = state.read(file, columns(state))) {
          change.add(table.write(columns(state), Set.of("id"), rows));
        }
      }
      if (!files.isEmpty() && state.commit(change)) {
        successes++;
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
