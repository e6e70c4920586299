// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static io.autocdc.testing.TestDefinitions.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.spi.TableCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A table that is written to for long is as tidy as in the beginning; the test prints its pace. */
@Timeout(1800)
class SteadyPaceTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int ROWS = FULL ? 1_000_000 : 5_000;
  private static final int CHANGES = ROWS / 100;
  private static final int CHECKPOINTS = FULL ? 100 : 30;

  @TempDir Path warehouse;

  @Test
  void rowsAreRightAndFilesDoNotPileUp() throws Exception {
    Random random = new Random(3);
    try (TableCatalog catalog = TestTables.catalog(warehouse)) {
      catalog.create(
          with(
              keyed(CUSTOMERS, "id BIGINT, name STRING, seen INT", "id"),
              FULL ? Map.of() : Map.of(TableProperties.COMPACTION_FILES, "4")));
      DeltaFolder folder = TestTables.folder(warehouse, CUSTOMERS);
      TableCommitter committer = new TableCommitter(folder);
      int[] model = new int[ROWS];
      commit(
          committer,
          folder,
          1,
          () -> LongStream.range(0, ROWS).mapToObj(SteadyPaceTest::newRow).iterator());
      long[] millis = new long[CHECKPOINTS];
      for (int checkpoint = 0; checkpoint < CHECKPOINTS; checkpoint++) {
        List<Row> changes = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++) {
          int id = random.nextInt(ROWS);
          model[id] = checkpoint + 1;
          changes.add(row(id, model[id]));
        }
        long start = System.nanoTime();
        commit(committer, folder, checkpoint + 2, changes);
        millis[checkpoint] = (System.nanoTime() - start) / 1_000_000;
      }
      List<LiveFile> files = folder.newest().orElseThrow().files();
      assertThat(files).hasSizeLessThan(FULL ? 40 : 12);
      assertThat(files.stream().mapToLong(LiveFile::deletedRows).sum()).isLessThan(ROWS);
      assertRows(catalog, model);
      System.out.printf(
          "%,d changes of %,d rows take %.0f ms in the beginning, %.0f ms in the end%n",
          CHANGES,
          ROWS,
          mean(millis, 0, CHECKPOINTS / 5),
          mean(millis, CHECKPOINTS * 4 / 5, CHECKPOINTS));
    }
  }

  private static void assertRows(TableCatalog catalog, int[] model) throws Exception {
    int[] found = new int[model.length];
    Arrays.fill(found, -1);
    try (CloseableIterator<RowData> rows = catalog.read(CUSTOMERS)) {
      while (rows.hasNext()) {
        RowData row = rows.next();
        int id = (int) row.getLong(0);
        assertThat(found[id]).as("rows of %s", id).isEqualTo(-1);
        found[id] = row.getInt(2);
      }
    }
    assertThat(found).isEqualTo(model);
  }

  private static Row newRow(long id) {
    return row(id, 0);
  }

  private static Row row(long id, int seen) {
    return Row.of(id, "customer of the number " + id, seen);
  }

  private static void commit(
      TableCommitter committer, DeltaFolder folder, long checkpoint, Iterable<Row> changes)
      throws Exception {
    committer.commit(
        new TransactionId("flow", checkpoint), List.of(StagedRows.of(folder, changes)));
  }

  private static double mean(long[] values, int from, int to) {
    return Arrays.stream(values, from, to).average().orElseThrow();
  }
}
