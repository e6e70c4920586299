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
 * What a run goes on with, and what it refuses to go on with. Where the program leaves what the
 * next one needs, each is a process of its own.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ContinuedRunsE2eTest {

  private static final String LOAD =
      TestProject.load("changes", "id BIGINT, v STRING, op STRING, seq BIGINT");

  @TempDir private Path folder;
  private TestProject project;
  private Cli cli;

  @BeforeEach
  void newProject() {
    project = new TestProject(folder.resolve("project"));
    cli = new Cli(folder);
  }

  private static String flow(String table, String... more) {
    String[] config = new String[more.length + 3];
    config[0] = "sequence_by: seq";
    config[1] = "apply_as_deletes: \"op = 'D'\"";
    config[2] = "except_column_list: [op, seq]";
    System.arraycopy(more, 0, config, 3, more.length);
    return TestProject.write(table, "changes", config);
  }

  private Cli.Result run() {
    return cli.runHere("run", "project", "--warehouse", "w");
  }

  private Cli.Result runAlone(String... more) {
    String[] arguments = new String[more.length + 4];
    List.of("run", "project", "--warehouse", "w").toArray(arguments);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return cli.run(arguments);
  }

  private List<String> show(String table) {
    return cli.runHere("show", "silver." + table, "--warehouse", "w", "--format", "json")
        .expect(0)
        .lines();
  }

  @Test
  void tombstonesAndHiddenHistoryOfEarlierRunsStillCount() {
    project.write(
        "p.yaml",
        TestProject.pipeline(
            LOAD, flow("now", "keys: [id]"), flow("history", "keys: [id]", "scd_type: 2")));
    project.write(
        "data/changes/1.json",
        """
        {"id":1,"v":"a","op":"U","seq":10}
        {"id":1,"v":"a","op":"U","seq":20}
        {"id":2,"op":"D","seq":100}
        """);
    runAlone("--parallelism", "1").expect(0);
    project.write(
        "data/changes/2.json",
        """
        {"id":1,"v":"b","op":"U","seq":15}
        {"id":2,"v":"old","op":"U","seq":50}
        """);
    assertThat(runAlone("--parallelism", "3", "--format", "json").expect(0).out())
        .contains("\"num_input_rows\":2");
    assertThat(show("now")).containsExactly("{\"id\":1,\"v\":\"a\"}");
    assertThat(show("history"))
        .containsExactly(
            "{\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":15}",
            "{\"id\":1,\"v\":\"b\",\"__START_AT\":15,\"__END_AT\":20}",
            "{\"id\":1,\"v\":\"a\",\"__START_AT\":20,\"__END_AT\":null}",
            "{\"id\":2,\"v\":\"old\",\"__START_AT\":50,\"__END_AT\":100}");
  }

  @Test
  void aFlowThatIsAddedLaterGetsAllInputAndADroppedTableIsFilledAnew() {
    project.write("p.yaml", TestProject.pipeline(LOAD, flow("first", "keys: [id]")));
    project.write("data/changes/1.json", "{\"id\":1,\"v\":\"a\",\"op\":\"U\",\"seq\":10}\n");
    run().expect(0);
    project.write(
        "p.yaml",
        TestProject.pipeline(LOAD, flow("second", "keys: [id]"), flow("first", "keys: [id]")));
    project.write("data/changes/2.json", "{\"id\":2,\"v\":\"b\",\"op\":\"U\",\"seq\":11}\n");
    assertThat(run().expect(0).err()).contains("is read from the beginning");
    List<String> both = List.of("{\"id\":1,\"v\":\"a\"}", "{\"id\":2,\"v\":\"b\"}");
    assertThat(show("second")).isEqualTo(both);
    assertThat(show("first")).isEqualTo(both);

    new TestProject(folder).delete("w/silver.db/first");
    assertThat(run().expect(0).err()).contains("was dropped and is filled anew");
    assertThat(show("first")).isEqualTo(both);
    assertThat(show("second")).isEqualTo(both);
  }

  @Test
  void lostStateAndChangedDeclarationsAreRefused() {
    project.write("p.yaml", TestProject.pipeline(LOAD, flow("dim", "keys: [id]", "scd_type: 2")));
    project.write("data/changes/1.json", "{\"id\":1,\"v\":\"a\",\"op\":\"U\",\"seq\":10}\n");
    run().expect(0);

    project.write(
        "p.yaml", TestProject.pipeline(LOAD, flow("dim", "keys: [id, v]", "scd_type: 1")));
    assertThat(run().expect(1).err())
        .contains("TARGET_DRIFT", "keys [id]", "[id, v]", "scd-type 2")
        .doesNotContain("\tat ");

    project.write("p.yaml", TestProject.pipeline(LOAD, flow("dim", "keys: [id]", "scd_type: 2")));
    new TestProject(folder).delete("w/.autocdc");
    assertThat(run().expect(1).err()).contains("STATE_MISSING", "paimon.silver.dim");
    assertThat(show("dim"))
        .containsExactly("{\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":null}");
  }
}
