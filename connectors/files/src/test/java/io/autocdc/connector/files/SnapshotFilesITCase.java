// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.type.TableSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class SnapshotFilesITCase {

  /** Accumulators come with heartbeats. */
  @RegisterExtension
  private static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .setConfiguration(
                  new Configuration()
                      .set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(200))
                      .set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofSeconds(20)))
              .build());

  private static final int MANY = 3_000;

  @TempDir private Path project;
  @TempDir private Path savepoints;

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(project.resolve("data"));
  }

  @AfterEach
  void freeSlots() throws Exception {
    FilesRun.cancelAll();
  }

  private static Source source(String format, String versionFrom) {
    return new Source(
        "s",
        "files",
        ReadMode.STREAM,
        new TreeMap<>(Map.of("path", "data", "format", format, "version_from", versionFrom)),
        TableSchema.parse("id BIGINT"),
        null);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(project.resolve("data").resolve(name), text);
  }

  private static String lines(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(id -> "{\"id\":" + id + "}\n")
        .collect(Collectors.joining());
  }

  private static List<Long> ids(FilesRun run) {
    return run.rows().stream()
        .map(row -> Long.parseLong(row.replaceAll("\\{\"id\":(\\d+),.*", "$1")))
        .toList();
  }

  private static List<Long> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(id -> (long) id).toList();
  }

  /** Reads all of it and stops; gives the savepoint. */
  private String finish(FilesRun run) throws Exception {
    return run.awaitInputRead().stop(savepoints);
  }

  @Test
  void snapshotsAreReadInTheOrderOfTheirVersionsOverRuns() throws Exception {
    write("s_10.json", lines(5, 6));
    write("s_2.json", lines(0, 2) + "broken\n");
    write("s_3.json", "");
    FilesRun first = FilesRun.ofSnapshots(source("json", "file_name"), project, null, false, null);
    String savepoint = finish(first);
    assertThat(first.ends())
        .containsExactly(
            "1 whole data/s_2.json version 2, rows 2",
            "2 whole data/s_3.json version 3, rows 0",
            "3 whole data/s_10.json version 10, rows 1");
    assertThat(first.rows().get(0)).contains("\"__snapshot_version\":2");
    assertThat(ids(first)).containsExactly(0L, 1L, 5L);
    assertThat(first.invalid()).singleElement().asString().startsWith("data/s_2.json:3 |");

    write("s_11.json", lines(7, 8));
    FilesRun second =
        FilesRun.ofSnapshots(source("json", "file_name"), project, savepoint, false, null);
    finish(second);
    assertThat(second.ends().subList(3, second.ends().size()))
        .containsExactly("4 whole data/s_11.json version 11, rows 1");
  }

  @Test
  void aCounterGoesOnOverRunsAndAHeaderAloneIsAnEmptySnapshot() throws Exception {
    write("b.csv", "id\n1\n2\n");
    write("a.csv", "id\n");
    FilesRun first = FilesRun.ofSnapshots(source("csv", "counter"), project, null, false, null);
    String savepoint = finish(first);
    write("b.csv", "id\n1\n2\n3\n");
    FilesRun second =
        FilesRun.ofSnapshots(source("csv", "counter"), project, savepoint, false, null);
    finish(second);
    assertThat(second.ends())
        .containsExactly(
            "1 whole data/a.csv version 1, rows 0",
            "2 whole data/b.csv version 2, rows 2",
            "3 whole data/b.csv version 3, rows 3");
  }

  @Test
  void whatChangedOrVanishedBetweenRunsIsGivenUpAndReadAnew() throws Exception {
    write("1.json", lines(0, MANY));
    write("2.json", lines(0, 5));
    write("3.json", lines(0, 6));
    FilesRun first = FilesRun.ofSnapshots(source("json", "file_name"), project, null, true, null);
    first.await(() -> first.rows().size() > 20);
    String savepoint = first.stop(savepoints);
    assertThat(first.ends()).isEmpty();
    int before = first.rows().size();
    write("1.json", lines(0, 4));
    Files.delete(project.resolve("data/2.json"));
    FilesRun second =
        FilesRun.ofSnapshots(source("json", "file_name"), project, savepoint, false, null);
    finish(second);
    assertThat(second.ends()).hasSize(4);
    assertThat(second.ends().get(0)).matches("1 given up data/1.json version null, rows \\d+");
    assertThat(second.ends().subList(1, 4))
        .containsExactly(
            "2 whole data/1.json version 1, rows 4",
            "3 given up data/2.json version null, rows 0",
            "4 whole data/3.json version 3, rows 6");
    assertThat(second.rows()).hasSize(before + 10);
  }

  @Test
  void anUnchangedSnapshotIsReadOnWhereTheRunBeforeStopped() throws Exception {
    write("1.json", lines(0, MANY));
    FilesRun first = FilesRun.ofSnapshots(source("json", "file_name"), project, null, true, null);
    first.await(() -> first.rows().size() > 20);
    FilesRun second =
        FilesRun.ofSnapshots(
            source("json", "file_name"), project, first.stop(savepoints), false, null);
    finish(second);
    assertThat(ids(second)).isEqualTo(range(0, MANY));
    assertThat(second.ends()).containsExactly("1 whole data/1.json version 1, rows " + MANY);
  }

  @Test
  void aSnapshotThatIsLeftAloneIsGivenUpAndReadAnewLater() throws Exception {
    write("1.json", lines(0, 3));
    write("2.json", lines(3, MANY));
    write("3.json", lines(0, 1));
    FilesRun first = FilesRun.ofSnapshots(source("json", "file_name"), project, null, true, null);
    first.await(() -> first.rows().size() > 20);
    String savepoint = first.stop(savepoints);
    FilesRun parked =
        FilesRun.ofSnapshots(source("json", "file_name"), project, savepoint, false, "data/2.json");
    savepoint = finish(parked);
    assertThat(parked.rows()).isEqualTo(first.rows());
    assertThat(parked.ends()).hasSize(2);
    assertThat(parked.ends().get(1)).matches("2 given up data/2.json version null, rows \\d+");

    FilesRun last =
        FilesRun.ofSnapshots(source("json", "file_name"), project, savepoint, false, null);
    finish(last);
    assertThat(last.ends().subList(2, 4))
        .containsExactly(
            "3 whole data/2.json version 2, rows " + (MANY - 3),
            "4 whole data/3.json version 3, rows 1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatCannotBeUnpackedIsRefused(boolean begins) throws Exception {
    byte[] packed = gzip(lines(0, 50_000));
    Files.write(
        project.resolve("data/1.json.gz"),
        begins
            ? Arrays.copyOf(packed, packed.length / 2)
            : "no gzip".getBytes(StandardCharsets.UTF_8));
    FilesRun run = FilesRun.ofSnapshots(source("json", "file_name"), project, null, false, null);
    assertThatThrownBy(run::awaitInputRead)
        .hasStackTraceContaining("SNAPSHOT_INCOMPLETE the snapshot 'data/1.json.gz' of source 's'");
    assertThat(run.ends()).isEmpty();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
