// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rules of a table: each of its flows checks the rows that it reads, whatever kind it is of. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TableExpectationsITCase {

  private static final String LOADS =
      """
      pipeline: shop
      flowgroup: shop
      actions:
        - name: load_web
          type: load
          source: { type: files, path: data/web, format: json, schema: "id BIGINT, amount INT, op STRING, seq BIGINT" }
          target: web
        - name: load_desk
          type: load
          source: { type: files, path: data/desk, format: json, schema: "id BIGINT, amount INT, op STRING, seq BIGINT" }
          target: desk
      """;

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return Result.of(folder, arguments);
  }

  private String show(String table) {
    return autocdc("show", table, "--warehouse", "w", "--format", "json").out();
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve("p").resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void flowsOfChangesCheckTheirRowsAndTheRulesOfAllActionsCount() throws IOException {
    write(
        "p.yaml",
        LOADS
            + """
              - name: from_web
                type: write
                source: web
                write_target:
                  table: silver.orders
                  cdc_config: { keys: id, sequence_by: seq, apply_as_deletes: "op = 'D'", except_column_list: [op, seq] }
                  expectations:
                    - { name: usual, expression: "amount < 100 OR op = 'D'", action: warn }
                    - { name: positive, expression: "amount > 0 OR op = 'D'", action: drop }
              - name: from_desk
                type: write
                source: desk
                write_target:
                  table: silver.orders
                  cdc_config: { keys: id, sequence_by: seq, apply_as_deletes: "op = 'D'", except_column_list: [op, seq] }
                  expect_all_or_quarantine: { known: "op IN ('I', 'D')" }
                  expect_all_or_drop: { positive: "amount > 0 OR op = 'D'" }
            """);
    write(
        "data/web/1.json",
        """
        {"id": 1, "amount": 5, "op": "I", "seq": 1}
        {"id": 2, "amount": 500, "op": "I", "seq": 1}
        {"id": 3, "amount": 0, "op": "I", "seq": 1}
        {"id": 4, "amount": 7, "op": "X", "seq": 1}
        """);
    write(
        "data/desk/1.json",
        """
        {"id": 1, "op": "D", "seq": 2}
        {"id": 5, "amount": null, "op": "I", "seq": 1}
        {"id": 6, "amount": -1, "op": "X", "seq": 1}
        {"id": 7, "amount": 9, "op": "I", "seq": 1}
        """);

    Result run = autocdc("run", "p", "--warehouse", "w", "--format", "json");

    assertThat(run).as(run.err()).returns(0, Result::code);
    assertThat(run.err()).doesNotContain("warning");
    assertThat(run.out())
        .contains(
            "{\"flow\":\"from_web\",\"target\":\"paimon.silver.orders\",\"num_input_rows\":3,")
        .contains(
            "{\"flow\":\"from_desk\",\"target\":\"paimon.silver.orders\",\"num_input_rows\":2,")
        .contains(
            "\"expectations\":["
                + "{\"view\":\"paimon.silver.orders\",\"expectation\":\"usual\",\"action\":\"warn\",\"num_passed_rows\":6,\"num_failed_rows\":2},"
                + "{\"view\":\"paimon.silver.orders\",\"expectation\":\"positive\",\"action\":\"drop\",\"num_passed_rows\":5,\"num_failed_rows\":3},"
                + "{\"view\":\"paimon.silver.orders\",\"expectation\":\"known\",\"action\":\"quarantine\",\"num_passed_rows\":6,\"num_failed_rows\":2}]");
    assertThat(show("silver.orders").lines())
        .containsExactly("{\"id\":2,\"amount\":500}", "{\"id\":7,\"amount\":9}");
    assertThat(show("silver.orders__quarantine").lines())
        .singleElement()
        .asString()
        .contains("\"flow\":\"from_web\"", "expectation 'known' is violated: op IN ('I', 'D')");
  }

  @Test
  void appendingFlowsAndFlowsOfSnapshotsCheckTheirRows() throws IOException {
    write(
        "p.yaml",
        LOADS
            + """
              - name: all
                type: write
                source: web
                write_target:
                  table: silver.all
                  mode: standard
                  expect_all_or_drop: { positive: amount > 0 }
              - name: load_stock
                type: load
                source: { type: files, path: data/stock, format: json, schema: "id BIGINT, amount INT", version_from: file_name }
                target: stock
              - name: stock
                type: write
                source: stock
                write_target:
                  table: silver.stock
                  snapshot_cdc_config: { keys: id }
                  expectations_file: stock.json
            """);
    write(
        "expectations/stock.json",
        """
        {"expectations": [{"name": "counted", "expression": "amount IS NOT NULL", "action": "drop"},
                          {"name": "id", "expression": "id > 0", "action": "quarantine"}]}
        """);
    write(
        "data/web/1.json",
        "{\"id\": 1, \"amount\": 5}\n{\"id\": 1, \"amount\": 0}\n{\"id\": 1, \"amount\": 6}\n");
    write("data/desk/1.json", "");
    write("data/stock/1.json", "{\"id\": 1, \"amount\": 5}\n{\"id\": 2, \"amount\": 6}\n");
    write(
        "data/stock/2.json",
        "{\"id\": 1}\n{\"id\": 2, \"amount\": 7}\n{\"id\": -3, \"amount\": 7}\n");

    Result run = autocdc("run", "p", "--warehouse", "w");

    assertThat(run).as(run.err()).returns(0, Result::code);
    assertThat(run.out())
        .endsWith(
            """
            EXPECTATION  VIEW OR TABLE        ACTION      FAILED
            -----------  -------------------  ----------  ------
            positive     paimon.silver.all    drop             1
            counted      paimon.silver.stock  drop             1
            id           paimon.silver.stock  quarantine       1
            """);
    assertThat(show("silver.all").lines()).hasSize(2).noneMatch(row -> row.contains(":0"));
    assertThat(show("silver.stock").lines()).containsExactly("{\"id\":2,\"amount\":7}");
    assertThat(show("silver.stock__quarantine")).contains("expectation 'id' is violated: id > 0");
  }

  @Test
  void aRuleWithTheActionFailStopsTheRun() throws IOException {
    write(
        "p.yaml",
        LOADS
            + """
              - name: orders
                type: write
                source: web
                write_target:
                  table: silver.orders
                  cdc_config: { keys: id, sequence_by: seq }
                  expect_all_or_fail: { positive: amount > 0 }
            """);
    write("data/web/1.json", "{\"id\": 1, \"amount\": 0, \"seq\": 1}\n");
    write("data/desk/1.json", "");

    Result run = autocdc("run", "p", "--warehouse", "w");

    assertThat(run).returns(1, Result::code);
    assertThat(run.err())
        .contains("EXPECTATION_FAILED a row violates the expectation 'positive' of ")
        .contains("'paimon.silver.orders'", "its condition is amount > 0 and its action is fail");
  }

  @Test
  void validateWarnsOfARuleThatCanTakeDeletesAndItsRemedyHelps() throws IOException {
    String orders =
        LOADS
            + """
              - name: check
                type: transform
                transform_type: data_quality
                source: web
                target: checked
                expectations:
                  - { name: keyed, expression: "id IS NOT NULL AND seq IS NOT NULL", action: drop }
                  - { name: positive, expression: "amount > 0", action: drop }
              - name: orders
                type: write
                source: checked
                write_target:
                  table: silver.orders
                  cdc_config: { keys: id, sequence_by: seq, apply_as_deletes: "op = 'D'", apply_as_truncates: "op = 'T'" }
                  expect_all_or_quarantine: { known: "op <> 'X' OR op = 'D'" }
            """;
    write("p.yaml", orders);
    Result doubtful = autocdc("validate", "p");
    assertThat(doubtful).returns(0, Result::code);
    assertThat((doubtful.out() + doubtful.err()).replace(folder + "/", "").lines())
        .filteredOn(line -> line.contains("DROPS_DELETES"))
        .containsExactly(
            "p/p.yaml:18:36 warning DROPS_DELETES expectation 'keyed' can take truncates from flow"
                + " 'orders'; a row with op = 'T' that violates it is left out, so its truncate"
                + " never happens; append OR op = 'T', or choose the action warn or fail",
            "p/p.yaml:19:39 warning DROPS_DELETES expectation 'positive' can take truncates from"
                + " flow 'orders'; a row with op = 'T' that violates it is left out, so its"
                + " truncate never happens; append OR op = 'T', or choose the action warn or fail",
            "p/p.yaml:19:39 warning DROPS_DELETES expectation 'positive' can take deletes from flow"
                + " 'orders'; a row with op = 'D' that violates it is left out, so its key is never"
                + " deleted; append OR op = 'D', or choose the action warn or fail");

    write(
        "p.yaml",
        orders
            .replace("seq IS NOT NULL\"", "seq IS NOT NULL OR op = 'T'\"")
            .replace("amount > 0\"", "amount > 0 OR op = 'T' OR op = 'D'\""));
    Result mended = autocdc("validate", "p");
    assertThat(mended.out() + mended.err()).doesNotContain("warning");
  }
}
