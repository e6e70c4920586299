// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.Watermark;
import io.autocdc.dsl.type.TableSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
class FilesConnectorITCase {

  /** Accumulators come with heartbeats. */
  @RegisterExtension
  private static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .setConfiguration(
                  new Configuration()
                      .set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(200))
                      .set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofSeconds(20)))
              .build());

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

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aTriggeredRunReadsEverythingAndStaysOpen(int parallelism) throws Exception {
    write("a.json", lines(0, 100));
    write("nested/deep/b.json", lines(100, 200));
    writeGzip("c.json.gz", lines(200, 300));
    write("_hidden/d.json", lines(300, 400));
    FilesRun run =
        FilesRun.triggered(source("data", "json"), project, parallelism, null).awaitInputRead();
    run.await(() -> run.rows().size() == 300);
    assertThat(ids(run.rows())).containsExactlyElementsOf(range(0, 300));
    assertThat(run.invalid()).isEmpty();
    run.stop(savepoints);
    assertThat(run.rows()).hasSize(300);
  }

  @Test
  void rowsKnowTheirFile() throws Exception {
    write("sub/a.json", "{\"id\":1}\n");
    Files.setLastModifiedTime(
        project.resolve("data/sub/a.json"), FileTime.fromMillis(1_700_000_000_123L));
    FilesRun run = FilesRun.triggered(source("data", "json"), project, 1, null).awaitInputRead();
    run.stop(savepoints);
    assertThat(run.rows())
        .containsExactly(
            "{\"id\":1,\"name\":null,\"__file_path\":\"data/sub/a.json\","
                + "\"__file_modification_time\":\"2023-11-14T22:13:20.123Z\"}");
  }

  @Test
  void brokenLinesAndFilesAreInvalidRowsWithPlaceAndText() throws Exception {
    write("a.json", "{\"id\":1}\n\nnot json\n{\"id\":\"x\"}\n{\"id\":2}\n");
    write("b.json.gz", "this is no gzip");
    byte[] packed = gzip(lines(10, 5000));
    Files.write(project.resolve("data/c.json.gz"), Arrays.copyOf(packed, packed.length / 2));
    FilesRun run = FilesRun.triggered(source("data", "json"), project, 2, null).awaitInputRead();
    run.stop(savepoints);
    assertThat(run.invalid())
        .anySatisfy(
            text ->
                assertThat(text).startsWith("data/a.json:3 | not JSON: ").endsWith(" | not json"))
        .contains("data/a.json:4 | column 'id': 'x' is not a valid BIGINT | {\"id\":\"x\"}")
        .anySatisfy(text -> assertThat(text).startsWith("data/b.json.gz:1 | the rest of the file"))
        .anySatisfy(text -> assertThat(text).startsWith("data/c.json.gz:1 | the rest of the file"));
    assertThat(run.invalid()).hasSize(4);
    assertThat(ids(run.rows())).startsWith(1L, 2L, 10L);
  }

  @Test
  void theNextRunReadsOnlyNewAndChangedFilesAtAnyParallelism() throws Exception {
    write("same.json", lines(0, 10));
    write("grows.json", lines(10, 20));
    FilesRun first = FilesRun.triggered(source("data", "json"), project, 4, null).awaitInputRead();
    String savepoint = first.stop(savepoints);
    assertThat(ids(first.rows())).containsExactlyElementsOf(range(0, 20));

    write("grows.json", lines(10, 25));
    write("new.json", lines(25, 30));
    FilesRun second = FilesRun.triggered(source("data", "json"), project, 2, savepoint);
    String nextSavepoint = second.awaitInputRead().stop(savepoints);
    List<Long> expected = new ArrayList<>(range(0, 30));
    expected.addAll(range(10, 20));
    assertThat(ids(second.rows())).containsExactlyInAnyOrderElementsOf(expected);

    FilesRun third = FilesRun.triggered(source("data", "json"), project, 1, nextSavepoint);
    third.awaitInputRead().stop(savepoints);
    assertThat(third.rows()).hasSize(expected.size());
  }

  @Test
  void aFailureInTheMiddleOfFilesLosesAndRepeatsNothing() throws Exception {
    for (int file = 0; file < 3; file++) {
      write("f" + file + ".csv", "name,id\n" + csv(file * 1000, file * 1000 + 1000));
    }
    FilesRun run = new FilesRun(source("data", "csv"), project, true, 2, null, 700);
    run.awaitInputRead().stop(savepoints);
    assertThat(ids(run.rows())).containsExactlyElementsOf(range(0, 3000));
    assertThat(run.invalid()).isEmpty();
  }

  @Test
  void aContinuousRunPicksUpFilesAsTheyCome() throws Exception {
    write("a.json", lines(0, 10));
    Source source = source("data/*.json", "json", Map.of("monitor_interval", "100 ms"));
    FilesRun run = new FilesRun(source, project, false, 2, null, 0);
    run.await(() -> run.rows().size() == 10);
    write("b.json", lines(10, 20));
    write("other.txt", "nothing for us");
    run.await(() -> run.rows().size() == 20);
    assertThat(run.signals()).isZero();
    String savepoint = run.stop(savepoints);

    write("c.json", lines(20, 30));
    FilesRun triggered = FilesRun.triggered(source, project, 4, savepoint).awaitInputRead();
    triggered.stop(savepoints);
    assertThat(ids(triggered.rows())).containsExactlyElementsOf(range(0, 30));
  }

  @Test
  void anEmptyFolderIsAnInputOfNoRows() throws Exception {
    FilesRun run = FilesRun.triggered(source("data", "json"), project, 2, null).awaitInputRead();
    String savepoint = run.stop(savepoints);
    write("a.json", lines(0, 5));
    FilesRun next = FilesRun.triggered(source("data", "json"), project, 4, savepoint);
    next.awaitInputRead().stop(savepoints);
    assertThat(ids(next.rows())).containsExactlyElementsOf(range(0, 5));
  }

  @Test
  void readersThatAreThroughDoNotHoldBackTheWatermark() throws Exception {
    write(
        "a.csv",
        "id,at\n1,1970-01-01 00:00:01\n2,\n3,1970-01-01 00:00:09\n4,1970-01-01 00:00:03\n");
    TableSchema schema = TableSchema.parse("id BIGINT, at TIMESTAMP(3)");
    Map<String, String> options = Map.of("path", "data", "format", "csv");
    Watermark watermark = new Watermark("at", Duration.ofSeconds(5));
    Source source = new Source("changes", "files", ReadMode.STREAM, options, schema, watermark);
    FilesRun run = FilesRun.triggered(source, project, 3, null).awaitInputRead();
    run.await(() -> run.fired().size() == 2);
    run.stop(savepoints);
    assertThat(run.fired()).containsExactly("1000", "3000");
    assertThat(run.rows()).hasSize(4);
  }

  private static Source source(String path, String format) {
    return source(path, format, Map.of());
  }

  private static Source source(String path, String format, Map<String, String> more) {
    Map<String, String> options = new HashMap<>(more);
    options.put("path", path);
    options.put("format", format);
    TableSchema schema = TableSchema.parse("id BIGINT, name STRING");
    return new Source("changes", "files", ReadMode.STREAM, options, schema, null);
  }

  private static List<Long> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> (long) i).toList();
  }

  private static List<Long> ids(List<String> rows) {
    return rows.stream()
        .map(row -> Long.parseLong(row.replaceAll("\\{\"id\":(\\d+),.*", "$1")))
        .sorted()
        .toList();
  }

  private static String lines(int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append("{\"id\":").append(i).append(",\"name\":\"n").append(i).append("\"}\n");
    }
    return lines.toString();
  }

  private static String csv(int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append("\"two\nlines\",").append(i).append('\n');
    }
    return lines.toString();
  }

  /** As users are asked to do: hidden until it is whole. */
  private void write(String name, String text) throws IOException {
    Path file = project.resolve("data").resolve(name);
    Files.createDirectories(file.getParent());
    Path hidden = file.resolveSibling("." + file.getFileName() + ".tmp");
    Files.writeString(hidden, text);
    Files.move(
        hidden,
        file,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  private void writeGzip(String name, String text) throws IOException {
    Files.write(project.resolve("data").resolve(name), gzip(text));
  }

  private static byte[] gzip(String text) throws IOException {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
