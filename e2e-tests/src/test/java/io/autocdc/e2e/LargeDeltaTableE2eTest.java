// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.LiveFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A flow that goes on changing a large table has the right rows, and neither files nor deletion
 * vectors pile up. The long form has 1,000,000 rows and 100 files of 10,000 changes, and prints how
 * long those take in the beginning and in the end.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class LargeDeltaTableE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int ROWS = FULL ? 1_000_000 : 20_000;
  private static final int CHANGES = ROWS / 100;
  private static final int DELIVERIES = FULL ? 100 : 20;

  /** One in so many deliveries is checked, and so many are a mean. */
  private static final int PART = DELIVERIES / 5;

  /** With files of ten sizes, ten of a size become one. */
  private static final int MOST_FILES = FULL ? 40 : 12;

  @TempDir Path folder;

  @Test
  void rowsAreRightAndFilesDoNotPileUp() throws Exception {
    String files = FULL ? "10" : "4";
    DeltaFeed feed =
        new DeltaFeed(folder, ROWS, new Random(5), "{ compaction.files: \"" + files + "\" }");
    Cli cli = new Cli(folder);
    long[] millis = new long[DELIVERIES];
    feed.deliverAll();
    try (Cli.Running run = cli.start(DeltaFeed.command("continuous"))) {
      feed.awaitAll(run);
      for (int i = 0; i < DELIVERIES; i++) {
        long start = System.nanoTime();
        feed.deliver(CHANGES);
        feed.awaitAll(run);
        millis[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        if ((i + 1) % PART == 0) {
          check(feed, cli);
        }
      }
    }
    System.out.printf(
        "%,d changes of %,d rows take %,d ms in the beginning, %,d ms in the end: %s%n",
        CHANGES,
        ROWS,
        mean(millis, 0, PART),
        mean(millis, DELIVERIES - PART, DELIVERIES),
        Arrays.toString(millis));
  }

  private static void check(DeltaFeed feed, Cli cli) throws IOException {
    List<String> rows = cli.runHere("show", DeltaFeed.TABLE, "--format", "json").expect(0).lines();
    List<String> expected = feed.expected();
    assertThat(rows.equals(expected))
        .as("%d rows, expected %d", rows.size(), expected.size())
        .isTrue();
    List<LiveFile> files = feed.table().newest().orElseThrow().files();
    assertThat(files).hasSizeLessThan(MOST_FILES);
    assertThat(files.stream().mapToLong(LiveFile::deletedRows).sum()).isLessThan(ROWS);
  }

  private static long mean(long[] values, int from, int to) {
    return Math.round(Arrays.stream(values, from, to).average().orElseThrow());
  }
}
