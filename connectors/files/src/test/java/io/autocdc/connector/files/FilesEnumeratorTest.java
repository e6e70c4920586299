// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.autocdc.dsl.problem.AutoCdcException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesEnumeratorTest {

  private static final Duration ONCE = null;

  @TempDir private Path project;
  private final FakeEnumeratorContext context = new FakeEnumeratorContext(2);
  private FileScan scan;

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(project.resolve("data"));
    scan = new FileScan(FileNames.local(project.resolve("data")), null, new FileNames(project));
  }

  @Test
  void givesFilesInTheOrderOfTheirNamesAndThenTheEnd() throws Exception {
    write("b.json", "1");
    write("sub/a.json", "1");
    write("a.json", "1");
    FilesEnumerator enumerator = start(ONCE, FilesState.empty());
    context.runAsync();
    for (int reader : List.of(1, 0, 1, 1, 0)) {
      enumerator.handleSplitRequest(reader, null);
    }
    assertThat(context.assigned(1)).containsExactly("data/a.json", "data/sub/a.json");
    assertThat(context.assigned(0)).containsExactly("data/b.json");
    assertThat(context.readersWithoutMore).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void readersThatAskBeforeTheFolderIsListedWait() throws Exception {
    write("a.json", "1");
    FilesEnumerator enumerator = start(ONCE, FilesState.empty());
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(1, null);
    assertThat(context.readersWithoutMore).isEmpty();
    context.runAsync();
    assertThat(context.assigned(0)).containsExactly("data/a.json");
    assertThat(context.readersWithoutMore).containsExactly(1);
  }

  @Test
  void skipsHiddenAndEmptyFiles() throws Exception {
    write(".a.json.tmp", "1");
    write("_log/a.json", "1");
    write("empty.json", "");
    FilesEnumerator enumerator = start(ONCE, FilesState.empty());
    context.runAsync();
    enumerator.handleSplitRequest(0, null);
    assertThat(context.assigned(0)).isEmpty();
    assertThat(context.readersWithoutMore).containsExactly(0);
  }

  @Test
  void readsNewAndChangedFilesOnlyAfterARestore() throws Exception {
    write("same.json", "1");
    write("grown.json", "1");
    write("touched.json", "1");
    FilesEnumerator first = start(ONCE, FilesState.empty());
    context.runAsync();
    for (int i = 0; i < 3; i++) {
      first.handleSplitRequest(0, null);
    }
    FilesState state = copy(first.snapshotState(1));
    write("grown.json", "12");
    Files.setLastModifiedTime(project.resolve("data/touched.json"), FileTime.fromMillis(1_000));
    write("new.json", "1");

    FakeEnumeratorContext nextRun = new FakeEnumeratorContext(1);
    FilesEnumerator second = new FilesEnumerator(nextRun, scan, FilesReading.of(ONCE), state);
    second.start();
    nextRun.runAsync();
    for (int i = 0; i < 4; i++) {
      second.handleSplitRequest(0, null);
    }
    assertThat(nextRun.assigned(0))
        .containsExactly("data/grown.json", "data/new.json", "data/touched.json");
  }

  @Test
  void keepsWhatNoReaderHasTakenInItsState() throws Exception {
    write("a.json", "1");
    write("b.json", "1");
    FilesEnumerator first = start(ONCE, FilesState.empty());
    context.runAsync();
    first.handleSplitRequest(0, null);
    FilesState state = copy(first.snapshotState(1));

    FakeEnumeratorContext nextRun = new FakeEnumeratorContext(1);
    FilesEnumerator second = new FilesEnumerator(nextRun, scan, FilesReading.of(ONCE), state);
    second.start();
    nextRun.runAsync();
    second.handleSplitRequest(0, null);
    second.handleSplitRequest(0, null);
    assertThat(nextRun.assigned(0)).containsExactly("data/b.json");
  }

  @Test
  void looksAgainAndAgainAndNeverEndsInAContinuousRun() throws Exception {
    write("a.json", "1");
    FilesEnumerator enumerator = start(Duration.ofSeconds(1), FilesState.empty());
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(1, null);
    context.runAsync();
    context.runAsync();
    assertThat(context.assigned(0)).containsExactly("data/a.json");
    write("b.json", "1");
    context.runAsync();
    assertThat(context.assigned(1)).containsExactly("data/b.json");
    assertThat(context.readersWithoutMore).isEmpty();
  }

  @Test
  void givesTheFilesOfAFailedReaderToAnother() throws Exception {
    write("a.json", "1");
    FilesEnumerator enumerator = start(Duration.ofSeconds(1), FilesState.empty());
    context.runAsync();
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(1, null);
    context.fail(0);
    enumerator.addSplitsBack(context.splits(0), 0);
    assertThat(context.assigned(1)).containsExactly("data/a.json");
  }

  @Test
  void neverGivesFilesToAReaderThatFailedWhileWaiting() throws Exception {
    FilesEnumerator enumerator = start(Duration.ofSeconds(1), FilesState.empty());
    context.runAsync();
    enumerator.handleSplitRequest(0, null);
    context.fail(0);
    write("a.json", "1");
    context.runAsync();
    assertThat(context.assigned(0)).isEmpty();
    enumerator.handleSplitRequest(1, null);
    assertThat(context.assigned(1)).containsExactly("data/a.json");
  }

  @Test
  void theNewerStateOfAFileReplacesTheOlder() throws Exception {
    write("a.json", "1");
    FilesEnumerator enumerator = start(Duration.ofSeconds(1), FilesState.empty());
    context.runAsync();
    enumerator.handleSplitRequest(0, null);
    FileSourceSplit halfRead =
        context
            .splits(0)
            .get(0)
            .updateWithCheckpointedPosition(
                new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, 1));
    write("a.json", "12");
    context.runAsync();
    enumerator.addSplitsBack(List.of(halfRead), 0);
    assertThat(enumerator.snapshotState(2).pending())
        .singleElement()
        .satisfies(split -> assertThat(split.length()).isEqualTo(2))
        .satisfies(split -> assertThat(split.getReaderPosition()).isEmpty());
  }

  @Test
  void aFolderThatIsGoneEndsATriggeredRunOnly() throws Exception {
    Files.delete(project.resolve("data"));
    start(ONCE, FilesState.empty());
    assertThatExceptionOfType(AutoCdcException.class)
        .isThrownBy(context::runAsync)
        .withMessageContaining("FILE_NOT_FOUND");

    FakeEnumeratorContext continuous = new FakeEnumeratorContext(1);
    FilesEnumerator enumerator =
        new FilesEnumerator(
            continuous, scan, FilesReading.of(Duration.ofSeconds(1)), FilesState.empty());
    enumerator.start();
    enumerator.handleSplitRequest(0, null);
    continuous.runAsync();
    write("a.json", "1");
    continuous.runAsync();
    assertThat(continuous.assigned(0)).containsExactly("data/a.json");
  }

  @Test
  void refusesStateOfAnotherVersion() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new FilesStateSerializer().deserialize(9, new byte[0]))
        .withMessageContaining("version 9");
  }

  private FilesEnumerator start(Duration interval, FilesState state) {
    FilesEnumerator enumerator =
        new FilesEnumerator(context, scan, FilesReading.of(interval), state);
    enumerator.start();
    return enumerator;
  }

  private static FilesState copy(FilesState state) throws IOException {
    FilesStateSerializer serializer = new FilesStateSerializer();
    FilesState copy = serializer.deserialize(serializer.getVersion(), serializer.serialize(state));
    assertThat(copy.ledger()).isEqualTo(state.ledger());
    return copy;
  }

  private void write(String name, String text) throws IOException {
    Path file = project.resolve("data").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
