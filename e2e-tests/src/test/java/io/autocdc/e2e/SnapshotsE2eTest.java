// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Snapshots that are refused, left out, allowed; and what shares a source or a target with them.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SnapshotsE2eTest {

  @TempDir private Path folder;
  private TestProject project;
  private Cli cli;

  @BeforeEach
  void newProject() {
    project = new TestProject(folder.resolve("project"));
    cli = new Cli(folder);
  }

  private Cli.Result run(int exitCode) {
    return cli.runHere("run", "project", "--warehouse", "w").expect(exitCode);
  }

  private List<String> show(String table) {
    return cli.runHere("show", "silver." + table, "--warehouse", "w", "--format", "json")
        .expect(0)
        .lines();
  }

  private static String history(int id, String v, int start, Integer end) {
    return "{\"id\":%d,\"v\":\"%s\",\"__START_AT\":%d,\"__END_AT\":%s}"
        .formatted(id, v, start, end);
  }

  private static String row(int id, String v) {
    return "{\"id\":%d,\"v\":\"%s\"}".formatted(id, v);
  }

  private static String lines(String... rows) {
    return String.join("\n", rows) + "\n";
  }

  @Test
  void whatIsRefusedChangesNothingAndDoesNotHoldUpOtherSources() {
    project.write(
        "p.yaml",
        TestProject.pipeline(
            TestProject.writeSnapshots(
                "strict",
                null,
                "source: data/strict",
                "schema: \"id BIGINT, v STRING\"",
                "version_from: file_name",
                "keys: id",
                "scd_type: 2"),
            TestProject.writeSnapshots(
                "lenient",
                null,
                "source: data/lenient",
                "schema: \"id BIGINT, v STRING\"",
                "version_from: file_name",
                "keys: id",
                "on_lower_version: skip",
                "allow_empty_snapshot: true")));
    project.write("data/strict/1.json", lines(row(1, "a"), row(2, "a")));
    project.write("data/strict/2.json", lines(row(1, "b"), row(2, "b"), row(2, "c")));
    // Further ahead than the conflict; it depends on the moment which of them is met first.
    project.write("data/strict/3.json.gz", "no gzip");
    project.write("data/lenient/5.json", lines(row(1, "a")));
    assertThat(run(1).err())
        .contains(
            "SNAPSHOT_CONFLICT snapshot 'data/strict/2.json' of flow 'strict' has 2 different")
        .contains("{\"id\":2}")
        .doesNotContain("Exception");
    assertThat(show("strict")).containsExactly(history(1, "a", 1, null), history(2, "a", 1, null));
    assertThat(show("lenient")).containsExactly(row(1, "a"));

    project.write("data/strict/2.json", lines(row(1, "b"), row(2, "b")));
    project.delete("data/strict/3.json.gz");
    project.write("data/strict/3.json", lines(row(2, "b")));
    project.write("data/lenient/4.json", lines(row(1, "old")));
    project.write("data/lenient/6.json", "");
    run(0);
    List<String> three =
        List.of(
            history(1, "a", 1, 2),
            history(1, "b", 2, 3),
            history(2, "a", 1, 2),
            history(2, "b", 2, null));
    assertThat(show("strict")).isEqualTo(three);
    assertThat(show("lenient")).isEmpty();

    project.write("data/strict/0.json", lines(row(9, "late")));
    project.write("data/lenient/7.json", lines(row(7, "a")));
    assertThat(run(1).err())
        .contains("SNAPSHOT_VERSION snapshot 'data/strict/0.json'")
        .contains("has the version 0, and 3 was applied before");
    assertThat(show("lenient")).containsExactly(row(7, "a"));

    project.delete("data/strict/0.json");
    project.write("data/strict/4.json", "");
    assertThat(run(1).err()).contains("SNAPSHOT_EMPTY snapshot 'data/strict/4.json'");

    project.write("data/strict/4.json", lines("{\"id\":null,\"v\":\"no key\"}"));
    assertThat(run(1).err())
        .contains("SNAPSHOT_EMPTY snapshot 'data/strict/4.json'")
        .contains("has no rows left of 1 that were read");

    project.delete("data/strict/4.json");
    project.write("data/strict/3.json", lines(row(2, "b"), row(2, "b")));
    assertThat(run(0).out()).contains("strict");
    assertThat(show("strict")).isEqualTo(three);
  }

  @Test
  void sourcesAndTargetsAreSharedAndReadOnce() {
    String loads =
        TestProject.load("full", "id BIGINT, v STRING")
            + TestProject.load("changes", "id BIGINT, v STRING, seq BIGINT")
            + TestProject.load("archive", "id BIGINT, v STRING, seq BIGINT")
            + TestProject.load("live", "id BIGINT, v STRING, seq BIGINT")
            + TestProject.load("log_a", "id BIGINT, v STRING")
            + TestProject.load("log_b", "id BIGINT, note STRING");
    String flows =
        TestProject.writeSnapshots("both", "full", "keys: id", "version_from: file_name")
            + TestProject.write(
                    "both", "changes", "keys: id", "sequence_by: seq", "except_column_list: [seq]")
                .replace("name: both", "name: both_changes")
            + orders("archive").replace("type: write", "type: write\n    once: true")
            + orders("live")
            + append("log_a")
            + append("log_b");
    project.write("p.yaml", TestProject.pipeline(loads, flows));
    project.write("data/full/1.json", lines(row(1, "a"), row(2, "a"), row(3, "a")));
    project.write("data/full/2.json", lines(row(1, "a"), row(2, "b")));
    project.write(
        "data/changes/1.json",
        lines("{\"id\":1,\"v\":\"c\",\"seq\":3}", "{\"id\":2,\"v\":\"lost\",\"seq\":1}"));
    project.write("data/live/1.json", lines("{\"id\":1,\"v\":\"new\",\"seq\":100}"));
    project.write(
        "data/archive/1.json",
        lines("{\"id\":1,\"v\":\"old\",\"seq\":10}", "{\"id\":1,\"v\":\"new\",\"seq\":90}"));
    project.write("data/log_a/1.json", lines(row(1, "x"), row(1, "x"), "broken"));
    project.write("data/log_b/1.json", lines("{\"id\":2,\"note\":\"y\"}"));
    run(0);
    List<String> both = List.of(row(1, "c"), row(2, "b"));
    assertThat(show("both")).isEqualTo(both);
    List<String> orders = List.of(history(1, "old", 10, 90), history(1, "new", 90, null));
    assertThat(show("orders")).isEqualTo(orders);

    // A second reader of the snapshots, of which the old ones are gone; a late file for what runs
    // once; more to append.
    project.delete("data/full/1.json");
    project.delete("data/full/2.json");
    project.write("data/full/3.json", lines(row(1, "a")));
    project.write(
        "p.yaml",
        TestProject.pipeline(
            loads,
            flows,
            TestProject.writeSnapshots("history", "full", "keys: id", "scd_type: 2")));
    project.write("data/archive/2.json", lines("{\"id\":1,\"v\":\"older\",\"seq\":5}"));
    project.write("data/log_a/2.json", lines(row(3, "z")));
    Cli.Result second =
        cli.runHere("run", "project", "--warehouse", "w", "--format", "json", "--parallelism", "3")
            .expect(0);
    assertThat(second.err()).contains("source 'full' is read from the beginning, for the flow");
    assertThat(show("both")).containsExactly(row(1, "c"));
    assertThat(show("history")).containsExactly(history(1, "a", 3, null));
    assertThat(show("orders")).isEqualTo(orders);
    assertThat(show("log"))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"v\":\"x\",\"note\":null}",
            "{\"id\":1,\"v\":\"x\",\"note\":null}",
            "{\"id\":2,\"v\":null,\"note\":\"y\"}",
            "{\"id\":3,\"v\":\"z\",\"note\":null}");
    assertThat(show("log__quarantine")).singleElement().asString().contains("broken", "log_a/1");

    new TestProject(folder).delete("w/silver.db/orders");
    run(0);
    assertThat(show("orders"))
        .containsExactly(
            history(1, "older", 5, 10), history(1, "old", 10, 90), history(1, "new", 90, null));
  }

  private static String orders(String source) {
    return TestProject.write(
            "orders",
            source,
            "keys: id",
            "sequence_by: seq",
            "scd_type: 2",
            "except_column_list: [seq]")
        .replace("name: orders", "name: orders_" + source);
  }

  private static String append(String source) {
    return """
          - name: %1$s
            type: write
            source: %1$s
            write_target: { catalog: paimon, schema: silver, table: log, mode: standard }
        """
        .formatted(source);
  }
}
