// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.delta.FaultyFiles.Moment;
import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.TestRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A failure is never taken for a success, nor a success for a failure. */
@Timeout(60)
class FaultyStorageTest {

  private static final String LOG_OF_SECOND_COMMIT = "00000000000000000002.json";

  @TempDir private Path warehouse;
  private TableCatalog catalog;
  private DeltaFolder folder;
  private TableCommitter committer;

  @BeforeEach
  void writeARow() throws Exception {
    String uri = FaultyFiles.uri(warehouse);
    catalog = new DeltaConnector().open("delta", uri, FaultyFiles.options());
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    folder =
        new DeltaWarehouse(uri, FaultyFiles.options())
            .table(CUSTOMERS.schema(), CUSTOMERS.table())
            .open();
    committer = new TableCommitter(folder);
    commit(1, stage(Map.of(1L, "a", 2L, "b")));
  }

  @AfterEach
  void close() {
    FaultyFiles.heal();
    catalog.close();
  }

  private StagedChanges stage(Map<Long, String> values) throws Exception {
    return StagedRows.of(folder, StagedRows.changes(values));
  }

  private void commit(long checkpoint, StagedChanges staged) throws Exception {
    committer.commit(new TransactionId("flow", checkpoint), List.of(staged));
  }

  private void assertRows(Row... rows) throws Exception {
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrder(rows);
  }

  @Test
  void aCommitThatCameThroughAlthoughTheStorageSaidNoIsNotMadeTwice() throws Exception {
    StagedChanges staged = stage(Map.of(1L, "c", 3L, "d"));
    FaultyFiles.fail(Moment.RENAMED, file -> file.getName().equals(LOG_OF_SECOND_COMMIT));
    commit(2, staged);
    assertRows(Row.of(1L, "c"), Row.of(2L, "b"), Row.of(3L, "d"));
    assertThat(folder.newest().orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void aCommitThatNeverComesThroughFailsAndIsMadeOnceWhenTheStorageIsBack() throws Exception {
    StagedChanges staged = stage(Map.of(1L, "c", 3L, "d"));
    FaultyFiles.fail(Moment.RENAME, file -> file.getName().equals(LOG_OF_SECOND_COMMIT));
    assertThatThrownBy(() -> commit(2, staged)).hasStackTraceContaining("out of order");
    assertRows(Row.of(1L, "a"), Row.of(2L, "b"));

    FaultyFiles.heal();
    commit(2, staged);
    assertRows(Row.of(1L, "c"), Row.of(2L, "b"), Row.of(3L, "d"));
  }

  @Test
  void aVectorThatCannotBeWrittenFailsTheCommit() throws Exception {
    StagedChanges staged = stage(Map.of(1L, "c", 3L, "d"));
    FaultyFiles.fail(Moment.CLOSE, file -> file.getName().startsWith("deletion_vector_"));
    assertThatThrownBy(() -> commit(2, staged)).hasStackTraceContaining("out of order");
    assertRows(Row.of(1L, "a"), Row.of(2L, "b"));
  }

  @Test
  void filesThatAreNotFinishedFailTheWriter() {
    for (String file : List.of(".parquet", ".bin")) {
      FaultyFiles.fail(Moment.CLOSE, written -> written.getName().endsWith(file));
      assertThatThrownBy(() -> stage(Map.of(1L, "c")))
          .as(file)
          .hasStackTraceContaining("out of order");
    }
  }
}
