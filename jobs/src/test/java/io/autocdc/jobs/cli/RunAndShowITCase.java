// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The project of {@code init}, run and shown in this process. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RunAndShowITCase {

  @TempDir private Path folder;

  private Result autocdcIn(Path directory, String... arguments) {
    return Result.of(directory, Result.remembering(folder), null, arguments);
  }

  private Result autocdc(String... arguments) {
    return autocdcIn(folder, arguments);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve("p").resolve(file), text);
  }

  @BeforeEach
  void writeProject() {
    assertThat(autocdc("init", "p").code()).isZero();
  }

  @Test
  void runsContinueAndShowSortsAndFilters() throws IOException {
    Result first = autocdc("run", "p", "--format", "json");
    assertThat(first).returns(0, Result::code);
    assertThat(first.out().lines()).hasSize(1);
    assertThat(first.out())
        .startsWith("{\"pipeline\":\"customers\",\"continued\":false,")
        .contains(
            "{\"flow\":\"customers_history\",\"target\":\"paimon.silver.customers_history\","
                + "\"num_input_rows\":7,\"num_upserted_rows\":6,\"num_deleted_rows\":1,");

    write(
        "data/customers/changes_3.json",
        """
        {"customer_id": 2, "name": "Blaise", "city": "Clermont", "operation": "UPDATE", "sequence_num": 4}
        {"customer_id": null, "name": "Nobody", "operation": "UPDATE", "sequence_num": 9}
        not json
        """);
    Result second = autocdc("run", "p", "--format", "json");
    assertThat(second).returns(0, Result::code);
    assertThat(second.out())
        .contains("\"continued\":true")
        .contains("\"num_quarantined_rows\":4")
        .contains("{\"flow\":\"customers\",\"target\":\"paimon.silver.customers\",");

    assertThat(
            autocdc(
                    "show",
                    "silver.customers_history",
                    "--format",
                    "json",
                    "--where",
                    "customer_id = 2")
                .out())
        .isEqualTo(
            """
            {"customer_id":2,"name":"Blaise","city":"Paris","__START_AT":2,"__END_AT":4}
            {"customer_id":2,"name":"Blaise","city":"Clermont","__START_AT":4,"__END_AT":5}
            {"customer_id":2,"name":"Blaise","city":"Rouen","__START_AT":5,"__END_AT":6}
            """);
    assertThat(autocdc("show", "paimon.silver.customers").out())
        .isEqualTo(
            """
            customer_id  name  city
            -----------  ----  ----------
                      1  Ada   Ockham
                      3  Carl  Goettingen
            (2 rows)
            """);
    assertThat(autocdc("show", "customers").out())
        .isEqualTo(autocdc("show", "silver.customers").out())
        .isNotEmpty();
    assertThat(autocdc("show", "silver.customers__quarantine", "--format", "json").out().lines())
        .hasSize(2)
        .anyMatch(line -> line.contains("not json"))
        .anyMatch(line -> line.contains("null key"));
  }

  @Test
  void showFindsTheWarehouseOfARecentRunAndSaysSo() throws IOException {
    assertThat(autocdc("run", "p", "--warehouse", "lake").code()).isZero();
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));

    Result found = autocdcIn(elsewhere, "show", "silver.customers", "--limit", "1");
    Result missing = autocdcIn(elsewhere, "show", "silver.customer");

    assertThat(found.code()).isZero();
    assertThat(found.out()).endsWith("(2 rows, the first 1 shown)\n");
    assertThat(found.err()).contains("reading " + folder.resolve("lake"));
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.err())
        .startsWith("TABLE_NOT_FOUND")
        .contains("silver.customers_history", "did you mean 'silver.customers'?");
  }

  @Test
  void aRunContinuesInAFolderWithSpacesAndSpecialCharacters() throws IOException {
    String project = "my project #1 100% ü+%20";
    assertThat(autocdc("init", project).code()).isZero();

    Result first = autocdc("run", project, "--format", "json");
    Result second = autocdc("run", project, "--format", "json");
    String warehouse = folder.resolve(project).resolve("warehouse").toString();
    Result shown = autocdc("show", "silver.customers", "--warehouse", warehouse);

    assertThat(first).returns(0, Result::code);
    assertThat(first.out()).contains("\"continued\":false", "\"num_input_rows\":14,");
    assertThat(shown.out()).endsWith("(2 rows)\n");
    assertThat(second).returns(0, Result::code);
    assertThat(second.out()).contains("\"continued\":true", "\"num_input_rows\":0,");
    try (var children = Files.list(folder)) {
      assertThat(children.map(child -> child.getFileName().toString()))
          .containsExactlyInAnyOrder("p", project, "state");
    }
  }

  @Test
  void anInvalidRowEndsTheRunIfTheFlowSaysSo() throws IOException {
    Path pipeline = folder.resolve("p/customers.yaml");
    Files.writeString(
        pipeline,
        Files.readString(pipeline)
            .replace("scd_type: 2", "scd_type: 2\n        on_invalid_row: fail"));
    write("data/customers/changes_3.json", "not json\n");

    Result result = autocdc("run", "p");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("INVALID_ROW").doesNotContain("\tat ");
  }

  @Test
  void aFlowOfAnotherKindOnTheSameTableIsRefused() throws IOException {
    assertThat(autocdc("run", "p").code()).isZero();
    Path pipeline = folder.resolve("p/customers.yaml");
    Files.writeString(pipeline, Files.readString(pipeline).replace("scd_type: 2", "scd_type: 1"));

    Result result = autocdc("run", "p");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).startsWith("TARGET_DRIFT").doesNotContain("\tat ");
  }

  @Test
  void aRefreshFillsTargetsAnewFromTheInputThatIsStillThere() throws IOException {
    write("data/customers/changes_3.json", "not json\n");
    assertThat(autocdc("run", "p").code()).isZero();
    Files.delete(folder.resolve("p/data/customers/changes_2.json"));

    Result one = autocdc("refresh", "p", "--full", "--table", "silver.customers", "--yes");

    assertThat(one).returns(0, Result::code);
    assertThat(one.err())
        .contains("table paimon.silver.customers was dropped and is filled anew")
        .doesNotContain("customers_history was dropped");
    assertThat(quarantined("customers")).hasSize(1);
    assertThat(quarantined("customers_history")).as("read again by both flows").hasSize(2);

    assertThat(autocdc("explain", "p").out())
        .contains("target-paimon.silver.customers-generation-2-merge")
        .contains("target-paimon.silver.customers_history-merge")
        .doesNotContain("which the next run creates");

    Result all = autocdc("refresh", "p", "--full", "--yes", "--format", "json");

    assertThat(all).returns(0, Result::code);
    assertThat(all.out()).startsWith("{\"pipeline\":\"customers\"");
    assertThat(quarantined("customers_history")).hasSize(1);
    assertThat(autocdc("show", "silver.customers_history", "--format", "json").out())
        .as("the second file is gone")
        .doesNotContain("Rouen");
    assertThat(autocdc("show", "customers__event_log", "--format", "json").out())
        .as("the event log tells of all runs")
        .contains("\"table paimon.silver.customers_history was created\"");
    assertThat(autocdc("run", "p").out()).contains("continued");
  }

  private List<String> quarantined(String table) {
    String name = "silver." + table + "__quarantine";
    return autocdc("show", name, "--format", "json").out().lines().toList();
  }

  @Test
  void aRefreshThatWouldAppendInputOnceMoreRemovesNothing() throws IOException {
    String project = Files.readString(folder.resolve("p/customers.yaml"));
    String source = project.replaceAll("(?s).*\\n    target: (\\w+)\\n.*", "$1");
    write(
        "customers.yaml",
        project.stripTrailing()
            + """

              - name: archive
                type: write
                source: %s
                write_target: { type: streaming_table, schema: bronze, table: archive, mode: standard }
            """
                .formatted(source));
    assertThat(autocdc("run", "p").code()).isZero();
    String before = autocdc("show", "silver.customers").out();

    Result refused = autocdc("refresh", "p", "--full", "--table", "silver.customers", "--yes");

    assertThat(refused).returns(1, Result::code);
    assertThat(refused.err())
        .startsWith("NOT_AVAILABLE source '" + source + "' has to be read from the beginning")
        .contains("or refresh paimon.bronze.archive in full, too");
    assertThat(autocdc("show", "silver.customers").out()).isEqualTo(before);
    String[] both = {"--table", "silver.customers", "--table", "bronze.archive", "--yes"};
    String rows = autocdc("show", "bronze.archive").out();
    assertThat(autocdc("refresh", "p", "--full", both[0], both[1], both[2], both[3], both[4]))
        .returns(0, Result::code);
    assertThat(autocdc("show", "bronze.archive").out()).as("appended once").isEqualTo(rows);
  }

  @Test
  void historyIsShownAsOfASequence() {
    assertThat(autocdc("run", "p").code()).isZero();

    String[] show = {"show", "silver.customers_history", "--format", "json"};
    String then = autocdc(show[0], show[1], show[2], show[3], "--as-of", "2").out();

    assertThat(then)
        .contains("{\"customer_id\":2,\"name\":\"Blaise\",\"city\":\"Paris\",\"__START_AT\":2,")
        .doesNotContain("Rouen");
    assertThat(autocdc("show", "silver.customers", "--as-of", "2"))
        .returns(1, Result::code)
        .extracting(Result::err)
        .asString()
        .contains("NEEDS_HISTORY --as-of 2;");
  }
}
