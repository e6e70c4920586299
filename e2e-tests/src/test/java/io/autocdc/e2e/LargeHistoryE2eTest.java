// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A history of many keys on RocksDB in a small process: undisturbed, and killed again and again.
 * The long form has 1,000,000 events over 100,000 keys in 20 files and ten kills.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class LargeHistoryE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int EVENTS = FULL ? 1_000_000 : 60_000;
  private static final int KEYS = EVENTS / 10;
  private static final int FILES = 20;
  private static final int KILLS = FULL ? 10 : 2;
  private static final int SHORTEST_RUN_MILLIS = 1_500;
  private static final int LONGEST_RUN_MILLIS = FULL ? 11_000 : 4_000;

  @TempDir private Path folder;
  private ChangeFeed feed;
  private Cli cli;

  @BeforeEach
  void writeProject() throws IOException {
    feed = new ChangeFeed(EVENTS, KEYS, 4711);
    Path project = Files.createDirectories(folder.resolve("project"));
    feed.write(project.resolve("data"), FILES);
    Files.writeString(
        project.resolve("history.yaml"),
        """
        pipeline: large_history
        flowgroup: large_history
        actions:
          - name: load_changes
            type: load
            source: { type: files, path: data, format: json, schema: "%s" }
            target: v_changes
          - name: history
            type: write
            source: v_changes
            write_target:
              type: streaming_table
              catalog: paimon
              schema: silver
              table: history
              mode: cdc
              cdc_config:
                keys: [id]
                sequence_by: seq
                scd_type: 2
                apply_as_deletes: "op = 'D'"
                except_column_list: [op, seq]
        """
            .formatted(ChangeFeed.schema()));
    cli = new Cli(folder).with("AUTOCDC_HEAP", "2g");
  }

  private Cli.Running startRun() {
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
    return cli.run("show", "silver.history", "--warehouse", "warehouse", "--format", "json")
        .expect(0)
        .lines();
  }

  @Test
  void theHistoryEqualsThatOfAPlainProgram() {
    long start = System.nanoTime();
    try (Cli.Running run = startRun()) {
      run.await(Duration.ofMinutes(20)).expect(0);
    }
    System.out.printf(
        "%,d events into an SCD2 table in %.1f s%n", EVENTS, (System.nanoTime() - start) / 1e9);
    assertSameRows(history(), feed.expectedHistory());
  }

  @Test
  void killedAtRandomMomentsTheHistoryIsTheSame() {
    Random random = new Random(99);
    int kills = 0;
    boolean ended = false;
    while (!ended) {
      try (Cli.Running run = startRun()) {
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
    System.out.printf("%,d events, killed %d times%n", EVENTS, kills);
    assertThat(kills).isPositive();
    assertSameRows(history(), feed.expectedHistory());
  }

  /** Like isEqualTo on lists, with a short message. */
  private static void assertSameRows(List<String> actual, List<String> expected) {
    for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
      assertThat(actual.get(i)).as("row %d", i).isEqualTo(expected.get(i));
    }
    assertThat(actual).hasSameSizeAs(expected);
  }
}
