// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.TestRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitOperatorTest {

  @TempDir Path warehouse;
  private TableCatalog catalog;
  private DeltaFolder folder;

  @BeforeEach
  void open() {
    catalog = TestTables.catalog(warehouse);
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    folder = TestTables.folder(warehouse, CUSTOMERS);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private OneInputStreamOperatorTestHarness<byte[], Void> operator() throws Exception {
    return operator(true);
  }

  private OneInputStreamOperatorTestHarness<byte[], Void> operator(boolean checkpoints)
      throws Exception {
    OneInputStreamOperatorTestHarness<byte[], Void> harness =
        new OneInputStreamOperatorTestHarness<>(new CommitOperator(folder.location(), "flow"));
    harness.getStreamConfig().setCheckpointingEnabled(checkpoints);
    harness.getStreamConfig().serializeAllConfigs();
    return harness;
  }

  private StreamRecord<byte[]> staged(long checkpoint, Row... changes) throws Exception {
    return new StreamRecord<>(
        CommitOperator.entry(checkpoint, StagedRows.of(folder, List.of(changes))));
  }

  private List<Row> rows() throws Exception {
    return TestRows.read(catalog, CUSTOMERS);
  }

  @Test
  void commitsNothingBeforeTheCheckpointHasCompleted() throws Exception {
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.open();
      operator.processElement(staged(1, Row.of(1L, "a")));
      operator.snapshot(1, 1);
      operator.processElement(staged(2, Row.of(1L, "b")));
      assertThat(rows()).isEmpty();
      operator.notifyOfCompletedCheckpoint(1);
      assertThat(rows()).containsExactly(Row.of(1L, "a"));
    }
  }

  @Test
  void aCheckpointCommitsThoseThatNeverCompletedBeforeIt() throws Exception {
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.open();
      operator.processElement(staged(1, Row.of(1L, "a"), Row.of(2L, "a")));
      operator.snapshot(1, 1);
      operator.processElement(staged(2, Row.of(1L, "b")));
      operator.snapshot(2, 2);
      operator.notifyOfCompletedCheckpoint(2);
      assertThat(rows()).containsExactlyInAnyOrder(Row.of(1L, "b"), Row.of(2L, "a"));
    }
  }

  @Test
  void whatWasStagedForACheckpointThatCameToNothingIsReplacedByWhatTheNextOneBrings()
      throws Exception {
    OperatorSubtaskState state;
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.open();
      operator.processElement(staged(1, Row.of(1L, "a"), Row.of(2L, "a"), Row.of(3L, "a")));
      operator.processElement(staged(2, Row.of(1L, "b"), Row.ofKind(RowKind.DELETE, 2L, null)));
      state = operator.snapshot(2, 2);
    }
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.setRestoredCheckpointId(2);
      operator.initializeState(state);
      operator.open();
      assertThat(rows()).containsExactlyInAnyOrder(Row.of(1L, "b"), Row.of(3L, "a"));
    }
  }

  @Test
  void aRestoredCheckpointIsCommittedOnceHoweverOftenItIsRestored() throws Exception {
    OperatorSubtaskState state;
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.open();
      operator.processElement(staged(4, Row.of(1L, "a")));
      state = operator.snapshot(4, 1);
    }
    for (int i = 0; i < 2; i++) {
      try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
        operator.setRestoredCheckpointId(4);
        operator.initializeState(state);
        operator.open();
        assertThat(rows()).containsExactly(Row.of(1L, "a"));
        assertThat(TestTables.version(warehouse, CUSTOMERS)).isEqualTo(1);
      }
    }
  }

  @Test
  void aCheckpointThatChangesNothingIsCommittedAllTheSame() throws Exception {
    OperatorSubtaskState state;
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.open();
      operator.processElement(staged(1, Row.of(1L, "a")));
      operator.snapshot(1, 1);
      operator.notifyOfCompletedCheckpoint(1);
      operator.processElement(staged(2, Row.ofKind(RowKind.DELETE, 2L, null)));
      state = operator.snapshot(2, 2);
      operator.notifyOfCompletedCheckpoint(2);
    }
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.setRestoredCheckpointId(2);
      operator.initializeState(state);
      operator.open();
      assertThat(rows()).containsExactly(Row.of(1L, "a"));
    }
  }

  @Test
  void whatComesAfterGoingBackToAnEarlierCheckpointIsNotTakenForCommitted() throws Exception {
    OperatorSubtaskState earlier;
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.open();
      earlier = operator.snapshot(1, 1);
      operator.processElement(staged(2, Row.of(1L, "a")));
      operator.snapshot(2, 2);
      operator.notifyOfCompletedCheckpoint(2);
    }
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.setRestoredCheckpointId(1);
      operator.initializeState(earlier);
      operator.open();
      operator.processElement(staged(2, Row.of(2L, "b")));
      operator.snapshot(2, 2);
      operator.notifyOfCompletedCheckpoint(2);
    }
    assertThat(rows()).containsExactlyInAnyOrder(Row.of(1L, "a"), Row.of(2L, "b"));
  }

  @Test
  void aRestoredCheckpointWhoseFilesAreGoneIsNotCommitted() throws Exception {
    OperatorSubtaskState state;
    StagedChanges changes = StagedRows.of(folder, List.of(Row.of(1L, "a")));
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.open();
      operator.processElement(new StreamRecord<>(CommitOperator.entry(4, changes)));
      state = operator.snapshot(4, 1);
    }
    Files.delete(Path.of(folder.root().toUri().getPath()).resolve(changes.files().get(0).path()));
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator()) {
      operator.setRestoredCheckpointId(4);
      assertThatThrownBy(() -> operator.initializeState(state))
          .hasStackTraceContaining("VACUUM")
          .hasStackTraceContaining(changes.files().get(0).path());
    }
    assertThat(rows()).isEmpty();
  }

  @Test
  void withoutCheckpointsTheEndOfTheInputCommits() throws Exception {
    try (OneInputStreamOperatorTestHarness<byte[], Void> operator = operator(false)) {
      operator.open();
      operator.processElement(staged(1, Row.of(1L, "a")));
      operator.getOneInputOperator().finish();
      assertThat(rows()).containsExactly(Row.of(1L, "a"));
    }
  }
}
