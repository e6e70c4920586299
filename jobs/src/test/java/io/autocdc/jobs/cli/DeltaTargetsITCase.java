// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example project with Delta tables in place of those of Paimon. */
@Timeout(180)
class DeltaTargetsITCase {

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return Result.of(folder.resolve("p"), Result.remembering(folder), null, arguments);
  }

  private void change(String what, String by) throws IOException {
    Path file = folder.resolve("p/customers.yaml");
    Files.writeString(file, Files.readString(file).replace(what, by));
  }

  @BeforeEach
  void writeProject() throws IOException {
    Files.createDirectories(folder.resolve("p"));
    assertThat(autocdc("init", folder.resolve("p").toString()).code()).isZero();
    change("catalog: paimon", "catalog: delta");
  }

  @Test
  void runsContinueAndRefreshFillsAnew() throws IOException {
    Files.writeString(folder.resolve("p/data/customers/changes_3.json"), "not json\n");
    assertThat(autocdc("run", ".")).returns(0, Result::code);
    String rows = autocdc("show", "silver.customers", "--format", "json").out();
    assertThat(rows)
        .isEqualTo(
            """
            {"customer_id":1,"name":"Ada","city":"Ockham"}
            {"customer_id":3,"name":"Carl","city":"Goettingen"}
            """);
    assertThat(autocdc("show", "delta.silver.customers", "--where", "city = 'Ockham'").out())
        .contains("(1 row)");
    assertThat(autocdc("show", "delta.silver.customers_history", "--as-of", "4").out())
        .contains("Marylebone");
    assertThat(autocdc("show", "customers__quarantine", "--format", "json").out().lines())
        .hasSize(1);
    assertThat(autocdc("show", "delta.default.customers__event_log").out())
        .contains("table delta.silver.customers was created")
        .contains("1 quarantined");

    Files.writeString(
        folder.resolve("p/data/customers/changes_4.json"),
        "{\"customer_id\": 3, \"operation\": \"DELETE\", \"sequence_num\": 9}\n");
    assertThat(autocdc("run", ".").out()).contains("continued");
    assertThat(autocdc("show", "silver.customers", "--format", "json").out())
        .isEqualTo("{\"customer_id\":1,\"name\":\"Ada\",\"city\":\"Ockham\"}\n");

    assertThat(autocdc("explain", ".").out())
        .contains("target delta.silver.customers; primary key customer_id")
        .contains("target-delta.silver.customers-sink-committer");

    Files.delete(folder.resolve("p/data/customers/changes_4.json"));
    Result refreshed = autocdc("refresh", ".", "--full", "--yes");
    assertThat(refreshed).returns(0, Result::code);
    assertThat(refreshed.err()).contains("table delta.silver.customers was dropped");
    assertThat(autocdc("show", "silver.customers", "--format", "json").out()).isEqualTo(rows);
  }

  @Test
  void whatCannotBeWrittenAnyMoreIsRefusedBeforeTheRun() throws IOException {
    assertThat(autocdc("run", ".")).returns(0, Result::code);
    DeltaFolder table =
        new DeltaLocation("file:" + folder.resolve("p/warehouse/silver.delta/customers"), Map.of())
            .open();
    DeltaState state = table.newest().orElseThrow();
    assertThat(
            state.alter(
                state.columnNames().stream().map(state::column).toList(),
                Map.of("delta.enableChangeDataFeed", "true"),
                Change.ofFiles()))
        .isTrue();
    assertThat(autocdc("run", "."))
        .returns(1, Result::code)
        .satisfies(
            result ->
                assertThat(result.err())
                    .contains("CONFLICTING_OPTIONS")
                    .contains("'delta.enableChangeDataFeed'")
                    .contains("set it to false"));
    change("keys: [customer_id]", "keys: [name]");
    assertThat(autocdc("run", ".").err()).contains("TARGET_DRIFT");
  }

  @Test
  void aTableOfAnotherPipelineAndOneThatIsBrokenAreNamedAsSuch() throws IOException {
    assertThat(autocdc("run", ".")).returns(0, Result::code);
    change("pipeline: customers", "pipeline: others");
    assertThat(autocdc("run", "."))
        .returns(1, Result::code)
        .satisfies(
            result ->
                assertThat(result.err())
                    .contains("TARGET_OWNED", "belongs to the pipeline 'customers'")
                    .doesNotContain("STATE_MISSING"));

    try (Stream<Path> files = Files.list(folder.resolve("p/warehouse/silver.delta/customers"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        Files.delete(file);
      }
    }
    assertThat(autocdc("show", "silver.customers").err())
        .contains("RUN_FAILED could not read the table in ", "silver.delta/customers")
        .doesNotContain("INTERNAL");
  }

  @Test
  void generatedFilesNameDeltaTables() throws IOException {
    assertThat(autocdc("generate", ".", "--output", "out")).returns(0, Result::code);
    Path out = folder.resolve("p/out");
    assertThat(Files.readString(out.resolve("customers.sql")))
        .contains("AUTO CDC INTO delta.silver.customers\n");
    assertThat(Files.readString(out.resolve("CustomersPipeline.java"))).contains("Delta.table()");
    assertThat(Files.readString(out.resolve("customers.ddl")))
        .contains("-- delta.silver.customers is a Delta table")
        .doesNotContain("CREATE CATALOG", "CREATE TABLE");
    assertThat(autocdc("validate", "out").out()).startsWith("OK:");
  }
}
