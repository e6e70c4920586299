// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static io.autocdc.testing.TestDefinitions.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.testing.TestRows;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TableCommitterTest {

  private static final String MERGE_ON_READ = "merge-on-read";
  private static final String COPY_ON_WRITE = "copy-on-write";

  /** Keys of rows that others append; the flow's are smaller. */
  private static final long FOREIGN = 1_000_000;

  @TempDir Path warehouse;
  private TableCatalog catalog;
  private DeltaFolder folder;
  private TableCommitter committer;

  @BeforeEach
  void open() {
    catalog = TestTables.catalog(warehouse);
    folder = TestTables.folder(warehouse, CUSTOMERS);
    committer = new TableCommitter(folder);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private void create(String mode, int compactionFiles) {
    catalog.create(
        with(
            keyed(CUSTOMERS, "id BIGINT, name STRING", "id"),
            Map.of(
                TableProperties.WRITE_MODE,
                mode,
                TableProperties.COMPACTION_FILES,
                String.valueOf(compactionFiles))));
  }

  private void commit(long checkpoint, Map<Long, String> values) throws Exception {
    commit("flow", checkpoint, values);
  }

  private void commit(String application, long checkpoint, Map<Long, String> values)
      throws Exception {
    committer.commit(
        new TransactionId(application, checkpoint),
        List.of(StagedRows.of(folder, StagedRows.changes(values))));
  }

  private void assertRows(Map<Long, String> expected) throws Exception {
    List<Row> rows =
        expected.entrySet().stream()
            .map(entry -> Row.of(entry.getKey(), entry.getValue()))
            .toList();
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(rows);
  }

  @ParameterizedTest
  @CsvSource({
    MERGE_ON_READ + ",0,1",
    MERGE_ON_READ + ",3,2",
    COPY_ON_WRITE + ",0,3",
    COPY_ON_WRITE + ",3,4"
  })
  void anyChangesLeaveWhatAMapHolds(String mode, int compactionFiles, int seed) throws Exception {
    create(mode, compactionFiles);
    Random random = new Random(seed);
    Map<Long, String> model = new HashMap<>();
    for (int checkpoint = 1; checkpoint <= 15; checkpoint++) {
      Map<Long, String> values = new HashMap<>();
      int changes = random.nextInt(40);
      for (int i = 0; i < changes; i++) {
        long key = random.nextInt(150);
        values.put(key, random.nextInt(3) == 0 ? null : checkpoint + "/" + i);
      }
      commit(checkpoint, values);
      model.putAll(values);
      model.values().removeIf(value -> value == null);
    }
    assertRows(model);
  }

  @Test
  void aCommitThatIsTriedAgainChangesNothing() throws Exception {
    create(MERGE_ON_READ, 0);
    commit(1, Map.of(1L, "a"));
    commit(2, Map.of(1L, "b"));
    commit(1, Map.of(1L, "a", 2L, "a"));
    commit(2, Map.of(3L, "c"));
    assertRows(Map.of(1L, "b"));
  }

  @Test
  void anotherRunBeginsItsCheckpointsAnew() throws Exception {
    create(MERGE_ON_READ, 0);
    commit("flow/first", 7, Map.of(1L, "a"));
    commit("flow/second", 1, Map.of(1L, "b"));
    assertRows(Map.of(1L, "b"));
  }

  @Test
  void theLastChangeOfAKeyInACheckpointCounts() throws Exception {
    create(MERGE_ON_READ, 0);
    commit(1, Map.of(1L, "a", 2L, "b", 3L, "c"));
    List<Row> changes =
        List.of(
            Row.ofKind(RowKind.DELETE, 1L, "a"),
            Row.ofKind(RowKind.INSERT, 1L, "x"),
            Row.ofKind(RowKind.UPDATE_BEFORE, 2L, "b"),
            Row.ofKind(RowKind.UPDATE_AFTER, 2L, "y"),
            Row.ofKind(RowKind.UPDATE_AFTER, 3L, "z"),
            Row.ofKind(RowKind.DELETE, 3L, "z"),
            Row.ofKind(RowKind.DELETE, 4L, "never there"));
    committer.commit(new TransactionId("flow", 2), List.of(StagedRows.of(folder, changes)));
    assertRows(Map.of(1L, "x", 2L, "y"));
  }

  @ParameterizedTest
  @ValueSource(strings = {MERGE_ON_READ, COPY_ON_WRITE})
  void othersWhoWriteMeanwhileLoseNothingAndTheFlowLosesNothing(String mode) throws Exception {
    create(mode, 4);
    AtomicBoolean done = new AtomicBoolean();
    Map<Long, String> model = new HashMap<>();
    ExecutorService others = Executors.newFixedThreadPool(2);
    try {
      Future<Map<Long, String>> appended = others.submit(() -> append(done));
      Future<Integer> optimized = others.submit(() -> optimize(done));
      Random random = new Random(5);
      for (int checkpoint = 1; checkpoint <= 15; checkpoint++) {
        Map<Long, String> values = new HashMap<>();
        for (int i = 0; i < 20; i++) {
          values.put((long) random.nextInt(60), random.nextInt(4) == 0 ? null : "v" + checkpoint);
        }
        commit(checkpoint, values);
        model.putAll(values);
      }
      done.set(true);
      model.values().removeIf(value -> value == null);
      Map<Long, String> foreign = appended.get(60, TimeUnit.SECONDS);
      assertThat(foreign).isNotEmpty();
      assertThat(optimized.get(60, TimeUnit.SECONDS)).isPositive();
      model.putAll(foreign);
    } finally {
      done.set(true);
      others.shutdownNow();
    }
    assertRows(model);
  }

  /** Appends rows of keys that the flow does not have, as another engine does. */
  private Map<Long, String> append(AtomicBoolean done) throws Exception {
    Map<Long, String> rows = new HashMap<>();
    for (long key = FOREIGN; !done.get(); key++) {
      StagedChanges staged = StagedRows.of(folder, StagedRows.changes(Map.of(key, "foreign")));
      boolean committed = false;
      while (!committed && !done.get()) {
        committed = folder.newest().orElseThrow().commit(Change.ofRows(null).add(staged.files()));
      }
      if (committed) {
        rows.put(key, "foreign");
      }
      Thread.sleep(20);
    }
    return rows;
  }

  /** Makes one file of all, as another engine does. */
  private int optimize(AtomicBoolean done) throws Exception {
    Compaction compaction = new Compaction(folder);
    int successes = 0;
    while (!done.get()) {
      long before = folder.newest().orElseThrow().version();
      compaction.run(folder.newest().orElseThrow(), Long.MAX_VALUE / 100);
      successes += folder.newest().orElseThrow().version() > before ? 1 : 0;
      Thread.sleep(30);
    }
    return successes;
  }

  @Test
  void copyOnWriteMakesNoDeletionVectors() throws Exception {
    create(COPY_ON_WRITE, 0);
    commit(1, Map.of(1L, "a", 2L, "b"));
    commit(2, Map.of(1L, "c"));
    assertThat(folder.newest().orElseThrow().features()).doesNotContain("deletionVectors");
    assertThat(folder.newest().orElseThrow().files())
        .allMatch(file -> file.deletedRows() == 0)
        .hasSize(2);
  }

  @Test
  void whereThereMayBeNoDeletionVectorsNoneAreMadeUntilTheyAreAskedFor() throws Exception {
    TableDefinition table = keyed(CUSTOMERS, "id BIGINT, name STRING", "id");
    catalog.create(with(table, Map.of(TableProperties.DELETION_VECTORS, "false")));
    commit(1, Map.of(1L, "a", 2L, "b"));
    commit(2, Map.of(1L, "c"));
    assertThat(folder.newest().orElseThrow().features()).doesNotContain("deletionVectors");
    assertThat(folder.newest().orElseThrow().files()).allMatch(file -> file.deletedRows() == 0);

    catalog.evolve(with(table, Map.of(TableProperties.WRITE_MODE, MERGE_ON_READ)));
    commit(3, Map.of(2L, "d"));
    commit(4, Map.of(3L, "e", 4L, "f", 5L, "g", 6L, "h"));
    commit(5, Map.of(3L, "i"));
    assertThat(folder.newest().orElseThrow().features()).contains("deletionVectors");
    assertThat(folder.newest().orElseThrow().files()).anyMatch(file -> file.deletedRows() > 0);
    assertRows(Map.of(1L, "c", 2L, "d", 3L, "i", 4L, "f", 5L, "g", 6L, "h"));
  }

  @Test
  void filesThatCannotHoldAKeyStayAsTheyAre() throws Exception {
    create(MERGE_ON_READ, 0);
    commit(1, Map.of(1L, "a", 2L, "b"));
    commit(2, Map.of(10L, "a", 20L, "b"));
    List<String> before = identities();
    commit(3, Map.of(15L, "a", 20L, "c"));
    // 15 lies between the keys of the second file only, and 20 is in it.
    assertThat(identities()).hasSize(3).filteredOn(before::contains).hasSize(1);
    assertRows(Map.of(1L, "a", 2L, "b", 10L, "a", 15L, "a", 20L, "c"));
  }

  private List<String> identities() throws Exception {
    return folder.newest().orElseThrow().files().stream().map(LiveFile::identity).sorted().toList();
  }

  @Test
  void smallFilesBecomeOneAndTheirVectorsGo() throws Exception {
    create(MERGE_ON_READ, 4);
    Map<Long, String> model = new HashMap<>();
    for (long checkpoint = 1; checkpoint <= 25; checkpoint++) {
      Map<Long, String> values = new HashMap<>();
      for (long key = 0; key < 10; key++) {
        values.put(checkpoint * 7 + key, "v" + checkpoint);
      }
      commit(checkpoint, values);
      model.putAll(values);
    }
    assertThat(folder.newest().orElseThrow().files()).hasSizeLessThan(5);
    assertRows(model);
  }

  @Test
  void keysThatDifferBehindTheFifteenthDigitAreFoundInFilesWithAndWithoutDeletedRows()
      throws Exception {
    catalog.create(keyed(CUSTOMERS, "id DECIMAL(20, 4), name STRING", "id"));
    Row less = Row.of(new BigDecimal("99999999999999.9998"), "a");
    Row more = Row.of(new BigDecimal("99999999999999.9999"), "a");
    Row lessAgain = Row.of(less.getField(0), "b");
    Row moreAgain = Row.of(more.getField(0), "b");
    List<List<Row>> checkpoints =
        List.of(List.of(less, more), List.of(lessAgain), List.of(moreAgain));
    for (int i = 0; i < checkpoints.size(); i++) {
      committer.commit(
          new TransactionId("flow", i + 1), List.of(StagedRows.of(folder, checkpoints.get(i))));
    }
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrder(lessAgain, moreAgain);
  }
}
