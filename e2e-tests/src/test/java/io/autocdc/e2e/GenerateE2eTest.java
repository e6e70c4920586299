// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.jobs.cli.AutoCdcMain;
import io.autocdc.jobs.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code generate} writes keeps the same tables as what it was written from: the script in
 * tables that the DDL has made, and the Java as programs of their own.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GenerateE2eTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("LANDING", "landed", "AUTOCDC_SECRET_FEED_DELETE_CODE", "gone");

  private static final List<String> TABLES =
      List.of(
          "silver.customers",
          "silver.customers_history",
          "gold.prices",
          "gold.beliefs",
          "gold.stock",
          "gold.cities",
          "bronze.archive");

  private static final String EVENTS =
      """
      {"id": 1, "price": 1.5, "tags": {"a": "x"}, "op": "U", "seq": 1, "part": 0, "known": 1, "at": "2026-01-01 00:00:00"}
      {"id": 1, "price": 2.5, "tags": {"a": "y"}, "op": "U", "seq": 2, "part": 1, "known": 2, "at": "2026-01-01 00:00:01"}
      {"id": 2, "price": 0.1, "tags": {"a": "it's"}, "op": "U", "seq": 1, "part": 0, "known": 3, "at": "2026-01-01 00:00:02"}
      {"id": 2, "price": 9.9, "tags": {"a": "z"}, "op": "gone", "seq": 3, "part": 0, "known": 4, "at": "2026-01-01 00:00:03"}
      {"id": 3, "price": -4.0, "tags": null, "op": "U", "seq": 1, "part": 0, "known": 5, "at": "2026-01-01 00:00:04"}
      {"id": 4, "price": 7.25, "tags": null, "op": "U", "seq": 1, "part": 0, "known": 6, "at": "2026-01-01 00:00:05"}
      {"id": 4, "price": null, "tags": {"b": "2"}, "op": "U", "seq": 2, "part": 0, "known": 7, "at": "2026-01-01 00:00:06"}
      {"id": null, "price": 1.0, "tags": null, "op": "U", "seq": 1, "part": 0, "known": 8, "at": "2026-01-01 00:00:07"}
      no JSON
      """;

  private static final String SHOP =
      """
      pipeline: shop
      flowgroup: shop
      actions:
        - name: load_events
          type: load
          source:
            type: files
            path: "data/${env:LANDING}"
            format: json
            schema: "id BIGINT, price DOUBLE, tags MAP<STRING, STRING>, op STRING, seq BIGINT, part INT, known BIGINT, `at` TIMESTAMP(3)"
            watermark: { column: at, max_out_of_orderness: 5 s }
          target: events
        - name: load_export
          type: load
          readMode: batch
          source: { type: files, path: ./data/export.csv, format: csv, header: true, schema: "id BIGINT, price DOUBLE, seq BIGINT" }
          target: export
        - name: check
          type: transform
          transform_type: data_quality
          source: events
          target: checked
          expectations:
            - { name: "has a part", expression: "part >= 0", action: warn }
            - { name: "not free", expression: "price > 0 OR price IS NULL", action: quarantine }
        - name: lift
          type: transform
          transform_type: sql
          source: checked
          target: lifted
          sql: |-
            SELECT *, tags['a'] AS tag, ARRAY['price'] AS changed -- "what" is said
            FROM checked
            WHERE op <> '\\"\\"\\"'
        - name: prices
          type: write
          source: lifted
          write_target:
            schema: gold
            table: prices
            table_properties: { bucket: "1", pipelines.cdc.tombstoneGCThresholdInSeconds: "86400" }
            expectations: [{ name: known, expression: "known > 0", action: drop }]
            cdc_config:
              keys: [id, price]
              sequence_by: [seq, part]
              scd_type: 2
              apply_as_deletes: "op = '${secret:feed/delete_code}'"
              except_column_list: [op, seq, part, known, at, changed]
              track_history_column_list: [tag]
              history_retention: 400 days
        - name: beliefs
          type: write
          source: events
          write_target:
            schema: gold
            table: beliefs
            cdc_config:
              keys: id
              sequence_by: seq
              system_sequence_by: known
              stored_as_scd_type: bitemporal
              column_list: [id, price]
              ignore_null_updates_column_list: [price]
              on_invalid_row: drop
        - name: stock
          type: write
          source: lifted
          write_target:
            schema: gold
            table: stock
            cdc_config:
              keys: id
              sequence_by: seq
              column_list: [id, price, tag]
              columns_to_update: changed
              apply_as_truncates: "op = 'TRUNCATE'"
              tombstone_retention: 1 h 30 min
        - name: stock_export
          type: write
          source: export
          once: true
          write_target:
            schema: gold
            table: stock
            cdc_config: { keys: id, sequence_by: seq, column_list: [id, price] }
        - name: cities
          type: write
          write_target:
            schema: gold
            table: cities
            mode: snapshot_cdc
            snapshot_cdc_config:
              source: "data/cities/*.csv"
              schema: "id BIGINT, city STRING"
              version_from: file_name
              keys: id
              stored_as_scd_type: 2
              on_lower_version: skip
        - name: archive
          type: write
          source: events
          write_target: { schema: bronze, table: archive, mode: standard, on_invalid_row: drop }
      """;

  @TempDir private Path folder;

  /** The example and a pipeline with whatever a pipeline can have. */
  private void writeProject() throws IOException {
    TestProject project = new TestProject(folder.resolve("p"));
    Path example = Cli.ROOT.resolve("examples/customers");
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        project.write(example.relativize(file).toString(), Files.readString(file));
      }
    }
    project
        .write("customers.yaml", Files.readString(example.resolve("customers.yaml")))
        .write("shop.yaml", SHOP)
        .write("data/landed/events.json", EVENTS)
        .write("data/export.csv", "id,price,seq\n1,0.5,0\n9,3.0,1\n")
        .write("data/cities/2026-01-01.csv", "1,Oaxaca\n2,Monterrey\n")
        .write("data/cities/2026-02-01.csv", "1,Oaxaca\n2,Carmel\n");
  }

  @Test
  void scriptsAndProgramsKeepTheSameTablesAsTheProject() throws Exception {
    writeProject();
    assertThat(autocdc("run", "p", "--parallelism", "1")).startsWith("pipeline shop: first run");
    Map<String, String> expected = tables("p/warehouse");
    assertThat(expected).allSatisfy((table, rows) -> assertThat(rows).as(table).isNotEmpty());

    assertThat(cli().run("generate", "p", "--output", "gen").expect(0).lines())
        .containsExactly(
            "gen/autocdc.yaml",
            "gen/shop.sql",
            "gen/shop.ddl",
            "gen/ShopPipeline.java",
            "gen/silver_customers.sql",
            "gen/silver_customers.ddl",
            "gen/SilverCustomersPipeline.java");
    for (String file : List.of("shop.sql", "shop.ddl", "ShopPipeline.java")) {
      assertThat(folder.resolve("gen").resolve(file)).content().doesNotContain("landed", "gone");
    }

    runPrograms();
    assertThat(tables("by_java")).isEqualTo(expected);

    execute("shop.ddl", "silver_customers.ddl");
    assertThat(autocdc("run", "gen", "--parallelism", "1"))
        .contains("pipeline silver_customers: first run");
    assertThat(tables("gen/warehouse")).isEqualTo(expected);
  }

  /** Both at once, each in a process of its own. */
  private void runPrograms() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path sources = folder.resolve("gen");
    List<String> names = List.of("ShopPipeline", "SilverCustomersPipeline");
    JavaFiles.compile(names.stream().map(n -> sources.resolve(n + ".java")).toList(), classes);
    String java =
        "java @'%1$s/jvm.options' -Xmx1g -cp '%2$s:%1$s/lib/*' "
            .formatted(Cli.ROOT.resolve("jobs/target/dist"), classes);
    String options = " --folder gen --warehouse by_java --parallelism 1";
    Cli.Result result =
        cli()
            .shell(
                names.stream()
                    .map(name -> java + name + options)
                    .collect(Collectors.joining(" & ", "", " && wait -n")));
    result.expect(0);
    assertThat(result.out()).contains("pipeline shop: first run", "pipeline silver_customers: ");
    assertThat(result.err()).doesNotContain("Exception", "WARN", "ERROR");
  }

  private Cli cli() {
    Cli cli = new Cli(folder);
    ENVIRONMENT.forEach(cli::with);
    return cli;
  }

  /** Runs the statements of files in Flink, as if the folder were the working directory. */
  private void execute(String... files) throws IOException {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    for (String file : files) {
      String ddl = Files.readString(folder.resolve("gen").resolve(file));
      assertThat(ddl).contains("'warehouse' = 'warehouse'");
      ddl = ddl.replace("= 'warehouse'", "= '" + folder.resolve("gen/warehouse") + "'");
      for (String statement : ddl.split(";\\s*\n")) {
        tables.executeSql(statement);
      }
    }
  }

  private Map<String, String> tables(String warehouse) {
    Map<String, String> rows = new TreeMap<>();
    for (String table : TABLES) {
      rows.put(table, autocdc("show", table, "--warehouse", warehouse, "--format", "json"));
    }
    return rows;
  }

  /** Runs a command in this process. */
  private String autocdc(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Map<String, String> environment = new TreeMap<>(ENVIRONMENT);
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            0,
            false,
            null,
            environment,
            folder);
    int code = AutoCdcMain.run(console, arguments);
    assertThat(code)
        .as(() -> String.join(" ", arguments) + "\n" + err.toString(StandardCharsets.UTF_8))
        .isZero();
    return out.toString(StandardCharsets.UTF_8);
  }
}
