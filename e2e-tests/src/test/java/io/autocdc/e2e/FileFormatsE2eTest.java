// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.golden.GoldenCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files in every format, whose columns nobody declares. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FileFormatsE2eTest {

  private static final int CASES = 6;

  @TempDir private Path folder;
  private TestProject project;
  private Cli cli;

  @BeforeEach
  void begin() {
    project = new TestProject(folder.resolve("project"));
    cli = new Cli(folder);
  }

  @Test
  void goldenCasesAndSnapshotsComeOutRightFromAvroAndParquet() {
    List<GoldenCase> cases =
        GoldenCase.load("scd2").stream()
            .filter(golden -> EventFiles.canHold(golden.schema()))
            .limit(CASES)
            .toList();
    assertThat(cases).hasSize(CASES);
    List<String> actions = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      GoldenCase golden = cases.get(i);
      String format = i % 2 == 0 ? "avro" : "parquet";
      EventFiles.write(
          project.folder().resolve("data/c" + i + "/1"), format, golden.schema(), golden.events());
      actions.add(load("c" + i, format));
      actions.add(TestProject.write("t" + i, "c" + i, GoldenProject.parameters(golden)));
    }
    actions.add(snapshots());
    project.write("p.yaml", TestProject.pipeline(actions.toArray(String[]::new)));
    run();
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < CASES; i++) {
      softly
          .assertThat(rows("t" + i))
          .as("%s", cases.get(i))
          .isEqualTo(cases.get(i).expectedJson());
    }
    softly
        .assertThat(rows("snapshots"))
        .containsExactly(
            "{\"id\":1,\"v\":\"a\",\"__START_AT\":1,\"__END_AT\":2}",
            "{\"id\":1,\"v\":\"c\",\"__START_AT\":2,\"__END_AT\":null}",
            "{\"id\":2,\"v\":\"b\",\"__START_AT\":1,\"__END_AT\":2}");
    softly.assertAll();
  }

  /** A flow from a folder of files each of which is the whole of a table. */
  private String snapshots() {
    Map<String, String> schema = new LinkedHashMap<>();
    schema.put("id", "BIGINT");
    schema.put("v", "STRING");
    Path files = project.folder().resolve("data/snapshots");
    List<List<Object>> first = List.of(List.of(1, "a"), List.of(2, "b"));
    EventFiles.write(files.resolve("s_1.parquet"), "parquet", schema, first);
    EventFiles.write(files.resolve("s_2.parquet"), "parquet", schema, List.of(List.of(1, "c")));
    return TestProject.writeSnapshots(
        "snapshots",
        null,
        "source: { path: data/snapshots, format: parquet, version_from: file_name }",
        "keys: [id]",
        "stored_as_scd_type: 2");
  }

  @Test
  void explainPrintsTheColumnsThatWereFoundSoThatTheyCanBeDeclared() {
    project
        .write(
            "p.yaml",
            TestProject.pipeline(
                load("changes", "json", "partition_columns: [dt]"),
                TestProject.write("t", "changes", "keys: [id]", "sequence_by: seq")))
        .write(
            "data/changes/dt=2026-01-31/1.json",
            "{\"id\":1,\"at\":{\"city\":\"Ulm\"},\"seq\":1}\n{\"id\":2,\"score\":0.5,\"seq\":1}\n");
    String declaration =
        "schema: \"id BIGINT, at ROW<`city` STRING>, seq BIGINT, score DOUBLE, dt STRING\"";
    assertThat(explain())
        .contains("columns of the data from: inferred from a sample of the files")
        .contains("to declare them: " + declaration);
    project.write(
        "p.yaml",
        TestProject.pipeline(
            load("changes", "json", "partition_columns: [dt]", declaration),
            TestProject.write("t", "changes", "keys: [id]", "sequence_by: seq")));
    assertThat(explain())
        .noneMatch(line -> line.startsWith("to declare them"))
        .anyMatch(line -> line.matches("columns of the data from: .*p.yaml:12"));
  }

  private List<String> explain() {
    return cli.runHere("explain", "project", "--warehouse", "w").expect(0).lines();
  }

  @Test
  void columnsThatComeLaterAreAddedAndTypesThatNoLongerFitAreRefused() {
    project
        .write(
            "p.yaml",
            TestProject.pipeline(
                load("changes", "json"),
                TestProject.write("t", "changes", "keys: [id]", "sequence_by: seq")))
        .write("data/changes/1.json", "{\"id\":1,\"seq\":1,\"v\":1}\n");
    run();
    project.delete("data/changes/1.json");
    project.write("data/changes/3.json", "{\"id\":1,\"seq\":3,\"w\":false}\n");
    run();
    assertThat(rows("t")).containsExactly("{\"id\":1,\"seq\":3,\"v\":null,\"w\":false}");
    project.write("data/changes/4.json", "{\"id\":1,\"seq\":4,\"w\":\"maybe\"}\n");
    Cli.Result refused = cli.runHere("run", "project", "--warehouse", "w").expect(1);
    assertThat(refused.err())
        .contains(
            "INCOMPATIBLE_COLUMN column 'w' of paimon.silver.t is BOOLEAN, asked for is STRING")
        .contains("schema of the source")
        .doesNotContain("Exception");
  }

  @Test
  void inBatchModeEveryRunReadsTheFolderAsItIs() {
    project
        .write(
            "p.yaml",
            TestProject.pipeline(
                load("changes", "csv").replace("type: load", "type: load\n    readMode: batch"),
                TestProject.write("t", "changes", "keys: [id]", "sequence_by: seq")))
        .write("data/changes/1.csv", "id,seq,v\n1,1,a\n2,1,b\n")
        .write("data/changes/2.csv", "id,seq,v\n1,2,c\n");
    assertThat(run()).contains("\"num_input_rows\":3");
    project.delete("data/changes/1.csv");
    project.write("data/changes/3.csv", "id,seq,v\n2,2,d\n");
    assertThat(run()).contains("\"num_input_rows\":2");
    assertThat(rows("t"))
        .containsExactly("{\"id\":1,\"seq\":2,\"v\":\"c\"}", "{\"id\":2,\"seq\":2,\"v\":\"d\"}");
  }

  @Test
  void anAggregateCountsEveryRowOncePerRunOfAFolderReadInWholeOrFromTheBeginning() {
    String counts =
        """
          - name: count
            type: transform
            transform_type: sql
            target: counted
            sql: SELECT id, COUNT(*) AS n, MAX(seq) AS seq FROM %s GROUP BY id
        """;
    String batch = load("changes", "csv").replace("type: load", "type: load\n    readMode: batch");
    String flow = TestProject.write("t", "counted", "keys: [id]", "sequence_by: [seq, n]");
    project
        .write("data/changes/1.csv", "id,seq\n1,1\n1,2\n2,1\n")
        .write("p.yaml", TestProject.pipeline(batch, counts.formatted("changes"), flow));
    run();
    run();
    assertThat(rows("t"))
        .containsExactly("{\"id\":1,\"n\":2,\"seq\":2}", "{\"id\":2,\"n\":1,\"seq\":1}");

    String stream = load("changes", "csv");
    String of = TestProject.write("u", "counted", "keys: [id]", "sequence_by: [seq, n]");
    String late = TestProject.write("late", "counted", "keys: [id]", "sequence_by: [seq, n]");
    project.delete("p.yaml");
    project.write("q.yaml", TestProject.pipeline(stream, counts.formatted("changes"), of));
    run();
    project.write("q.yaml", TestProject.pipeline(stream, counts.formatted("changes"), of, late));
    run();
    assertThat(rows("u")).isEqualTo(rows("t"));
    assertThat(rows("late")).isEqualTo(rows("t"));
  }

  /** A load action for {@code data/<name>}, without a schema. */
  private static String load(String name, String format, String... more) {
    StringBuilder action = new StringBuilder();
    action.append("  - name: load_%1$s\n    type: load\n    target: %1$s\n".formatted(name));
    action.append("    source:\n      type: files\n      path: data/%s\n".formatted(name));
    action.append("      format: ").append(format).append('\n');
    for (String line : more) {
      action.append("      ").append(line).append('\n');
    }
    return action.toString();
  }

  private String run() {
    return cli.runHere("run", "project", "--warehouse", "w", "--format", "json").expect(0).out();
  }

  private List<String> rows(String table) {
    return cli.runHere("show", "silver." + table, "--warehouse", "w", "--format", "json")
        .expect(0)
        .lines();
  }
}
