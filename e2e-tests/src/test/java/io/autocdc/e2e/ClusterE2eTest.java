// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.e2e.GoldenProject.Catalogs;
import io.autocdc.golden.GoldenCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs on a real cluster, submitted in both ways, stopped, changed, continued and killed. The long
 * form has 1,000,000 events and loses ten task managers.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ClusterE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int EVENTS = FULL ? 1_000_000 : 40_000;
  private static final int LOSSES = FULL ? 10 : 1;
  private static final int FILES = 20;
  private static final String[] ROCKS_DB = {
    "-D", "state.backend.type=rocksdb", "-D", "execution.checkpointing.interval=300ms"
  };

  @TempDir static Path clusterFolder;
  @TempDir private Path folder;
  private static FlinkCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = FlinkCluster.start(clusterFolder, 2);
  }

  @AfterAll
  static void noProcessIsLeft() {
    cluster.close();
    cluster.await("end of all processes", () -> cluster.processes().isEmpty());
  }

  @AfterEach
  void noJobIsLeft() {
    cluster.cancelJobs();
  }

  private Cli cli() {
    return new Cli(folder);
  }

  private static String[] remote(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("run", "project", "--warehouse", "w", "--target", "remote", "--address"));
    words.add(cluster.address());
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private Cli.Result flinkRun(List<String> flinkOptions, String... more) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(flinkOptions);
    words.add(FlinkCluster.JAR.toString());
    words.add(folder.resolve("project").toString());
    words.addAll(List.of("--warehouse", folder.resolve("w").toString()));
    words.addAll(List.of(more));
    return cluster.flink(words.toArray(String[]::new));
  }

  private List<String> show(String table) {
    return cli().runHere("show", table, "--warehouse", "w", "--format", "json").expect(0).lines();
  }

  private Path runFolder(int run) {
    return folder.resolve("w/.autocdc/test/%06d".formatted(run));
  }

  /** The job that a run has left on the cluster. */
  private String job(int run) {
    Properties properties = new Properties();
    try (var in = Files.newBufferedReader(runFolder(run).resolve("job.properties"))) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("job-id");
  }

  private boolean hasCheckpoint(int run) {
    if (!Files.isDirectory(runFolder(run))) {
      return false;
    }
    try (Stream<Path> files = Files.walk(runFolder(run))) {
      return files.anyMatch(file -> file.toString().matches(".*/chk-\\d+/_metadata"));
    } catch (IOException | UncheckedIOException e) {
      // Flink removes older ones meanwhile.
      return false;
    }
  }

  private static void loseTaskManager() {
    cluster.killTaskManager();
    cluster.startTaskManager();
  }

  /** A project with a large feed of changes. */
  private TestProject project(String... actions) {
    return new TestProject(folder.resolve("project"))
        .write(
            "p.yaml",
            TestProject.pipeline(
                Stream.concat(
                        Stream.of(TestProject.load("changes", ChangeFeed.schema())),
                        Stream.of(actions))
                    .toArray(String[]::new)));
  }

  private static String flow(String table, int scdType) {
    return TestProject.write(
        table,
        "changes",
        "keys: [id]",
        "sequence_by: seq",
        "scd_type: " + scdType,
        "apply_as_deletes: \"op = 'D'\"",
        "except_column_list: [op, seq]");
  }

  private ChangeFeed deliver(int from, int to) {
    ChangeFeed feed = new ChangeFeed(EVENTS, EVENTS / 10, 4711);
    try {
      feed.write(folder.resolve("project/data/changes"), FILES, from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return feed;
  }

  @Test
  void tablesOfEveryKindAreTheSameAsOnOneMachine() {
    List<GoldenCase> changes = new ArrayList<>();
    for (String file : List.of("scd1", "scd2", "bitemporal", "partial_updates")) {
      changes.addAll(GoldenCase.load(file).subList(0, 1));
    }
    GoldenProject project = new GoldenProject(folder.resolve("project"), changes, Catalogs.ALL);
    GoldenCase snapshots = GoldenCase.load("snapshots").get(0);
    TestProject more = new TestProject(folder.resolve("project"));
    List<String> config = new ArrayList<>(List.of("version_from: file_name"));
    config.add(
        "source: { path: data/snapshots, format: json, schema: \"%s\" }"
            .formatted(snapshots.schemaText()));
    snapshots.flow().forEach((key, value) -> config.add(key + ": " + value));
    more.write(
        "snapshots.yaml",
        "pipeline: golden\nflowgroup: snapshots\nactions:\n"
            + TestProject.writeSnapshots("snapshots", null, config.toArray(String[]::new)));
    GoldenCase typed = changes.get(0);
    for (String format : List.of("avro", "parquet")) {
      Path file = more.folder().resolve("data/" + format + "/1");
      EventFiles.write(file, format, typed.schema(), typed.events());
      String load =
          """
            - { name: load_%1$s, type: load, target: v_%1$s, source: { type: files, path: data/%1$s, format: %1$s } }
          """;
      more.write(
          format + ".yaml",
          "pipeline: golden\nflowgroup: "
              + format
              + "\nactions:\n"
              + load.formatted(format)
              + TestProject.write("of_" + format, "v_" + format, GoldenProject.parameters(typed)));
    }
    List<List<List<List<Object>>>> halves =
        changes.stream()
            .map(
                golden -> {
                  int half = golden.events().size() / 2;
                  return List.of(
                      golden.events().subList(0, half),
                      golden.events().subList(half, golden.events().size()));
                })
            .toList();

    for (int batch = 0; batch < 2; batch++) {
      project.deliver(batch, halves);
      List<GoldenCase.Snapshot> all = snapshots.snapshots();
      int half = all.size() / 2;
      for (GoldenCase.Snapshot snapshot :
          batch == 0 ? all.subList(0, half) : all.subList(half, all.size())) {
        more.write(
            "data/snapshots/snapshot_" + snapshot.version() + ".json",
            String.join("\n", snapshot.rows().stream().map(snapshots::json).toList()) + "\n");
      }
      cli().run(remote("--parallelism", String.valueOf(4 - batch))).expect(0);
    }

    SoftAssertions softly = new SoftAssertions();
    project.check(cli(), "w", softly);
    softly.assertThat(show("silver.snapshots")).isEqualTo(snapshots.expectedJson());
    softly.assertThat(show("silver.of_avro")).isEqualTo(typed.expectedJson());
    softly.assertThat(show("silver.of_parquet")).isEqualTo(typed.expectedJson());
    softly.assertAll();
  }

  @Test
  void aTaskManagerLostInTheMiddleChangesNeitherTableNorCounts() {
    project(flow("history", 2));
    ChangeFeed feed = deliver(0, FILES);
    try (Cli.Running run =
        cli().start(remote(with(ROCKS_DB, "--parallelism", "4", "--format", "json")))) {
      for (int i = 0; i < LOSSES; i++) {
        cluster.await("checkpoint", () -> hasCheckpoint(1));
        loseTaskManager();
      }
      Cli.Result result = run.await(Duration.ofMinutes(10)).expect(0);
      assertThat(result.err()).contains("starting again from the last checkpoint");
      assertThat(result.out())
          .contains("\"num_input_rows\":" + EVENTS, "\"num_quarantined_rows\":0");
    }
    assertThat(show("silver.history")).isEqualTo(feed.expectedHistory());
  }

  @Test
  void aDetachedJobIsStoppedChangedRescaledAndTakenOver() {
    project(flow("history", 2));
    ChangeFeed feed = deliver(0, FILES / 2);
    flinkRun(List.of("-d", "-p", "4"), with(ROCKS_DB, "--mode", "continuous")).expect(0);
    String first = job(1);
    cluster.await("checkpoint", () -> hasCheckpoint(1));
    deliver(FILES / 2, FILES * 3 / 4);
    loseTaskManager();
    cluster.await(
        "restored job",
        () -> cluster.get("/jobs/" + first + "/checkpoints").contains("\"restored\":1"));
    cluster.await("job", () -> cluster.isRunning(first));
    cluster.awaitTaskManagers();
    Path savepoints = folder.resolve("savepoints");
    Cli.Result stopped =
        cluster.flink("stop", "--savepointPath", savepoints.toUri().toString(), first).expect(0);
    String savepoint = stopped.out().replaceFirst("(?s).*Path: (\\S+).*", "$1");

    project(flow("history", 2), flow("now", 1));
    deliver(FILES * 3 / 4, FILES);
    flinkRun(List.of("-d", "-s", savepoint, "-p", "2"), with(ROCKS_DB, "--mode", "continuous"))
        .expect(0);
    String second = job(2);
    cluster.await("checkpoint", () -> hasCheckpoint(2));
    assertThat(flinkRun(List.of("-d", "-s", savepoint), "--mode", "continuous").expect(1).err())
        .contains("ALREADY_RUNNING");

    Cli.Result last = cli().run(remote("--parallelism", "3", "--format", "json")).expect(0);
    assertThat(last.err()).contains("taking over the job " + second);
    assertThat(last.out()).contains("\"continued\":true");
    assertThat(cluster.state(second)).hasValue("FINISHED");
    List<String> history = feed.expectedHistory();
    assertThat(show("silver.history")).isEqualTo(history);
    assertThat(show("silver.now"))
        .isEqualTo(
            history.stream()
                .filter(row -> row.endsWith("\"__END_AT\":null}"))
                .map(row -> row.replaceFirst(",\"__START_AT.*", "}"))
                .toList());
    assertThat(flinkRun(List.of("-d", "-s", savepoint), "--mode", "continuous").expect(1).err())
        .contains("OLD_SAVEPOINT", savepoint.replaceFirst("^file:", ""));
  }

  @Test
  void theJobOfAKilledClientIsTakenOver() {
    project(flow("history", 2));
    ChangeFeed feed = deliver(0, FILES);
    try (Cli.Running run = cli().start(remote(with(ROCKS_DB, "--parallelism", "2")))) {
      cluster.await("checkpoint", () -> hasCheckpoint(1));
      run.kill();
    }
    String job = job(1);
    assertThat(cluster.state(job)).hasValue("RUNNING");

    Cli.Result local = cli().run("run", "project", "--warehouse", "w").expect(0);

    assertThat(local.err()).contains("taking over the job " + job);
    assertThat(cluster.state(job)).hasValue("FINISHED");
    assertThat(show("silver.history")).isEqualTo(feed.expectedHistory());
    assertThat(runFolder(1)).doesNotExist();
  }

  @Test
  void aContinuousRunStopsWithASavepointWhenItIsAskedTo() {
    project(flow("history", 2))
        .write("data/changes/1.json", "{\"id\":1,\"name\":\"a\",\"op\":\"U\",\"seq\":1}\n");
    try (Cli.Running run = cli().start(remote(with(ROCKS_DB, "--mode", "continuous")))) {
      cluster.await("checkpoint", () -> hasCheckpoint(1));
      String job = job(1);
      run.process().destroy();
      Cli.Result result = run.await(Duration.ofMinutes(2)).expect(0);
      assertThat(result.err()).contains("stopping with a savepoint");
      // The savepoint is there a moment before the job says that it has ended.
      cluster.await("end of the job", () -> cluster.state(job).equals(Optional.of("FINISHED")));
      assertThat(runFolder(1).resolve("job.properties")).doesNotExist();
    }
  }

  @Test
  void commandsPrintWhatThePageSays() throws Exception {
    PageCommands commands = new PageCommands(folder, cluster);
    commands.run(new MarkdownPage(Cli.ROOT, "docs/clusters.md"));
    assertThat(commands.failures()).isEmpty();
    assertThat(commands.differences()).isEmpty();
  }

  @Test
  void whatCannotRunIsToldInOneLine() {
    project(flow("history", 2)).write("data/changes/none.json", "");
    Cli cli = cli();
    Cli.Result nobody =
        cli.run("run", "project", "--target", "remote", "--address", "localhost:1").expect(1);
    assertThat(nobody.err()).contains("CLUSTER_UNREACHABLE", "localhost:1");
    Cli.Result slots = cli.run(remote("--parallelism", "20")).expect(1);
    assertThat(slots.err())
        .contains("needs 20 slots", "8 are free", "NOT_ENOUGH_SLOTS")
        .doesNotContain("\tat ");
    assertThat(flinkRun(List.of("-d")).expect(1).err())
        .contains("leave -d out, or add --mode continuous")
        .doesNotContain("The program finished with the following exception");
    project(flow("strict", 1).stripTrailing() + "\n        on_invalid_row: fail\n")
        .write("data/changes/bad.json", "{\"op\":\"U\",\"seq\":1}\n");
    assertThat(cli.run(remote("--parallelism", "1")).expect(1).err())
        .contains("INVALID_ROW")
        .doesNotContain("\tat ");
    assertThat(cluster.flink("run", FlinkCluster.JAR.toString(), "nothing").expect(1).err())
        .contains("FILE_NOT_FOUND 'nothing'");
  }

  private static String[] with(String[] options, String... more) {
    return Stream.of(more, options).flatMap(Stream::of).toArray(String[]::new);
  }
}
