// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Broken lines, null keys and null sequences: never a crash, never silence. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class InvalidRowsE2eTest {

  private static final String CHANGES =
      """
      {"id": 1, "v": "a", "seq": 10}
      {"id": 2, "v": "broken
      {"id": null, "v": "no key", "seq": 11}
      {"id": 3, "v": "no sequence"}
      {"id": 4, "v": "d", "seq": 12}
      """;

  private static String flow(String table, String policy) {
    return TestProject.write(
        table, "changes", "keys: [id]", "sequence_by: seq", "on_invalid_row: " + policy);
  }

  @TempDir private Path folder;

  @Test
  void theyGoToQuarantineOrAreDroppedAsTheFlowSays() {
    new TestProject(folder.resolve("project"))
        .write(
            "p.yaml",
            TestProject.pipeline(
                TestProject.load("changes", "id BIGINT, v STRING, seq BIGINT"),
                flow("kept", "quarantine"),
                flow("dropped", "drop")))
        .write("data/changes/1.json", CHANGES);
    Cli cli = new Cli(folder);
    Cli.Result run =
        cli.runHere("run", "project", "--warehouse", "w", "--format", "json").expect(0);
    assertThat(run.out())
        .contains("\"num_quarantined_rows\":3")
        .contains("\"num_dropped_rows\":3")
        .contains("\"num_input_rows\":5");
    assertThat(cli.runHere("show", "silver.kept", "--warehouse", "w", "--format", "json").lines())
        .isEqualTo(
            cli.runHere("show", "silver.dropped", "--warehouse", "w", "--format", "json").lines())
        .containsExactly("{\"id\":1,\"v\":\"a\",\"seq\":10}", "{\"id\":4,\"v\":\"d\",\"seq\":12}");
    String quarantine =
        cli.runHere("show", "silver.kept__quarantine", "--warehouse", "w", "--format", "json")
            .expect(0)
            .out();
    assertThat(quarantine.lines()).hasSize(3);
    assertThat(quarantine)
        .contains("\"reason\":\"unparsable\"", "data/changes/1.json:2", "broken")
        .contains("\"reason\":\"null key\"", "key column 'id' is null", "no key")
        .contains("\"source\":\"data/changes/1.json\"")
        .contains("\"reason\":\"null sequence\"", "sequence column 'seq' is null")
        .contains("\"flow\":\"kept\"");
    assertThat(
            cli.runHere("show", "silver.dropped__quarantine", "--warehouse", "w").expect(1).err())
        .contains("TABLE_NOT_FOUND");
  }

  @Test
  void withThePolicyFailTheRunStopsWithAClearError() {
    new TestProject(folder.resolve("project"))
        .write(
            "p.yaml",
            TestProject.pipeline(
                TestProject.load("changes", "id BIGINT, v STRING, seq BIGINT"),
                flow("strict", "fail")))
        .write("data/changes/1.json", CHANGES);
    Cli.Result run = new Cli(folder).runHere("run", "project", "--warehouse", "w").expect(1);
    assertThat(run.err())
        .contains("INVALID_ROW flow 'strict' met an invalid row")
        .contains("on_invalid_row: quarantine")
        .doesNotContain("\tat ")
        .doesNotContain("Exception");
  }
}
