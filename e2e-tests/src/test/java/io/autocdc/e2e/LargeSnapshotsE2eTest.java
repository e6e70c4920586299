// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two large snapshots on RocksDB in a process whose heap could not hold them: 1 % of the rows
 * change, 1 % go and 1 % come. The long form has 1,000,000 rows a snapshot.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class LargeSnapshotsE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int ROWS = FULL ? 1_000_000 : 20_000;
  private static final int ROWS_WITH_KILLS = FULL ? 1_000_000 : 100_000;
  private static final int KILLS = FULL ? 8 : 2;
  private static final int SHORTEST_RUN_MILLIS = 1_500;
  private static final int LONGEST_RUN_MILLIS = FULL ? 8_000 : 4_000;

  /** By version: primes that divide none of the sizes. */
  private static final int[] STEPS = {1, 7_907, 7_919};

  @TempDir private Path folder;

  @Test
  void theHistoryEqualsThatOfAPlainProgramInASmallHeap() {
    writeProject(ROWS);
    Cli cli = new Cli(folder).with("AUTOCDC_HEAP", "500m");
    long start = System.nanoTime();
    try (Cli.Running run = startRun(cli)) {
      run.await(Duration.ofMinutes(30)).expect(0);
    }
    System.out.printf(
        "2 snapshots of %,d rows in %.1f s%n", ROWS, (System.nanoTime() - start) / 1e9);
    assertSameRows(history(), expectedHistory(ROWS));
  }

  @Test
  void killedAtRandomMomentsTheHistoryIsTheSame() {
    writeProject(ROWS_WITH_KILLS);
    Cli cli = new Cli(folder).with("AUTOCDC_HEAP", "1g");
    Random random = new Random(7);
    int kills = 0;
    boolean ended = false;
    while (!ended) {
      try (Cli.Running run = startRun(cli)) {
        if (kills < KILLS
            && !run.endsWithin(
                Duration.ofMillis(random.nextInt(SHORTEST_RUN_MILLIS, LONGEST_RUN_MILLIS)))) {
          run.kill();
          kills++;
        } else {
          run.await(Duration.ofMinutes(20)).expect(0);
          ended = true;
        }
      }
    }
    System.out.printf("2 snapshots of %,d rows, killed %d times%n", ROWS_WITH_KILLS, kills);
    assertThat(kills).isPositive();
    assertSameRows(history(), expectedHistory(ROWS_WITH_KILLS));
  }

  private void writeProject(int rows) {
    new TestProject(folder.resolve("project"))
        .write(
            "p.yaml",
            TestProject.pipeline(
                TestProject.load("customers", "id BIGINT, name STRING, status STRING"),
                TestProject.writeSnapshots(
                    "customers",
                    "customers",
                    "keys: id",
                    "version_from: file_name",
                    "scd_type: 2")));
    writeSnapshot(rows, 1);
    writeSnapshot(rows, 2);
  }

  private void writeSnapshot(int rows, int version) {
    Path file = folder.resolve("project/data/customers/" + version + ".json");
    try {
      Files.createDirectories(file.getParent());
      try (BufferedWriter out = Files.newBufferedWriter(file)) {
        int all = rows + rows / 100;
        for (long i = 0; i < all; i++) {
          int id = (int) (i * STEPS[version] % all);
          String status = status(id, version, rows);
          if (status != null) {
            out.write(
                "{\"id\":%d,\"name\":\"customer %d\",\"status\":\"%s\"}\n"
                    .formatted(id, id, status));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Null if the snapshot has no such row. */
  private static String status(int id, int version, int rows) {
    boolean isNew = id >= rows;
    boolean goes = id % 100 == 13;
    if (version == 1 ? isNew : !isNew && goes) {
      return null;
    }
    return version == 2 && id % 100 == 57 ? "changed" : "status-" + id % 7;
  }

  /** As {@code show --format json} prints it. */
  private static List<String> expectedHistory(int rows) {
    List<String> history = new ArrayList<>();
    for (int id = 0; id < rows + rows / 100; id++) {
      String first = status(id, 1, rows);
      String second = status(id, 2, rows);
      if (first != null) {
        history.add(row(id, first, 1, first.equals(second) ? null : 2));
      }
      if (second != null && !second.equals(first)) {
        history.add(row(id, second, 2, null));
      }
    }
    return history;
  }

  private static String row(int id, String status, int start, Integer end) {
    return "{\"id\":%d,\"name\":\"customer %d\",\"status\":\"%s\",\"__START_AT\":%d,\"__END_AT\":%s}"
        .formatted(id, id, status, start, end);
  }

  private static Cli.Running startRun(Cli cli) {
    return cli.start(
        "run",
        "project",
        "--warehouse",
        "warehouse",
        "-D",
        "state.backend.type=rocksdb",
        "-D",
        "execution.checkpointing.interval=1s");
  }

  private List<String> history() {
    return new Cli(folder)
        .with("AUTOCDC_HEAP", "2g")
        .run("show", "silver.customers", "--warehouse", "warehouse", "--format", "json")
        .expect(0)
        .lines();
  }

  /** Like isEqualTo on lists, with a short message. */
  private static void assertSameRows(List<String> actual, List<String> expected) {
    for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
      assertThat(actual.get(i)).as("row %d", i).isEqualTo(expected.get(i));
    }
    assertThat(actual).hasSameSizeAs(expected);
  }
}
