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

/** History that is final, over several runs and by event time. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class RetentionE2eTest {

  private static final String LOAD =
      """
        - name: load_changes
          type: load
          source:
            type: files
            path: data/changes
            format: json
            schema: "id BIGINT, v STRING, op STRING, seq BIGINT, ts TIMESTAMP_LTZ(3)"
            watermark: { column: ts, max_out_of_orderness: 1 min }
          target: changes
      """;

  @TempDir private Path folder;
  private TestProject project;
  private Cli cli;

  @BeforeEach
  void newProject() {
    project = new TestProject(folder.resolve("project"));
    cli = new Cli(folder);
  }

  private static String flow(String table, String... more) {
    String[] config = new String[more.length + 5];
    config[0] = "keys: [id]";
    config[1] = "sequence_by: seq";
    config[2] = "scd_type: 2";
    config[3] = "apply_as_deletes: \"op = 'D'\"";
    config[4] = "except_column_list: [op, seq, ts]";
    System.arraycopy(more, 0, config, 5, more.length);
    return TestProject.write(table, "changes", config);
  }

  private static String event(int id, String value, int seq, String time) {
    return "{\"id\":%d,\"v\":\"%s\",\"op\":\"U\",\"seq\":%d,\"ts\":\"2026-03-01T%s:00Z\"}%n"
        .formatted(id, value, seq, time);
  }

  private Cli.Result run() {
    return cli.runHere("run", "project", "--warehouse", "w", "--format", "json");
  }

  private List<String> show(String table) {
    return cli.runHere("show", "silver." + table, "--warehouse", "w", "--format", "json")
        .expect(0)
        .lines();
  }

  @Test
  void whatComesTooLateGoesToQuarantineInALaterRunToo() {
    project.write(
        "p.yaml",
        TestProject.pipeline(LOAD, flow("short", "history_retention: 1 h"), flow("for_ever")));
    project.write(
        "data/changes/1.json",
        event(1, "a", 10, "10:00") + event(1, "b", 20, "10:05") + event(2, "x", 1, "20:00"));
    assertThat(run().expect(0).out()).contains("\"num_quarantined_rows\":0");

    project.write(
        "data/changes/2.json",
        event(1, "old by its time", 30, "10:10")
            + event(1, "behind a final one", 15, "20:00")
            + event(1, "b", 20, "10:05")
            + event(1, "c", 40, "20:01"));
    Cli.Result second = run().expect(0);
    assertThat(second.out()).contains("\"num_quarantined_rows\":2", "\"num_duplicate_rows\":1");
    assertThat(show("short"))
        .containsExactly(
            row(1, "a", 10, "20"),
            row(1, "b", 20, "40"),
            row(1, "c", 40, "null"),
            row(2, "x", 1, "null"));
    assertThat(show("for_ever"))
        .hasSize(6)
        .contains(row(1, "behind a final one", 15, "20"), row(1, "old by its time", 30, "40"));
    assertThat(show("short__quarantine"))
        .hasSize(2)
        .allSatisfy(
            row -> assertThat(row).contains("\"reason\":\"too late\"", "\"flow\":\"short\""))
        .anySatisfy(row -> assertThat(row).contains("behind a final one", "\\\"seq\\\":15"))
        .anySatisfy(row -> assertThat(row).contains("old by its time", "\\\"seq\\\":30"));
  }

  @Test
  void withThePolicyFailTheRunStopsAtAnEventThatComesTooLate() {
    project.write(
        "p.yaml",
        TestProject.pipeline(
            LOAD, flow("strict", "history_retention: 1 h", "on_invalid_row: fail")));
    project.write("data/changes/1.json", event(1, "a", 10, "10:00") + event(2, "x", 1, "20:00"));
    run().expect(0);
    project.write("data/changes/2.json", event(1, "late", 5, "20:00"));
    assertThat(run().expect(1).err())
        .contains("INVALID_ROW flow 'strict' met an invalid row (1 too late)")
        .contains("history_retention (1 h)");
  }

  private static String row(int id, String value, int start, String end) {
    return "{\"id\":%d,\"v\":\"%s\",\"__START_AT\":%d,\"__END_AT\":%s}"
        .formatted(id, value, start, end);
  }
}
