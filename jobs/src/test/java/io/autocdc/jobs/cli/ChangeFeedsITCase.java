// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Targets of Debezium feeds, over two runs in any order, against the table that was replayed. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ChangeFeedsITCase {

  private static final String PIPELINE =
      """
      pipeline: feeds
      flowgroup: feeds
      actions:
        - name: load_current
          type: load
          source:
            type: files
            path: data/current
            format: debezium-json
            schema: "%1$s"
            primary_key: [id]
          target: current_changes
        - name: load_kept
          type: load
          source: { type: files, path: data/kept, format: debezium-json, schema: "%1$s" }
          target: kept_changes
        - name: shorten
          type: transform
          transform_type: sql
          source: kept_changes
          sql: SELECT *, CHAR_LENGTH(name) AS letters FROM kept_changes
          target: kept_view
        - name: current
          type: write
          source: current_changes
          write_target: { table: silver.current, cdc_config: { scd_type: 1 } }
        - name: kept
          type: write
          source: kept_view
          write_target:
            table: silver.kept
            cdc_config: { keys: id, scd_type: 2, except_column_list: [letters], on_invalid_row: quarantine }
      """
          .formatted(ReplayedTable.SCHEMA);

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return Result.of(folder, arguments);
  }

  private void write(String file, List<String> lines) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, lines);
  }

  private List<String> show(String table) {
    Result shown = autocdc("show", table, "--warehouse", "warehouse", "--format", "json");
    assertThat(shown.code()).as(shown.err()).isZero();
    return shown.out().lines().toList();
  }

  @Test
  void targetsEqualTheTableThatWasReplayed() throws IOException {
    ReplayedTable current = new ReplayedTable(7, 600, true);
    ReplayedTable kept = new ReplayedTable(8, 600, false);
    assertThat(current.truncates()).isPositive();
    assertThat(kept.unavailable()).isPositive();
    write("feeds.yaml", List.of(PIPELINE));
    List<List<String>> currentRuns = arrivals(current.feed(), 1);
    List<List<String>> keptRuns = arrivals(kept.feed(), 2);
    for (int run = 0; run < 2; run++) {
      write("data/current/" + run + ".json", currentRuns.get(run));
      write("data/kept/" + run + ".json", keptRuns.get(run));
      if (run == 1) {
        write(
            "data/kept/others.json",
            List.of(
                "null",
                "{\"op\":\"m\",\"message\":{}}",
                "{\"ddl\":\"ALTER TABLE t\"}",
                "{\"op\":\"x\",\"after\":{\"id\":1}}",
                "{\"op\":\"t\",\"source\":{\"lsn\":1}}",
                "{\"op\":\"c\",\"after\":{\"id\":1,\"price\":\"BAg=\"},\"source\":{\"lsn\":1}}"));
      }
      Result result = autocdc("run", "feeds.yaml", "--format", "json", "--parallelism", "2");
      assertThat(result.code()).as(result.err()).isZero();
      if (run == 1) {
        assertThat(result.out())
            .contains("\"num_skipped_records\":3")
            .contains("\"unknown operation\":1", "\"truncate\":1", "\"unparsable\":1");
      }
      assertThat(result.out()).containsPattern("\"num_rows_without_values\":[1-9]");
    }
    assertThat(show("silver.current")).isEqualTo(current.current());
    assertThat(show("silver.kept")).isEqualTo(kept.versions());
    assertThat(show("silver.kept__quarantine"))
        .hasSize(3)
        .anySatisfy(row -> assertThat(row).contains("decimal.handling.mode"));
  }

  /** Two runs with all records in any order, some of them twice. */
  private static List<List<String>> arrivals(List<String> feed, long seed) {
    Random random = new Random(seed);
    List<String> all = new ArrayList<>(feed);
    for (int i = 0; i < feed.size() / 10; i++) {
      all.add(feed.get(random.nextInt(feed.size())));
    }
    Collections.shuffle(all, random);
    return List.of(all.subList(0, all.size() / 2), all.subList(all.size() / 2, all.size()));
  }

  @Test
  void explainSaysWhatTheFeedGives() throws IOException {
    write("feeds.yaml", List.of(PIPELINE));
    write("data/current/0.json", List.of());
    write("data/kept/0.json", List.of());
    Result explained = autocdc("explain", "feeds.yaml");
    assertThat(explained.code()).as(explained.err()).isZero();
    assertThat(explained.out())
        .containsPattern("keys +\\[?id\\]? +.*inferred from source current_changes")
        .containsPattern("sequence_by +\\[?__source_lsn\\]? +.*inferred from source kept_changes")
        .contains("every event of each key since the newest that gives all columns")
        .contains("the newest truncate");
  }
}
