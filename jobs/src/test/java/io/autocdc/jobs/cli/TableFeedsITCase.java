// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static io.autocdc.jobs.cli.WrittenTable.delete;
import static io.autocdc.jobs.cli.WrittenTable.insert;
import static io.autocdc.jobs.cli.WrittenTable.updateAfter;
import static io.autocdc.jobs.cli.WrittenTable.updateBefore;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables as feeds: flows over the changelogs of Paimon tables. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class TableFeedsITCase {

  private static final String HEADER =
      """
      pipeline: gold
      flowgroup: gold
      actions:
      """;

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return Result.of(folder, arguments);
  }

  private List<String> show(String table) {
    Result shown = autocdc("show", table, "--warehouse", "w", "--format", "json");
    assertThat(shown.code()).as(shown.err()).isZero();
    return shown.out().lines().toList();
  }

  private Result run(String parallelism) {
    return autocdc(
        "run", "p.yaml", "--warehouse", "w", "--format", "json", "--parallelism", parallelism);
  }

  private void runs(String parallelism) {
    Result result = run(parallelism);
    assertThat(result.code()).as(result.err()).isZero();
  }

  private void refresh(String table) {
    Result result =
        autocdc("refresh", "p.yaml", "--full", "--yes", "--table", table, "--warehouse", "w");
    assertThat(result.code()).as(result.err()).isZero();
  }

  private void pipeline(String... actions) throws IOException {
    Files.writeString(folder.resolve("p.yaml"), HEADER + String.join("", actions));
  }

  private static String load(String table, String more) {
    return """
      - name: load_%1$s
        type: load
        source: { type: paimon, table: bronze.%1$s%2$s }
        target: v_%1$s
    """
        .formatted(table, more);
  }

  private static String write(String target, String source, String config) {
    return """
      - name: %1$s
        type: write
        source: v_%2$s
        write_target: { table: gold.%1$s, cdc_config: { %3$s } }
    """
        .formatted(target, source, config);
  }

  private WrittenTable table(String name, String... options) throws Exception {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    return WrittenTable.create(folder.resolve("w"), name, true, all);
  }

  @Test
  void aTargetEqualsItsTableWhateverChangelogThatHas() throws Exception {
    Map<String, WrittenTable> tables = new LinkedHashMap<>();
    tables.put("plain", table("plain"));
    tables.put("exact", table("exact", "changelog-producer", "input"));
    tables.put("looked", table("looked", "changelog-producer", "lookup"));
    tables.put("compacted", table("compacted", "changelog-producer", "full-compaction"));
    tables.put("ordered", table("ordered", "sequence.field", "seq"));
    tables.put(
        "merged",
        table(
            "merged",
            "merge-engine",
            "partial-update",
            "changelog-producer",
            "lookup",
            "ignore-delete",
            "true"));
    StringBuilder actions = new StringBuilder();
    for (String table : tables.keySet()) {
      actions.append(load(table, "")).append(write(table, table, "scd_type: 1"));
    }
    pipeline(actions.toString(), write("history", "exact", "scd_type: 2"));

    for (WrittenTable table : tables.values()) {
      table.commit(insert(1, "Ann", 10), insert(2, "Bob", 10), insert(3, "Cid", 10));
      table.commit(delete(3, "Cid", 10));
    }
    runs("1");
    tables.keySet().forEach(t -> assertThat(show("gold." + t)).isEqualTo(show("bronze." + t)));

    for (Map.Entry<String, WrittenTable> entry : tables.entrySet()) {
      WrittenTable table = entry.getValue();
      // One key several times in one snapshot, the last time with a lower sequence.
      if (entry.getKey().equals("exact")) {
        table.commit(
            updateBefore(1, "Ann", 10),
            updateAfter(1, "Anna", 20),
            updateBefore(1, "Anna", 20),
            updateAfter(1, "Anne", 15),
            insert(3, "Cid", 30));
      } else {
        table.commit(updateAfter(1, "Anna", 20), updateAfter(1, "Anne", 15), insert(3, "Cid", 30));
      }
      table.commit(delete(2, "Bob", 10), insert(4, "Dan", 10));
      table.commit(updateBefore(4, "Dan", 10), updateAfter(4, "Dana", 10));
    }
    runs("2");
    tables.keySet().forEach(t -> assertThat(show("gold." + t)).isEqualTo(show("bronze." + t)));
    assertThat(show("gold.ordered").get(0)).contains("Anna");
    assertThat(show("gold.exact").get(0)).contains("Anne");

    assertThat(show("gold.history"))
        .extracting(row -> row.replaceAll(".*name\":\"(\\w+).*END_AT\":(null)?.*", "$1 $2"))
        .containsExactly("Ann ", "Anna ", "Anne null", "Bob ", "Cid null", "Dan ", "Dana null");
  }

  @Test
  void aTableThatOnlyGrowsGivesItsNewRows() throws Exception {
    WrittenTable log = WrittenTable.create(folder.resolve("w"), "log", false, Map.of());
    log.commit(insert(1, "Ann", 1), insert(1, "Anna", 3));
    pipeline(
        load("log", ""),
        write("newest", "log", "keys: id, sequence_by: seq, scd_type: 2"),
        """
          - name: copy
            type: write
            source: v_log
            write_target: { table: gold.copy, mode: standard }
        """);
    runs("1");
    log.addColumn("note");
    log.commit(insert(1, "Ann B.", 2), insert(2, "Bob", 1));
    log.overwrite(insert(3, "Cid", 1));
    runs("2");
    assertThat(show("gold.copy"))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"name\":\"Ann\",\"seq\":1,\"note\":null}",
            "{\"id\":1,\"name\":\"Anna\",\"seq\":3,\"note\":null}",
            "{\"id\":1,\"name\":\"Ann B.\",\"seq\":2,\"note\":\"extra of 1\"}",
            "{\"id\":2,\"name\":\"Bob\",\"seq\":1,\"note\":\"extra of 2\"}",
            "{\"id\":3,\"name\":\"Cid\",\"seq\":1,\"note\":\"extra of 3\"}");
    assertThat(show("gold.newest"))
        .hasSize(5)
        .element(1)
        .asString()
        .contains("Ann B.", "\"__START_AT\":2");
  }

  @Test
  void changesThatAreGoneUnreadAreAnErrorUnlessTheyWait() throws Exception {
    WrittenTable lost = table("lost");
    WrittenTable kept = table("kept");
    WrittenTable later = table("later");
    WrittenTable empty = table("empty");
    for (WrittenTable table : List.of(lost, kept, later)) {
      table.commit(insert(1, "Ann", 1));
    }
    String waiting = load("kept", ", consumer_id: gold") + write("kept", "kept", "scd_type: 1");
    String fromNowOn =
        load("empty", ", starting_snapshot: latest") + write("empty", "empty", "scd_type: 1");
    pipeline(
        waiting,
        fromNowOn,
        load("lost", "") + write("lost", "lost", "scd_type: 1"),
        load("later", ", starting_snapshot: latest") + write("later", "later", "scd_type: 1"));
    runs("1");
    assertThat(show("gold.later")).isEmpty();
    for (WrittenTable table : List.of(lost, kept, later)) {
      table.commit(insert(2, "Bob", 1));
      table.commit(delete(1, "Ann", 1));
    }
    empty.commit(insert(5, "Eve", 1));
    lost.expire();
    kept.expire();

    Result refused = run("1");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("RECORDS_LOST source 'v_lost' would go on in its table at snapshot 2")
        .contains("refresh --full", "consumer_id")
        .doesNotContain("\tat ");
    pipeline(
        waiting,
        fromNowOn,
        load("later", ", starting_snapshot: latest") + write("later", "later", "scd_type: 1"));
    runs("1");
    assertThat(show("gold.kept")).isEqualTo(show("bronze.kept"));
    assertThat(show("gold.later")).isEqualTo(show("bronze.later"));
    assertThat(show("gold.empty")).isEqualTo(show("bronze.empty"));

    kept.drop();
    table("kept").commit(insert(7, "Gil", 1));
    assertThat(run("1").err())
        .contains("RECORDS_LOST source 'v_kept'", "at snapshot 4 of a table that was made anew");
    refresh("gold.kept");
    assertThat(show("gold.kept")).isEqualTo(show("bronze.kept"));
  }

  @Test
  void anotherTableOfTheSameNameIsNoContinuationHoweverManySnapshotsItHas() throws Exception {
    WrittenTable anew = table("anew");
    anew.commit(insert(1, "Ann", 1));
    anew.commit(insert(2, "Bob", 1));
    pipeline(load("anew", ""), write("anew", "anew", "scd_type: 1"));
    runs("1");
    List<String> before = show("gold.anew");

    anew.drop();
    anew = table("anew");
    for (long id = 11; id <= 14; id++) {
      anew.commit(insert(id, "new", 1));
    }
    Result refused = run("1");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains(
            "RECORDS_LOST source 'v_anew' would go on at snapshot 3 of a table that was made anew"
                + " since it was read; the table that was read is gone, and the rows of both would"
                + " be mixed; run refresh --full to read what there is")
        .doesNotContain("\tat ");
    assertThat(show("gold.anew")).isEqualTo(before);
    refresh("gold.anew");
    assertThat(show("gold.anew")).isEqualTo(show("bronze.anew")).hasSize(4);

    anew.commit(insert(15, "new", 1));
    runs("1");
    assertThat(show("gold.anew")).isEqualTo(show("bronze.anew")).hasSize(5);
    anew.setBack(2);
    Result setBack = run("1");
    assertThat(setBack.code()).isEqualTo(1);
    assertThat(setBack.err())
        .contains(
            "RECORDS_LOST source 'v_anew' would go on in its table at snapshot 6, and the newest"
                + " one is 2; the table was set back to an earlier snapshot");
    for (long id = 21; id <= 25; id++) {
      anew.commit(insert(id, "other", 1));
    }
    Result mixed = run("1");
    assertThat(mixed.code()).isEqualTo(1);
    assertThat(mixed.err())
        .contains(
            "RECORDS_LOST source 'v_anew' would go on in its table at snapshot 6, and snapshot 5 is"
                + " another one than was read; the table was set back to an earlier snapshot");
  }

  @Test
  void aStartBehindTheNextSnapshotIsAnErrorOfTheFirstRun() throws Exception {
    WrittenTable ahead = table("ahead");
    WrittenTable bare = table("bare");
    ahead.commit(insert(1, "Ann", 1));
    ahead.commit(insert(2, "Bob", 1));
    String target = write("ahead", "ahead", "scd_type: 1");
    pipeline(load("ahead", ", starting_snapshot: 99"), target);
    Result refused = run("1");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains(
            "INVALID_VALUE source 'v_ahead' has starting_snapshot 99, which its table does not"
                + " have; the table has the snapshots 1 to 2; name one of them, or 3 for what comes"
                + " next")
        .doesNotContain("\tat ");
    pipeline(load("bare", ", starting_snapshot: 2"), write("bare", "bare", "scd_type: 1"));
    assertThat(run("1").err())
        .contains("INVALID_VALUE", "the table has no snapshots yet; name 1, or leave it out");

    pipeline(load("ahead", ", starting_snapshot: 3"), target);
    runs("1");
    ahead.commit(insert(3, "Cid", 1));
    runs("1");
    assertThat(show("gold.ahead")).containsExactly("{\"id\":3,\"name\":\"Cid\",\"seq\":1}");
  }

  @Test
  void aPositionWithoutItsSnapshotIsWarnedOfAndDoesNotOrderAHistory() throws Exception {
    table("placed");
    String history =
        write("placed", "placed", "sequence_by: [seq, %s], except_column_list: [seq], scd_type: 2");
    pipeline(load("placed", ""), history.formatted("__position"));
    assertThat(autocdc("validate", "p.yaml", "--warehouse", "w").out())
        .contains(
            "p.yaml:11:68 warning DROPS_DELETES flow 'placed' has the sequence [seq, __position],"
                + " with __position and no __snapshot_id before it; positions begin anew with every"
                + " snapshot, so that a change or delete of a later one can count as older and be"
                + " left out; write [seq, __snapshot_id, __position]");
    pipeline(load("placed", ""), history.formatted("__position, __snapshot_id"));
    assertThat(autocdc("validate", "p.yaml", "--warehouse", "w").out())
        .contains("left out; write [seq, __snapshot_id, __position]");
    pipeline(load("placed", ""), history.formatted("__snapshot_id, __position"));
    assertThat(autocdc("validate", "p.yaml", "--warehouse", "w").out()).doesNotContain("warning");

    String unpaired = load("placed", ", unpaired_update_before: delete");
    pipeline(unpaired, history.formatted("__position"));
    Result refused = autocdc("validate", "p.yaml", "--warehouse", "w");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out() + refused.err())
        .contains("CONFLICTING_OPTIONS flow 'placed' keeps history");
    pipeline(unpaired, history.formatted("__snapshot_id, __position"));
    assertThat(autocdc("validate", "p.yaml", "--warehouse", "w").code()).isZero();
  }

  @Test
  void aDeleteInALaterSnapshotEndsAVersionOfTheSameTime() throws Exception {
    WrittenTable timed = table("timed", "changelog-producer", "input");
    timed.commit(insert(1, "Ann", 10), insert(2, "Bob", 10), insert(3, "Cid", 10));
    pipeline(
        load("timed", ""),
        write("timed", "timed", "sequence_by: [seq, __snapshot_id, __position], scd_type: 2"));
    runs("1");
    timed.commit(delete(3, "Cid", 10));
    timed.commit(delete(2, "Bob", 10));
    runs("1");
    assertThat(show("gold.timed"))
        .extracting(row -> row.replaceAll(".*name\":\"(\\w+).*END_AT\":(null)?.*", "$1 $2"))
        .containsExactly("Ann null", "Bob ", "Cid ");
  }

  @Test
  void aFilterByKeysThatTheTableTellsIsFine() throws Exception {
    table("ranged");
    String filter =
        """
          - { name: some, type: transform, transform_type: sql, target: v_some, sql: "SELECT * FROM v_ranged WHERE %s" }
        """;
    pipeline(load("ranged", ""), filter.formatted("id > 5"), write("some", "some", "scd_type: 1"));
    assertThat(autocdc("validate", "p.yaml", "--warehouse", "w").out()).doesNotContain("warning");
    pipeline(load("ranged", ""), filter.formatted("seq > 5"), write("some", "some", "scd_type: 1"));
    assertThat(autocdc("validate", "p.yaml", "--warehouse", "w").out())
        .contains("DROPS_DELETES view 'v_some' filters rows that change");
  }

  @Test
  void aTypeThatTheTableDoesNotHaveIsReportedWhereTheSourceStands() throws Exception {
    table("typed");
    pipeline(
        load("typed", ", schema: \"id BIGINT, seq STRING\""),
        write("typed", "typed", "scd_type: 1"));
    Result result = autocdc("validate", "p.yaml", "--warehouse", "w");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out() + result.err())
        .contains(
            "p.yaml:6:13 INCOMPATIBLE_COLUMN the source declares the column 'seq' of table"
                + " paimon.bronze.typed as STRING; the table has it as BIGINT");
  }

  @Test
  void aTableWhoseChangesArePiecesOfRowsIsRefusedWhenItIsDeclared() throws Exception {
    table("pieces", "merge-engine", "partial-update");
    pipeline(load("pieces", ""), write("pieces", "pieces", "scd_type: 1"));
    Result result = autocdc("validate", "p.yaml", "--warehouse", "w");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out() + result.err())
        .contains(
            "p.yaml:6:13 CONFLICTING_OPTIONS table paimon.bronze.pieces has the merge-engine"
                + " partial-update and the changelog-producer none; its changes are what was"
                + " written, and not what became of the rows; set"
                + " 'changelog-producer' = 'lookup' or 'full-compaction' for the table",
            "1 error");
  }

  @Test
  void aRowThatLeavesAFilterIsDeletedIfTheSourceSaysSo() throws Exception {
    WrittenTable orders = table("orders", "changelog-producer", "input");
    orders.commit(insert(1, "open", 1), insert(2, "open", 1), insert(3, "closed", 1));
    String view =
        """
          - { name: make_open, type: transform, transform_type: sql, target: v_open, sql: "SELECT * FROM v_orders WHERE name = 'open'" }
        """;
    pipeline(
        load("orders", ", unpaired_update_before: delete"),
        view,
        write("open", "open", "scd_type: 1"),
        write("was_open", "open", "scd_type: 2"));
    assertThat(autocdc("validate", "p.yaml", "--warehouse", "w").out()).doesNotContain("warning");
    runs("1");
    orders.commit(
        updateBefore(1, "open", 1),
        updateAfter(1, "closed", 2),
        updateBefore(2, "open", 1),
        updateAfter(2, "open", 2),
        updateBefore(3, "closed", 1),
        updateAfter(3, "open", 2));
    runs("2");
    assertThat(show("gold.open"))
        .containsExactly(
            "{\"id\":2,\"name\":\"open\",\"seq\":2}", "{\"id\":3,\"name\":\"open\",\"seq\":2}");
    assertThat(show("gold.was_open"))
        .extracting(
            row -> row.replaceAll(".*id\":(\\d+).*seq\":(\\d+).*END_AT\":(null)?.*", "$1 $2 $3"))
        .containsExactly("1 1 ", "2 1 ", "2 2 null", "3 2 null");
  }
}
