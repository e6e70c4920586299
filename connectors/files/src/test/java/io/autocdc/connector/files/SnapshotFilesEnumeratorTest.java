// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.VersionFrom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.types.logical.BigIntType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are snapshots, and files that are read once. */
class SnapshotFilesEnumeratorTest {

  private static final SnapshotVersions NUMBERS =
      new SnapshotVersions(VersionFrom.FILE_NAME, new BigIntType(), null);

  @TempDir private Path project;
  private final FakeEnumeratorContext context = new FakeEnumeratorContext(1);
  private FileScan scan;

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(project.resolve("data"));
    scan = new FileScan(FileNames.local(project.resolve("data")), null, new FileNames(project));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(project.resolve("data").resolve(name), text);
  }

  private static FilesReading snapshots(String stopBefore) {
    return new FilesReading(null, false, NUMBERS, stopBefore);
  }

  private FilesEnumerator start(
      FakeEnumeratorContext context, FilesReading reading, FilesState state) {
    FilesEnumerator enumerator = new FilesEnumerator(context, scan, reading, state);
    enumerator.start();
    return enumerator;
  }

  private void request(FilesEnumerator enumerator, int times) {
    for (int i = 0; i < times; i++) {
      enumerator.handleSplitRequest(0, null);
    }
  }

  @Test
  void snapshotsComeInTheOrderOfTheirVersionsAlsoEmptyOnes() throws Exception {
    write("a_10.json", "1");
    write("z_2.json", "");
    write("m_9.json", "1");
    FilesEnumerator enumerator = start(context, snapshots(null), FilesState.empty());
    context.runAsync();
    request(enumerator, 4);
    assertThat(context.assigned(0))
        .containsExactly("data/z_2.json", "data/m_9.json", "data/a_10.json");
    assertThat(context.readersWithoutMore).containsExactly(0);
  }

  @Test
  void whatAnEarlierRunLeftWaitsForLowerVersionsThatHaveComeSince() throws Exception {
    write("1.json", "1");
    write("3.json", "1");
    FilesEnumerator first = start(context, snapshots(null), FilesState.empty());
    context.runAsync();
    request(first, 1);
    write("2.json", "1");
    write("1.json", "12");

    FakeEnumeratorContext next = new FakeEnumeratorContext(1);
    FilesEnumerator second = start(next, snapshots(null), first.snapshotState(1));
    request(second, 1);
    assertThat(next.assigned(0)).isEmpty();
    next.runAsync();
    request(second, 2);
    assertThat(next.assigned(0)).containsExactly("data/1.json", "data/2.json", "data/3.json");
  }

  @Test
  void aRunEndsBeforeTheSnapshotThatItIsToLeaveAlone() throws Exception {
    write("1.json", "1");
    write("2.json", "1");
    write("10.json", "1");
    FilesEnumerator enumerator = start(context, snapshots("data/2.json"), FilesState.empty());
    context.runAsync();
    request(enumerator, 2);
    assertThat(context.assigned(0)).containsExactly("data/1.json");
    assertThat(context.readersWithoutMore).containsExactly(0);
    FakeEnumeratorContext next = new FakeEnumeratorContext(1);
    FilesEnumerator second = start(next, snapshots(null), enumerator.snapshotState(1));
    next.runAsync();
    request(second, 3);
    assertThat(next.assigned(0)).containsExactly("data/2.json", "data/10.json");
  }

  @Test
  void aNameWithoutAVersionIsRefusedWithoutAnotherTry() throws Exception {
    write("latest.json", "1");
    start(context, snapshots(null), FilesState.empty());
    assertThatThrownBy(context::runAsync)
        .isInstanceOf(SuppressRestartsException.class)
        .hasRootCauseMessage("there is no number in it")
        .cause()
        .hasMessageContaining("SNAPSHOT_VERSION the name of the snapshot 'data/latest.json'");
  }

  @Test
  void whatIsReadOnceIsNeverListedAgain() throws Exception {
    for (Duration interval : new Duration[] {null, Duration.ofSeconds(1)}) {
      FilesReading once = new FilesReading(interval, true, null, null);
      write("a.json", "1");
      write("b.json", "1");
      FakeEnumeratorContext first = new FakeEnumeratorContext(1);
      FilesEnumerator enumerator = start(first, once, FilesState.empty());
      first.runAsync();
      request(enumerator, 1);
      assertThat(first.assigned(0)).containsExactly("data/a.json");
      write("a.json", "changed");
      write("c.json", "1");
      first.runAsync();

      FakeEnumeratorContext next = new FakeEnumeratorContext(1);
      FilesEnumerator second = start(next, once, enumerator.snapshotState(1));
      next.runAsync();
      request(second, 2);
      assertThat(next.assigned(0)).containsExactly("data/b.json");
      assertThat(next.readersWithoutMore).containsExactly(0);
      Files.delete(project.resolve("data/c.json"));
    }
  }

  @Test
  void whatIsReadOnceIsLookedForUntilThereIsSomething() throws Exception {
    FilesReading once = new FilesReading(null, true, null, null);
    FilesEnumerator first = start(context, once, FilesState.empty());
    context.runAsync();
    write("a.json", "1");
    FakeEnumeratorContext next = new FakeEnumeratorContext(1);
    FilesEnumerator second = start(next, once, first.snapshotState(1));
    next.runAsync();
    request(second, 1);
    assertThat(next.assigned(0)).containsExactly("data/a.json");
  }
}
