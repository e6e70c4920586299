// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.problem.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return answering(null, arguments);
  }

  /**
   * @param answer what a user types; null if nobody is there
   */
  private Result answering(String answer, String... arguments) {
    return Result.of(
        folder,
        Map.of(
            "XDG_STATE_HOME",
            folder.resolve("state").toString(),
            "AUTOCDC_SECRET_SCOPE_WORD",
            "hunter2"),
        answer,
        arguments);
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "init",
        "validate",
        "explain",
        "graph",
        "generate",
        "run",
        "show",
        "refresh",
        "codes",
        "completion"
      })
  void everyCommandHasHelpOnStdout(String command) {
    Result result = autocdc(command, "--help");

    assertThat(result.code()).isZero();
    assertThat(result.out()).startsWith("Usage: autocdc " + command).contains("--debug");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void aMissingCommandIsAUsageErrorThatListsAll() {
    Result result = autocdc();

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("validate", "Missing command");
  }

  @Test
  void misspeltWordsAreUsageErrorsWithSuggestions() {
    assertThat(autocdc("vaildate", "x"))
        .returns(2, Result::code)
        .extracting(Result::err)
        .asString()
        .contains("autocdc validate");
    assertThat(autocdc("run", "x", "--warehous", "y"))
        .returns(2, Result::code)
        .extracting(Result::err)
        .asString()
        .contains("--warehouse", "Try 'autocdc run --help'.");
    assertThat(autocdc("run", "x", "--mode", "sometimes"))
        .returns(2, Result::code)
        .extracting(Result::err)
        .asString()
        .contains("'sometimes' is none of triggered, continuous");
    assertThat(autocdc("run", "x", "--parallelism", "0")).returns(2, Result::code);
    assertThat(autocdc("show")).returns(2, Result::code);
    assertThat(autocdc("show", "a.b", "--limit", "-1")).returns(2, Result::code);
  }

  @Test
  void codesAreExplained() {
    Result one = autocdc("codes", "no_keys");
    Result all = autocdc("codes");
    Result unknown = autocdc("codes", "NO_KEYZ");

    assertThat(one.code()).isZero();
    assertThat(one.out()).startsWith("NO_KEYS\n  A flow has no keys.");
    assertThat(all.out()).contains("NO_KEYS", "INTERNAL", "TABLE_NOT_FOUND");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("did you mean NO_KEYS?");
  }

  @Test
  void codesAreDataToo() {
    Result one = autocdc("codes", "NO_KEYS", "--format", "json");

    assertThat(one.out())
        .startsWith("{\"code\":\"NO_KEYS\",\"meaning\":\"A flow has no keys.")
        .contains("\"remedy\":");
    assertThat(autocdc("codes", "--format", "json").out().lines())
        .hasSize(ErrorCode.values().length);
  }

  @Test
  void theCompletionKnowsEveryCommandAndItsOptions() {
    Result script = autocdc("completion");

    assertThat(script.code()).isZero();
    assertThat(script.out())
        .startsWith("#!/usr/bin/env bash")
        .contains("complete -F _complete_autocdc")
        .contains("refresh", "--system-as-of", "--warehouse");
  }

  @Test
  void theGraphGoesToStdoutOrIntoAFile() throws IOException {
    autocdc("init", "p");

    assertThat(autocdc("graph", "p"))
        .returns(0, Result::code)
        .extracting(Result::out)
        .asString()
        .startsWith("pipeline customers\n└─ source ")
        .contains("   ├─ flow customers: SCD type 1, keys customer_id, sequence sequence_num\n");
    assertThat(autocdc("graph", "p", "--format", "mermaid").out()).startsWith("flowchart LR\n");
    assertThat(autocdc("graph", "p", "--format", "dot").out()).startsWith("digraph autocdc {\n");
    Result page = autocdc("graph", "p", "--format", "html", "--output", "graph.html");
    assertThat(page).isEqualTo(new Result(0, "", "written to graph.html\n"));
    assertThat(folder.resolve("graph.html")).content().startsWith("<!DOCTYPE html>");
    assertThat(autocdc("graph", "p", "--output", "no/such/folder/g").err())
        .startsWith("FILE_NOT_FOUND --output no/such/folder/g;");
  }

  @Test
  void aWrongDeclarationHasNoGraph() throws IOException {
    write("p.yaml", BROKEN);

    Result result = autocdc("graph", "p.yaml");

    assertThat(result).returns(1, Result::code).returns("", Result::out);
    assertThat(result.err()).contains("UNKNOWN_COLUMN", "error");
  }

  @Test
  void explainTellsValuesAndWhereTheyComeFromAndChangesNothing() {
    autocdc("init", "p");

    Result text = autocdc("explain", "p");
    Result json = autocdc("explain", "p", "--format", "json");

    assertThat(text).returns(0, Result::code).returns("", Result::err);
    assertThat(text.out())
        .startsWith("pipeline customers\n\nsource v_customer_changes\n")
        .containsPattern("(?m)^keys +customer_id +\\S*customers\\.yaml:25$")
        .containsPattern("(?m)^column_list +customer_id, name, city .*\\d except_column_list$")
        .containsPattern("(?m)^tombstone_retention +2 days +default$")
        .contains("target paimon.silver.customers, which the next run creates; primary key")
        .containsPattern("(?m)^every event of each key +for ever$")
        .containsPattern("(?m)^__START_AT +BIGINT NOT NULL$")
        .contains("target-paimon.silver.customers-merge", "source-v_customer_changes-");
    assertThat(json.out().lines()).hasSize(1);
    assertThat(json.out())
        .startsWith("{\"pipeline\":\"customers\",\"notes\":[],\"sources\":[{")
        .contains(
            "{\"name\":\"keys\",\"value\":[\"customer_id\"],\"origin\":\"declared\",",
            "{\"name\":\"once\",\"value\":false,\"origin\":\"default\"}",
            "{\"uid\":\"target-paimon.silver.customers_history-merge\",");
    assertThat(folder.resolve("p/warehouse")).doesNotExist();
  }

  @Test
  void explainTellsWhatWasInferredAndShowsNoSecret() throws IOException {
    write("exports/2024-01-01.csv", "id,name\n1,Ada\n");
    write(
        "p.yaml",
        """
        pipeline: p
        flowgroup: g
        actions:
          - name: t
            type: write
            write_target:
              type: streaming_table
              schema: silver
              table: t
              mode: snapshot_cdc
              snapshot_cdc_config:
                source: exports
                version_from: file_name
                schema: "id BIGINT, name STRING"
                keys: [id]
                stored_as_scd_type: 2
          - name: load
            type: load
            source: { type: files, path: exports, format: csv, schema: "id BIGINT, name STRING, seq BIGINT" }
            target: v
          - name: u
            type: write
            source: v
            write_target:
              type: streaming_table
              schema: silver
              table: u
              mode: cdc
              table_properties: { pipelines.cdc.tombstoneGCThresholdInSeconds: "3600" }
              cdc_config:
                keys: [id]
                sequence_by: seq
                apply_as_deletes: "name = '${secret:scope/word}'"
        """);
    Result result = autocdc("explain", "p.yaml");

    assertThat(result).returns(0, Result::code);
    assertThat(result.out())
        .containsPattern("(?m)^version_type +DATE +inferred from file names$")
        .containsPattern("(?m)^version_from +file_name +\\S*p\\.yaml:13$")
        .containsPattern("(?m)^path +exports +\\S*p\\.yaml:12$")
        .contains("flow t applies the differences of snapshots")
        .containsPattern("(?m)^the row of each key in the newest snapshot +for ever$")
        .containsPattern(
            "(?m)^tombstone_retention +1 h\\w* +\\S*p\\.yaml:\\d+ pipelines.cdc.tombstoneGC")
        .contains("target-paimon.silver.t-flow-t-snapshots-compare")
        .containsPattern("(?m)^apply_as_deletes +name = '\\*\\*\\*' ");
    assertThat(result.out() + autocdc("explain", "p.yaml", "--format", "json").out())
        .doesNotContain("hunter2");
  }

  @Test
  void aRefreshHasToBeAskedForInFull() {
    autocdc("init", "p");

    assertThat(autocdc("refresh", "p", "--yes"))
        .returns(2, Result::code)
        .extracting(Result::err)
        .asString()
        .startsWith("Missing --full");
    assertThat(autocdc("refresh", "p", "--full"))
        .returns(2, Result::code)
        .extracting(Result::err)
        .asString()
        .startsWith("There is no terminal to ask on; add --yes");
    assertThat(autocdc("refresh", "p", "--full", "--yes", "--table", "silver.custmers"))
        .returns(1, Result::code)
        .extracting(Result::err)
        .asString()
        .startsWith("UNKNOWN_TARGET --table silver.custmers;")
        .contains("did you mean 'paimon.silver.customers'?");
  }

  @Test
  void aRefreshThatIsNotConfirmedChangesNothing() {
    autocdc("init", "p");
    for (String answer : List.of("", "\n", "n\n", "yess\n")) {
      Result result = answering(answer, "refresh", "p", "--full", "--table", "customers");

      assertThat(result).returns(1, Result::code).returns("", Result::out);
      assertThat(result.err())
          .contains("  paimon.silver.customers\n", "[y/N]")
          .doesNotContain("customers_history")
          .endsWith("nothing was changed\n");
    }
    assertThat(folder.resolve("p/warehouse")).doesNotExist();
  }

  @Test
  void theProjectOfInitIsValid() {
    Result init = autocdc("init", "new/project");
    Result validate = autocdc("validate", "new/project");

    assertThat(init.code()).isZero();
    assertThat(init.out()).contains("autocdc run new/project");
    assertThat(validate)
        .isEqualTo(new Result(0, "OK: 1 pipeline, 1 source, 0 views, 2 tables, 2 flows\n", ""));
  }

  @Test
  void initLeavesAFolderWithFilesAlone() throws IOException {
    write("project/mine.txt", "precious");

    Result result = autocdc("init", "project");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).startsWith("FOLDER_NOT_EMPTY 'project'");
    assertThat(folder.resolve("project")).isDirectoryNotContaining(p -> !p.endsWith("mine.txt"));
  }

  private static final String BROKEN =
      """
      pipeline: p
      flowgroup: g
      actions:
        - name: load
          type: load
          source: { type: files, path: data, format: json, schema: "id BIGINT, op STRING, seq BIGINT" }
          target: v
        - name: t
          type: write
          source: v
          write_target:
            type: streaming_table
            schema: silver
            table: t
            mode: cdc
            cdc_config:
              keys: [idd]
              sequence_by: seq
              apply_as_deletes: "oper = 'D'"
        - name: u
          type: write
          source: v
          write_target:
            type: streaming_table
            schema: silver
            table: u
            mode: cdc
            cdc_config:
              keys: [id]
              sequence_by: seq
              apply_as_deletes: "op"
      """;

  @Test
  void validateShowsEveryProblemAsDataAndCountsThemOnStderr() throws IOException {
    write("p.yaml", BROKEN);

    Result result = autocdc("validate", "p.yaml");

    assertThat(result.code()).isEqualTo(1);
    List<String> lines = result.out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("p.yaml:17:", " UNKNOWN_COLUMN ", "'id'");
    assertThat(lines.get(1)).contains("p.yaml:19:", " UNKNOWN_COLUMN ", "'oper'");
    assertThat(lines.get(2)).contains("p.yaml:31:", " NOT_BOOLEAN ", "STRING");
    assertThat(result.err()).isEqualTo("3 errors\n");
  }

  @Test
  void validateGivesOneJsonDocument() throws IOException {
    write("p.yaml", BROKEN);

    Result result = autocdc("validate", "p.yaml", "--format", "json");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out().lines()).hasSize(1);
    assertThat(result.out())
        .startsWith("{\"valid\":false,\"pipelines\":[{\"pipeline\":\"p\",")
        .contains("{\"severity\":\"error\",\"code\":\"UNKNOWN_COLUMN\",\"file\":");
  }

  @Test
  void runRefusesAWrongDeclarationBeforeItStarts() throws IOException {
    write("p.yaml", BROKEN);

    Result result = autocdc("run", "p.yaml");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("UNKNOWN_COLUMN", "NOT_BOOLEAN", "3 errors");
    assertThat(folder.resolve("warehouse")).doesNotExist();
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--target remote",
        "--target remote --address localhost",
        "--target remote --address http://localhost:8081",
        "--address localhost:8081"
      })
  void aClusterIsNamedByTargetAndAddress(String options) {
    List<String> words = new ArrayList<>(List.of("run", "p.yaml"));
    words.addAll(List.of(options.split(" ")));

    Result result = autocdc(words.toArray(String[]::new));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("--address", "Try 'autocdc run --help'.");
  }

  @Test
  void aPathThatDoesNotExistIsAUsersFault() {
    Result result = autocdc("validate", "nowhere");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).startsWith("FILE_NOT_FOUND ");
  }

  @Test
  void aTableThatDoesNotExistIsNamedWithThePlacesThatWereSearched() {
    Result result = autocdc("show", "silver.customers", "--warehouse", "empty");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("TABLE_NOT_FOUND table 'silver.customers' does not exist in ")
        .contains(folder.resolve("empty").toString(), "there are no tables");
  }

  @Test
  void aWarehouseElsewhereThanInAFolderIsNotAvailable() {
    Result result = autocdc("show", "silver.customers", "--warehouse", "s3://bucket/lake");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).startsWith("NOT_AVAILABLE the warehouse 's3://bucket/lake'");
  }
}
