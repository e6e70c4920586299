// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {

  private static final String JOB = "00112233445566778899aabbccddeeff";

  @TempDir private Path warehouse;
  private StateFolder state;

  @BeforeEach
  void open() {
    state = new StateFolder(warehouse, "customers");
  }

  private Path checkpoint(int run, long id) throws IOException {
    Path folder = state.runFolder(run).resolve(JOB).resolve("chk-" + id);
    write(folder, id);
    return folder;
  }

  private Path savepoint(int run, long id) throws IOException {
    Path folder = state.runFolder(run).resolve("savepoint-001122-" + id);
    write(folder, id);
    return folder;
  }

  private static void write(Path folder, long id) throws IOException {
    Files.createDirectories(folder);
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(folder.resolve("_metadata")))) {
      Checkpoints.storeCheckpointMetadata(new CheckpointMetadata(id, List.of(), List.of()), out);
    }
  }

  private List<String> runFolders() throws IOException {
    try (Stream<Path> files = Files.list(state.folder())) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theFirstRunStartsFromNothing() {
    assertThat(state.newestRestorePoint()).isEmpty();
    assertThat(state.startRun()).isEqualTo(1);
    assertThat(state.newestRestorePoint()).isEmpty();
  }

  @Test
  void runsAreNumberedOnAndOn() throws IOException {
    Files.createDirectories(state.runFolder(41));
    Files.createDirectories(state.folder().resolve("not-a-run"));

    assertThat(state.startRun()).isEqualTo(42);
    assertThat(state.startRun()).isEqualTo(43);
  }

  @Test
  void theSavepointThatEndedTheLastRunCounts() throws IOException {
    checkpoint(1, 7);
    Path savepoint = savepoint(1, 8);

    assertThat(state.newestRestorePoint()).contains(new RestorePoint(1, 8, savepoint));
  }

  @Test
  void aCheckpointBehindASavepointCounts() throws IOException {
    savepoint(1, 8);
    Path later = checkpoint(1, 9);

    assertThat(state.newestRestorePoint()).contains(new RestorePoint(1, 9, later));
  }

  @Test
  void checkpointsCompareAsNumbers() throws IOException {
    checkpoint(1, 9);
    Path newest = checkpoint(1, 10);

    assertThat(state.newestRestorePoint()).contains(new RestorePoint(1, 10, newest));
  }

  @Test
  void whatHasNoMetadataIsNotComplete() throws IOException {
    Path complete = checkpoint(1, 3);
    Files.createDirectories(state.runFolder(1).resolve(JOB).resolve("chk-4"));
    Files.createDirectories(state.runFolder(1).resolve("savepoint-001122-half"));

    assertThat(state.newestRestorePoint()).contains(new RestorePoint(1, 3, complete));
  }

  @Test
  void aRunThatWasKilledBeforeItsFirstCheckpointLeavesTheOneBeforeInForce() throws IOException {
    Path old = savepoint(1, 5);
    Files.createDirectories(state.runFolder(2).resolve(JOB).resolve("chk-6"));
    Files.createDirectories(state.runFolder(3));

    assertThat(state.newestRestorePoint()).contains(new RestorePoint(1, 5, old));
  }

  @Test
  void theNewestRunWinsWhateverTheIds() throws IOException {
    savepoint(1, 50);
    Path newer = checkpoint(2, 2);

    assertThat(state.newestRestorePoint()).contains(new RestorePoint(2, 2, newer));
  }

  @Test
  void aSavepointThatCannotBeReadIsAnErrorAndNoOlderOneIsUsed() throws IOException {
    savepoint(1, 5);
    Path broken = Files.createDirectories(state.runFolder(2).resolve("savepoint-001122-x"));
    Files.writeString(broken.resolve("_metadata"), "nonsense");

    assertThatThrownBy(() -> state.newestRestorePoint())
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ErrorCode.STATE_NOT_RESTORED);
              assertThat(e.problems().get(0).what()).contains(broken.toString());
            });
  }

  @Test
  void olderRunsGoOnlyWhenTheNewOneCanStandAlone() throws IOException {
    savepoint(1, 5);
    state.startRun();
    state.deleteRunsBefore(2);
    assertThat(runFolders()).containsExactly("000001", "000002");

    checkpoint(2, 6);
    state.deleteRunsBefore(2);
    assertThat(runFolders()).containsExactly("000002");
  }

  @Test
  void pipelinesOfAnyNameHaveFoldersOfTheirOwn() {
    Path root = warehouse.resolve(".autocdc");
    Stream.of("a/b", "..", ".", "a*b", "ä ö", "a\\b")
        .map(name -> new StateFolder(warehouse, name).folder())
        .forEach(
            folder -> {
              assertThat(folder.normalize().getParent()).isEqualTo(root);
              assertThat(folder).isNotEqualTo(root);
            });
    assertThat(new StateFolder(warehouse, "a/b").folder())
        .isNotEqualTo(new StateFolder(warehouse, "a_b").folder());
  }

  @Test
  void workingFilesOfAKilledRunAreRemoved() throws IOException {
    Path temporary = state.emptyTemporaryFolder();
    Files.createDirectories(temporary.resolve("a/b"));
    Files.writeString(temporary.resolve("a/b/c"), "x");

    assertThat(state.emptyTemporaryFolder()).isEmptyDirectory();
    state.deleteTemporaryFolder();
    assertThat(temporary).doesNotExist();
  }
}
