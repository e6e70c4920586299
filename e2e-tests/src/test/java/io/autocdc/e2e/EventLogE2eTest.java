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

/** What runs tell in the table {@code <pipeline>__event_log}. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EventLogE2eTest {

  private static final String EXPECTATIONS =
      """
        - name: check
          type: transform
          transform_type: data_quality
          source: changes
          target: checked
          expectations:
            - { name: positive, expression: "amount > 0", action: warn }
      """;

  @TempDir private Path folder;
  private TestProject project;
  private Cli cli;

  @BeforeEach
  void write() {
    project = new TestProject(folder.resolve("project"));
    cli = new Cli(folder);
    project.write(
        "p.yaml",
        TestProject.pipeline(
            TestProject.load("changes", "id BIGINT, amount INT, seq BIGINT"),
            EXPECTATIONS,
            TestProject.write(
                "orders",
                "checked",
                "keys: [id]",
                "sequence_by: seq",
                "apply_as_deletes: \"amount < -1000 AND 'hush' = '${secret:word}'\"")));
    project.write("substitutions/dev.yaml", "secrets:\n  default_scope: s\n  s: { word: hush }\n");
    project.write(
        "data/changes/1.json",
        """
        {"id": 1, "amount": 5, "seq": 1}
        {"id": 2, "amount": -5, "seq": 1}
        {"amount": 5, "seq": 1}
        not json
        """);
  }

  private Cli.Result run() {
    return cli.runHere("run", "project", "--env", "dev", "--warehouse", "w", "--format", "json")
        .expect(0);
  }

  /** The events that meet a condition. */
  private List<String> events(String where) {
    List<String> arguments =
        new ArrayList<>(List.of("show", "test__event_log", "--warehouse", "w", "--format", "json"));
    arguments.addAll(List.of("--where", where));
    return cli.runHere(arguments.toArray(String[]::new)).expect(0).lines();
  }

  @Test
  void twoRunsTellWhatTheyAreAndWhatTheyDid() {
    assertThat(run().out())
        .contains("\"num_invalid_rows\":{\"unparsable\":1,\"null key\":1,")
        .contains("\"num_passed_rows\":2,\"num_failed_rows\":1");
    assertThat(events("type = 'definition'"))
        .singleElement()
        .asString()
        .contains("\"level\":\"INFO\"", "\"flow\":\"orders\"", "\"table\":\"paimon.silver.orders\"")
        .contains("\\\"keys\\\":[\\\"id\\\"]", "\\\"tombstone_retention\\\":\\\"2 days\\\"")
        .contains("'***'")
        .doesNotContain("hush");
    assertThat(events("type = 'progress'"))
        .singleElement()
        .asString()
        .contains("\"message\":\"4 rows read, 2 upserted, 0 deleted, 2 quarantined\"");
    assertThat(events("type = 'expectation'"))
        .singleElement()
        .asString()
        .contains("\"level\":\"WARN\"", "expectation 'positive' of 'checked': 2 rows passed");
    assertThat(events("type = 'invalid_rows'"))
        .hasSize(2)
        .anyMatch(event -> event.contains("invalid rows (null key): 1, such as: key column 'id'"))
        .anyMatch(event -> event.contains("invalid rows (unparsable): 1, such as: not JSON"));
    assertThat(events("type = 'schema_change'"))
        .hasSize(2)
        .anyMatch(event -> event.contains("table paimon.silver.orders was created"))
        .anyMatch(event -> event.contains("table paimon.silver.orders__quarantine was created"));

    project.write("data/changes/2.json", "{\"id\": 3, \"amount\": 7, \"seq\": 1}\n");
    assertThat(run().out()).contains("\"num_upserted_rows\":1,");
    assertThat(events("type = 'definition'")).hasSize(2);
    assertThat(events("type = 'progress'"))
        .hasSize(2)
        .anyMatch(event -> event.contains("1 rows read, 1 upserted, 0 deleted, 0 quarantined"));
    assertThat(events("type = 'schema_change'")).hasSize(2);
    assertThat(cli.runHere("show", "default.test__event_log", "--warehouse", "w").expect(0).lines())
        .last()
        .isEqualTo("(" + events("TRUE").size() + " rows)");
  }

  @Test
  void itCanBeTurnedOffAndBegunAnew() {
    run();
    int before = events("TRUE").size();

    project.write("autocdc.yaml", "event_log: false\n");
    project.write("data/changes/2.json", "{\"id\": 3, \"amount\": 7, \"seq\": 1}\n");
    assertThat(run().out()).contains("\"num_input_rows\":1,");
    assertThat(events("TRUE")).hasSize(before);

    project.write("autocdc.yaml", "event_log: true\n");
    run();
    assertThat(events("TRUE")).hasSize(before + 1);

    new TestProject(folder).delete("w/default.db/test__event_log");
    run();
    assertThat(events("TRUE")).singleElement().asString().contains("definition");
  }

  @Test
  void aTableOfThatNameThatIsNoEventLogIsRefused() {
    new TestProject(folder.resolve("other"))
        .write(
            "p.yaml",
            TestProject.pipeline(
                    TestProject.load("changes", "id BIGINT, seq BIGINT"),
                    TestProject.write(
                        "test__event_log", "changes", "keys: [id]", "sequence_by: seq"))
                .replace("pipeline: test", "pipeline: other")
                .replace("schema: silver", "schema: default"))
        .write("data/changes/1.json", "{\"id\": 1, \"seq\": 1}\n");
    cli.runHere("run", "other", "--warehouse", "w").expect(0);
    assertThat(cli.runHere("run", "project", "--env", "dev", "--warehouse", "w").expect(1).err())
        .contains("TARGET_OWNED table paimon.default.test__event_log exists")
        .contains("event_log: false");
  }
}
