// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What validate says of filters between changes and flows. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class LostDeletesTest {

  private static final String FEED =
      """
      - name: load
        type: load
        source: { type: files, path: data, format: debezium-json, primary_key: [id], schema: "id BIGINT, amount BIGINT" }
        target: changes
      """;

  private static final String FILES =
      """
      - name: load
        type: load
        source: { type: files, path: data, format: json, schema: "id BIGINT, amount BIGINT, op STRING, seq BIGINT" }
        target: changes
      """;

  private static final String CHANGELOG =
      """
      - name: load
        type: load
        source:
          type: sql
          definition: "CREATE TABLE c (id BIGINT, amount BIGINT, seq BIGINT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'debezium-json')"
        target: changes
      """;

  @TempDir private Path folder;

  /** Warnings without the name of the file. */
  private List<String> warnings(String... actions) throws IOException {
    Files.writeString(
        folder.resolve("p.yaml"),
        "pipeline: p\nflowgroup: p\nactions:\n" + String.join("", actions).indent(2));
    Result result = Result.of(folder, "validate", "p.yaml");
    assertThat(result.code()).as(result.toString()).isZero();
    return result
        .out()
        .lines()
        .filter(line -> line.contains(" warning "))
        .map(line -> line.substring(line.indexOf(".yaml:") + 6))
        .toList();
  }

  private static String view(String name, String sql) {
    return """
    - { name: make_%1$s, type: transform, transform_type: sql, sql: "%2$s", target: %1$s }
    """
        .formatted(name, sql);
  }

  private static String flow(String source, String config) {
    return """
    - { name: t, type: write, source: %s, write_target: { table: silver.t, cdc_config: { %s } } }
    """
        .formatted(source, config);
  }

  @Test
  void aFilterOfAFeedThatDeletesDoNotMatchIsWarnedOf() throws IOException {
    assertThat(
            warnings(
                FEED,
                view("big", "SELECT * FROM changes WHERE amount > 0"),
                flow("big", "scd_type: 2")))
        .containsExactly(
            "8:66 warning DROPS_DELETES the filter of view 'big' can take deletes from flow 't';"
                + " a row with __op = 'd' that does not match it is left out, so its key is never"
                + " deleted; append OR __op = 'd' to the filter",
            "8:66 warning DROPS_DELETES the filter of view 'big' sees columns that change:"
                + " amount; a row that does not match any more is left out, so what it was before"
                + " stays in the target of flow 't'; let the row through and delete it by a"
                + " condition: APPLY AS DELETE WHEN NOT (...)");
  }

  @Test
  void aFilterOfAFeedThatLetsDeletesThroughStillLosesRowsThatLeaveIt() throws IOException {
    assertThat(
            warnings(
                FEED,
                view("big", "SELECT * FROM changes WHERE amount > 0 OR __op IN ('d', 't')"),
                view("all_columns", "SELECT * FROM big"),
                flow("all_columns", "scd_type: 1")))
        .singleElement()
        .asString()
        .startsWith("8:66 warning DROPS_DELETES the filter of view 'big' sees columns that change");
  }

  @Test
  void aFilterByKeysOrWithoutEffectOnDeletesIsFine() throws IOException {
    assertThat(
            warnings(
                FEED,
                view("some", "SELECT * FROM changes WHERE id > 100"),
                flow("some", "scd_type: 2")))
        .isEmpty();
    assertThat(
            warnings(
                FEED,
                view(
                    "live",
                    "SELECT * FROM changes WHERE NOT COALESCE(__snapshot, FALSE) OR __op = 'd'"),
                flow("live", "scd_type: 2")))
        .isEmpty();
    assertThat(
            warnings(
                CHANGELOG,
                view("some", "SELECT * FROM changes WHERE id > 100"),
                flow("some", "keys: id, sequence_by: seq")))
        .isEmpty();
  }

  @Test
  void aFilterThatAConditionalDeleteDoesNotMatchIsWarnedOf() throws IOException {
    assertThat(
            warnings(
                FILES,
                view("big", "SELECT id, amount, op, seq FROM changes WHERE amount > 0"),
                view("renamed", "SELECT id, amount, op, seq FROM big"),
                flow("renamed", "keys: id, sequence_by: seq, apply_as_deletes: \"op = 'D'\"")))
        .containsExactly(
            "8:66 warning DROPS_DELETES the filter of view 'big' can take deletes from flow 't';"
                + " a row with op = 'D' that does not match it is left out, so its key is never"
                + " deleted; append OR op = 'D' to the filter");
  }

  @Test
  void aFilterOfRowsThatAreTakenBackIsWarnedOfInViewsAndInSources() throws IOException {
    String text =
        " filters rows that change; a row that does not match any more is taken back, and not"
            + " deleted, so it stays in the target; let the row through and delete it by a"
            + " condition: APPLY AS DELETE WHEN NOT (...), or set unpaired_update_before: delete at"
            + " the source";
    assertThat(
            warnings(
                CHANGELOG,
                view("big", "SELECT * FROM changes WHERE amount > 0"),
                flow("big", "keys: id, sequence_by: seq")))
        .containsExactly("10:66 warning DROPS_DELETES view 'big'" + text);
    assertThat(
            warnings(
                CHANGELOG,
                """
                - name: load_big
                  type: load
                  source: { type: sql, query: SELECT * FROM c WHERE amount > 0 }
                  target: big
                """,
                flow("big", "keys: id, sequence_by: seq")))
        .containsExactly("12:33 warning DROPS_DELETES source 'big'" + text);
  }

  @Test
  void aTargetThatDoesNotTellDeletesFromRowsIsWarnedOf() throws IOException {
    String copy = "- { name: copy, type: write, source: %s, write_target: { table: bronze.t } }\n";
    assertThat(warnings(FEED, copy.formatted("changes")))
        .containsExactly(
            "8:40 warning LOST_CONTROL_COLUMN flow 'copy' reads 'changes', which gives rows of the"
                + " change feed 'changes'; control columns stay out of targets, so that nothing"
                + " tells the rows of deletes and truncates from others; append a view that gives"
                + " it another name: SELECT *, __op AS op");
    assertThat(
            warnings(
                FEED, view("told", "SELECT *, __op AS op FROM changes"), copy.formatted("told")))
        .isEmpty();
  }
}
