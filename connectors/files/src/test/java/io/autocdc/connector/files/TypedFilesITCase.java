// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.files.typed.TypedFormat;
import io.autocdc.connector.files.typed.WrittenFiles;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.type.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parquet, Avro and folders that have columns, in running jobs. */
@Timeout(180)
class TypedFilesITCase {

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

  @AfterEach
  void freeSlots() throws Exception {
    FilesRun.cancelAll();
  }

  @ParameterizedTest
  @EnumSource(TypedFormat.class)
  void aFailureInTheMiddleOfFilesLosesAndRepeatsNothing(TypedFormat format) throws Exception {
    for (int file = 0; file < 3; file++) {
      write(format, "data/f" + file, file * 1000, file * 1000 + 1000);
    }
    FilesRun run = new FilesRun(source(format, Map.of()), project, true, 2, null, 700);
    String savepoint = run.awaitInputRead().stop(savepoints);
    assertThat(ids(run.rows())).containsExactlyElementsOf(range(0, 3000));
    assertThat(run.invalid()).isEmpty();

    write(format, "data/f3", 3000, 3010);
    FilesRun next = FilesRun.triggered(source(format, Map.of()), project, 4, savepoint);
    next.awaitInputRead().stop(savepoints);
    assertThat(ids(next.rows())).containsExactlyElementsOf(range(0, 3010));
  }

  @ParameterizedTest
  @EnumSource(TypedFormat.class)
  void whatDoesNotFitIsInvalidWithItsPlaceAndItsRow(TypedFormat format) throws Exception {
    write(format, "data/a", 0, 500);
    Path cut = write(format, "data/b", 500, 1500);
    byte[] whole = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(whole, whole.length - 50));
    Files.writeString(project.resolve("data/c"), "this is neither of them");
    Source source = source(format, Map.of(), "id TINYINT, name STRING, more INT");
    FilesRun run = FilesRun.triggered(source, project, 2, null).awaitInputRead();
    run.stop(savepoints);
    assertThat(ids(run.rows())).containsExactlyElementsOf(range(0, 128));
    assertThat(run.rows().get(0)).contains("\"more\":null");
    assertThat(run.invalid())
        .contains(
            "data/a:129 | column 'id': '128' is not a valid TINYINT: it is out of range"
                + " | {\"id\":128,\"name\":\"n128\"}")
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("data/b:")
                    .contains("cannot be read as " + format.title()))
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("data/c:1 | the file cannot be read as " + format.title() + ": "));
  }

  @ParameterizedTest
  @EnumSource(TypedFormat.class)
  void aColumnOfAnotherTypeMakesEveryRowInvalid(TypedFormat format) throws Exception {
    write(format, "data/a", 0, 2);
    FilesRun run =
        FilesRun.triggered(source(format, Map.of(), "id BIGINT, name DATE"), project, 1, null);
    run.awaitInputRead().stop(savepoints);
    assertThat(run.rows()).isEmpty();
    assertThat(run.invalid())
        .containsExactlyInAnyOrder(
            "data/a:1 | column 'name': the file has STRING, which is not read as DATE"
                + " | {\"id\":0,\"name\":\"n0\"}",
            "data/a:2 | column 'name': the file has STRING, which is not read as DATE"
                + " | {\"id\":1,\"name\":\"n1\"}");
  }

  @ParameterizedTest
  @EnumSource(TypedFormat.class)
  void filesCanBeSnapshots(TypedFormat format) throws Exception {
    write(format, "data/s_2", 0, 3);
    write(format, "data/s_10", 5, 6);
    Source source = source(format, Map.of("version_from", "file_name"));
    FilesRun run = FilesRun.ofSnapshots(source, project, null, false, null);
    run.awaitInputRead().stop(savepoints);
    assertThat(run.ends())
        .containsExactly(
            "1 whole data/s_2 version 2, rows 3", "2 whole data/s_10 version 10, rows 1");
    assertThat(ids(run.rows())).containsExactly(0L, 1L, 2L, 5L);
  }

  @ParameterizedTest
  @EnumSource(TypedFormat.class)
  void foldersGiveColumns(TypedFormat format) throws Exception {
    write(format, "data/dt=2026-01-31/name=x%2Fy/a", 0, 1);
    write(format, "data/dt=2026-02-01/name=__HIVE_DEFAULT_PARTITION__/b", 1, 2);
    write(format, "data/dt=2026-02-30/name=z/c", 2, 3);
    write(format, "data/d", 3, 4);
    Source source =
        source(
            format,
            Map.of("path", "data/**", FileOptions.PARTITION_COLUMNS, "dt, name"),
            "dt DATE, id BIGINT, name STRING");
    FilesRun run = FilesRun.triggered(source, project, 2, null).awaitInputRead();
    run.stop(savepoints);
    assertThat(run.rows().stream().map(row -> row.replaceAll(",\"__file.*", "")))
        .containsExactlyInAnyOrder(
            "{\"dt\":\"2026-01-31\",\"id\":0,\"name\":\"x/y\"",
            "{\"dt\":\"2026-02-01\",\"id\":1,\"name\":null");
    assertThat(run.invalid())
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("data/d:1 | the file lies in no folder 'dt=...'")
                    .endsWith(" | {\"id\":3}"))
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("data/dt=2026-02-30/name=z/c:1 | column 'dt': '2026-02-30' is not")
                    .endsWith(" | {\"id\":2}"))
        .hasSize(2);
  }

  @Test
  void foldersGiveColumnsToText() throws Exception {
    Files.createDirectories(project.resolve("data/dt=1"));
    Files.writeString(project.resolve("data/dt=1/a.csv"), "id,dt,name\n7,9,x\n");
    Files.writeString(project.resolve("data/dt=1/b.csv"), "8,y\n");
    Map<String, String> options =
        Map.of("path", "data", "format", "csv", FileOptions.PARTITION_COLUMNS, "dt");
    TableSchema schema = TableSchema.parse("id BIGINT, dt INT NOT NULL, name STRING");
    Source source = new Source("s", "files", ReadMode.STREAM, options, schema, null);
    FilesRun run = FilesRun.triggered(source, project, 1, null).awaitInputRead();
    run.stop(savepoints);
    assertThat(run.rows().stream().map(row -> row.replaceAll(",\"__file.*", "")))
        .containsExactlyInAnyOrder(
            "{\"id\":7,\"dt\":1,\"name\":\"x\"", "{\"id\":8,\"dt\":1,\"name\":\"y\"");
    assertThat(run.invalid()).isEmpty();
  }

  @Test
  void inBatchModeAContinuousRunLooksOnceAndIsThrough() throws Exception {
    write(TypedFormat.AVRO, "data/a", 0, 5);
    Source source =
        new Source(
            "changes",
            "files",
            ReadMode.BATCH,
            Map.of("path", "data", "format", "avro"),
            TableSchema.parse("id BIGINT, name STRING"),
            null);
    FilesRun run = new FilesRun(source, project, false, 1, null, 0);
    run.awaitInputRead().stop(savepoints);
    assertThat(ids(run.rows())).containsExactlyElementsOf(range(0, 5));
  }

  private Path write(TypedFormat format, String name, int from, int to) throws IOException {
    Path file = project.resolve(name);
    if (format == TypedFormat.PARQUET) {
      WrittenFiles.parquet(
          file,
          "message m { required int32 id; optional binary name (STRING); }",
          CompressionCodecName.SNAPPY,
          to - from,
          (group, i) -> {
            group.add("id", from + i);
            group.add("name", "n" + (from + i));
          });
      return file;
    }
    Schema schema =
        SchemaBuilder.record("R").fields().requiredInt("id").optionalString("name").endRecord();
    List<GenericRecord> records =
        IntStream.range(from, to)
            .mapToObj(
                i -> {
                  GenericRecord each = new GenericData.Record(schema);
                  each.put("id", i);
                  each.put("name", "n" + i);
                  return each;
                })
            .toList();
    WrittenFiles.avro(file, schema, "deflate", records);
    return file;
  }

  private static Source source(TypedFormat format, Map<String, String> more) {
    return source(format, more, "id BIGINT, name STRING");
  }

  private static Source source(TypedFormat format, Map<String, String> more, String schema) {
    Map<String, String> options = new HashMap<>(Map.of("path", "data"));
    options.putAll(more);
    options.put("format", format.name().toLowerCase(Locale.ROOT));
    return new Source(
        "changes", "files", ReadMode.STREAM, options, TableSchema.parse(schema), null);
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
}
