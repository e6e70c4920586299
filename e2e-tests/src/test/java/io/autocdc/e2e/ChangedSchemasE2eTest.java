// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables and state that go on while sources and declarations change between runs. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ChangedSchemasE2eTest {

  @TempDir private Path folder;
  private TestProject project;
  private Cli cli;
  private int files;

  @BeforeEach
  void newProject() {
    project = new TestProject(folder.resolve("project"));
    cli = new Cli(folder);
  }

  private static String load(String columns) {
    return TestProject.load(
        "changes", "id BIGINT, " + columns + ", op STRING, seq BIGINT, sys INT");
  }

  private static String flow(String table, String... more) {
    return flowFrom("changes", table, more);
  }

  private static String flowFrom(String source, String table, String... more) {
    List<String> config =
        new ArrayList<>(
            List.of(
                "keys: [id]",
                "sequence_by: seq",
                "apply_as_deletes: \"op = 'D'\"",
                "except_column_list: [op, seq, sys]"));
    config.addAll(List.of(more));
    return TestProject.write(table, source, config.toArray(String[]::new));
  }

  private void declare(String... actions) {
    project.write("p.yaml", TestProject.pipeline(actions));
  }

  private void bring(String... rows) {
    project.write("data/changes/" + ++files + ".json", String.join("\n", rows) + "\n");
  }

  private Cli.Result run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "project", "--warehouse", "w"));
    arguments.addAll(List.of(more));
    return cli.runHere(arguments.toArray(String[]::new));
  }

  private List<String> show(String table) {
    return cli.runHere("show", "silver." + table, "--warehouse", "w", "--format", "json")
        .expect(0)
        .lines();
  }

  private long filesIn(String path) {
    String[] names = folder.resolve("w/silver.db/" + path).toFile().list();
    return names == null ? 0 : names.length;
  }

  @Test
  void columnsComeGoReturnAndWidenAndLateEventsStillFindTheirPlace() {
    String now = flow("now", "scd_type: 1");
    String history = flow("history", "scd_type: 2");
    String beliefs = flow("beliefs", "scd_type: bitemporal", "system_sequence_by: sys");
    declare(load("a INT, b STRING"), now, history, beliefs);
    bring(
        "{\"id\":1,\"a\":1,\"b\":\"x\",\"seq\":10,\"sys\":1}",
        "{\"id\":1,\"a\":2,\"b\":\"x\",\"seq\":40,\"sys\":1}",
        "{\"id\":2,\"a\":7,\"b\":\"z\",\"seq\":40,\"sys\":1}");
    run("--parallelism", "1").expect(0);

    // Another order, a wider type, a new struct; and other actions first.
    declare(beliefs, history, load("c ROW<p INT>, b STRING, a BIGINT"), now);
    bring("{\"id\":1,\"a\":3000000000,\"b\":\"x\",\"c\":{\"p\":5},\"seq\":20,\"sys\":2}");
    run("--parallelism", "2").expect(0);

    // b is gone, the struct has another field.
    declare(load("a BIGINT, c ROW<p BIGINT, q INT>"), history, now, beliefs);
    bring("{\"id\":1,\"a\":4,\"c\":{\"p\":6,\"q\":7},\"seq\":30,\"sys\":3}");
    run("-D", "state.backend.type=rocksdb").expect(0);

    // b is back, for events of an older time, too.
    declare(load("a BIGINT, b STRING, c ROW<p BIGINT, q INT>"), now, history, beliefs);
    bring("{\"id\":1,\"a\":9,\"b\":\"y\",\"seq\":15,\"sys\":4}");
    run("--parallelism", "1").expect(0);

    assertThat(show("now"))
        .containsExactly(
            "{\"id\":1,\"a\":2,\"b\":\"x\",\"c\":null}",
            "{\"id\":2,\"a\":7,\"b\":\"z\",\"c\":null}");
    assertThat(show("history"))
        .containsExactly(
            "{\"id\":1,\"a\":1,\"b\":\"x\",\"__START_AT\":10,\"__END_AT\":15,\"c\":null}",
            "{\"id\":1,\"a\":9,\"b\":\"y\",\"__START_AT\":15,\"__END_AT\":20,\"c\":null}",
            "{\"id\":1,\"a\":3000000000,\"b\":\"x\",\"__START_AT\":20,\"__END_AT\":30,"
                + "\"c\":{\"p\":5,\"q\":null}}",
            "{\"id\":1,\"a\":4,\"b\":null,\"__START_AT\":30,\"__END_AT\":40,"
                + "\"c\":{\"p\":6,\"q\":7}}",
            "{\"id\":1,\"a\":2,\"b\":\"x\",\"__START_AT\":40,\"__END_AT\":null,\"c\":null}",
            "{\"id\":2,\"a\":7,\"b\":\"z\",\"__START_AT\":40,\"__END_AT\":null,\"c\":null}");
    // What is believed now is the history.
    assertThat(
            show("beliefs").stream()
                .filter(row -> row.contains("\"__SYSTEM_END_AT\":null"))
                .map(row -> row.replaceAll(",\"__SYSTEM_START_AT.*__SYSTEM_END_AT\":null", ""))
                .toList())
        .isEqualTo(show("history"));
  }

  @Test
  void partialUpdatesAreTurnedOnAndOffAndAFlowJoins() {
    String full = "scd_type: 2";
    declare(load("a INT, b INT"), flow("dim", full), flow("one", "scd_type: 1"));
    bring("{\"id\":1,\"a\":1,\"b\":1,\"seq\":10}", "{\"id\":1,\"a\":2,\"b\":2,\"seq\":50}");
    run().expect(0);

    String sparse = "ignore_null_updates: true";
    declare(load("a INT, b INT"), flow("one", "scd_type: 1", sparse), flow("dim", full, sparse));
    bring("{\"id\":1,\"a\":3,\"seq\":20}", "{\"id\":1,\"b\":4,\"seq\":60}");
    run("--parallelism", "1").expect(0);

    // Full again: what sparse events left open still follows older events.
    declare(load("a INT, b INT"), flow("dim", full), flow("one", "scd_type: 1"));
    bring("{\"id\":1,\"a\":null,\"b\":5,\"seq\":15}", "{\"id\":1,\"a\":8,\"b\":6,\"seq\":55}");
    run("--parallelism", "2").expect(0);

    assertThat(show("dim"))
        .containsExactly(
            "{\"id\":1,\"a\":1,\"b\":1,\"__START_AT\":10,\"__END_AT\":15}",
            "{\"id\":1,\"a\":null,\"b\":5,\"__START_AT\":15,\"__END_AT\":20}",
            "{\"id\":1,\"a\":3,\"b\":5,\"__START_AT\":20,\"__END_AT\":50}",
            "{\"id\":1,\"a\":2,\"b\":2,\"__START_AT\":50,\"__END_AT\":55}",
            "{\"id\":1,\"a\":8,\"b\":6,\"__START_AT\":55,\"__END_AT\":60}",
            "{\"id\":1,\"a\":8,\"b\":4,\"__START_AT\":60,\"__END_AT\":null}");
    assertThat(show("one")).containsExactly("{\"id\":1,\"a\":8,\"b\":4}");

    // A second flow brings a column of its own, for times that are long past.
    project.write("data/tiers/1.json", "{\"id\":1,\"tier\":7,\"seq\":12}\n");
    String tiers = TestProject.load("tiers", "id BIGINT, tier INT, op STRING, seq BIGINT, sys INT");
    declare(
        load("a INT, b INT"),
        tiers,
        flow("dim", full),
        flowFrom("tiers", "tiers", full).replace("table: tiers", "table: dim"),
        flow("one", "scd_type: 1"));
    run().expect(0);
    assertThat(show("dim"))
        .hasSize(7)
        .first()
        .isEqualTo("{\"id\":1,\"a\":1,\"b\":1,\"__START_AT\":10,\"__END_AT\":12,\"tier\":null}");
    assertThat(show("dim"))
        .last()
        .isEqualTo("{\"id\":1,\"a\":8,\"b\":4,\"__START_AT\":60,\"__END_AT\":null,\"tier\":7}");
  }

  @Test
  void theTrackedSetStaysThatOfTheColumnsThatThereWere() {
    String only = "track_history_column_list: [a, b]";
    declare(load("a INT, b INT, c INT"), flow("dim", "scd_type: 2", only));
    bring(
        "{\"id\":1,\"a\":1,\"b\":1,\"c\":1,\"seq\":10}",
        "{\"id\":1,\"a\":1,\"b\":2,\"c\":1,\"seq\":20}");
    run().expect(0);

    declare(load("a INT, b INT, c INT"), flow("dim", "scd_type: 2"));
    assertThat(run().expect(1).err())
        .contains("TARGET_DRIFT", "track-history [a, b], now [a, b, c] is asked for");

    // b is gone and cannot be named any more; d is new and may be.
    declare(
        load("a INT, c INT, d INT"),
        flow("dim", "scd_type: 2", "track_history_column_list: [a, d]"));
    bring("{\"id\":1,\"a\":1,\"c\":3,\"seq\":15}");
    run().expect(0);
    assertThat(show("dim"))
        .containsExactly(
            "{\"id\":1,\"a\":1,\"b\":1,\"c\":1,\"__START_AT\":10,\"__END_AT\":15,\"d\":null}",
            "{\"id\":1,\"a\":1,\"b\":null,\"c\":3,\"__START_AT\":15,\"__END_AT\":20,\"d\":null}",
            "{\"id\":1,\"a\":1,\"b\":2,\"c\":1,\"__START_AT\":20,\"__END_AT\":null,\"d\":null}");
  }

  @Test
  void aListThatDropsAColumnKeepsItAndTruncatesMayBeginLater() {
    declare(load("a INT, b INT"), flow("dim"));
    bring("{\"id\":1,\"a\":1,\"b\":1,\"seq\":10}", "{\"id\":2,\"a\":2,\"b\":2,\"seq\":50}");
    run().expect(0);

    String truncating = "apply_as_truncates: \"op = 'T'\"";
    String list = "except_column_list: [op, seq, sys]";
    declare(load("a INT, b INT"), flow("dim", truncating).replace(list, "column_list: [id, a]"));
    bring("{\"op\":\"T\",\"seq\":20}", "{\"id\":3,\"a\":3,\"b\":3,\"seq\":30}");
    run().expect(0);

    declare(load("a INT, b INT"), flow("dim"));
    bring("{\"id\":4,\"a\":4,\"b\":4,\"seq\":19}");
    run("--parallelism", "1").expect(0);
    assertThat(show("dim"))
        .containsExactly("{\"id\":2,\"a\":2,\"b\":2}", "{\"id\":3,\"a\":3,\"b\":null}");
  }

  @Test
  void snapshotsGainLoseAndWidenColumns() {
    declare(snapshots("id BIGINT, x INT, y STRING"));
    project.write("data/s/1.json", "{~id~:1,~x~:1,~y~:~a~}\n{~id~:2,~x~:2}\n".replace('~', '"'));
    run().expect(0);

    declare(snapshots("id BIGINT, z INT, x BIGINT"));
    project.write("data/s/2.json", "{~id~:1,~x~:1}\n{~id~:2,~x~:2,~z~:null}\n".replace('~', '"'));
    run("-D", "state.backend.type=rocksdb").expect(0);
    assertThat(show("dim"))
        .containsExactly(
            "{\"id\":1,\"x\":1,\"y\":\"a\",\"__START_AT\":1,\"__END_AT\":2,\"z\":null}",
            "{\"id\":1,\"x\":1,\"y\":null,\"__START_AT\":2,\"__END_AT\":null,\"z\":null}",
            "{\"id\":2,\"x\":2,\"y\":null,\"__START_AT\":1,\"__END_AT\":null,\"z\":null}");
  }

  private static String snapshots(String schema) {
    return """
          - name: dim
            type: write
            write_target:
              type: streaming_table
              table: silver.dim
              mode: snapshot_cdc
              snapshot_cdc_config:
                source: data/s/*.json
                schema: "%s"
                version_from: file_name
                version_type: BIGINT
                keys: [id]
                stored_as_scd_type: 2
        """
        .formatted(schema);
  }

  @Test
  void whatDoesNotFitIsToldBeforeAnythingIsTouchedAndWhatFitsIsLeftAlone() {
    declare(load("a BIGINT, b STRING"), flow("dim", "scd_type: 2"), flow("other"));
    bring("{\"id\":1,\"a\":1,\"b\":\"x\",\"seq\":10}", "{\"id\":null,\"seq\":11}");
    run().expect(0);
    long schemas = filesIn("dim/schema");
    long snapshots = filesIn("dim/snapshot");

    declare(load("a INT, b VARCHAR(3), c INT"), flow("other"), flow("dim", "scd_type: 2"));
    bring("{\"id\":1,\"a\":2,\"seq\":5}");
    assertThat(run().expect(1).err())
        .contains(
            "INCOMPATIBLE_COLUMN column 'a' of paimon.silver.dim is BIGINT, asked for is INT",
            "column 'a' of paimon.silver.other is BIGINT, asked for is INT",
            "column 'b' of paimon.silver.dim is STRING, asked for is VARCHAR(3)",
            "drop the table")
        .doesNotContain("Exception", "org.apache", "\tat ");
    assertThat(filesIn("other/schema")).isEqualTo(1);

    // Other conditions and policies keep tables and state as they are.
    declare(
        load("a BIGINT, b STRING"),
        flow("other", "on_invalid_row: drop").replace("op = 'D'", "op = 'X'"),
        flow("dim", "scd_type: 2", "on_invalid_row: drop"));
    project.delete("data/changes/2.json");
    assertThat(run("--format", "json").expect(0).out()).contains("\"num_input_rows\":0");
    assertThat(filesIn("dim/schema")).isEqualTo(schemas);
    assertThat(filesIn("dim/snapshot")).isEqualTo(snapshots);
    bring("{\"id\":1,\"a\":2,\"op\":\"D\",\"seq\":5}");
    run().expect(0);
    assertThat(show("dim"))
        .containsExactly("{\"id\":1,\"a\":1,\"b\":\"x\",\"__START_AT\":10,\"__END_AT\":null}");
  }
}
