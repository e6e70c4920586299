// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Delta;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.sql.SqlWriter;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrontEndsAgreeTest {

  private static final String COLUMNS =
      "customer_id STRING, name STRING, tier STRING, operation STRING, sequence_num BIGINT";

  private static final String FLOWGROUP =
      """
      pipeline: silver_customers
      flowgroup: customer_dim
      actions:
        - name: load_customer_changes
          type: load
          readMode: stream
          source:
            type: cloudfiles
            path: "data/customer_changes/*.json"
            format: json
            schema: "customer_id STRING, name STRING, tier STRING, operation STRING, sequence_num BIGINT"
          target: v_customer_changes
        - name: clean
          type: transform
          transform_type: data_quality
          source: v_customer_changes
          target: v_customer_changes_clean
          expectations:
            - { name: valid_id, expression: "customer_id IS NOT NULL", action: drop }
        - name: write_customer_dim
          type: write
          source: v_customer_changes_clean
          once: false
          write_target:
            type: streaming_table
            catalog: paimon
            schema: silver
            table: customer_dim
            mode: cdc
            table_properties: { pipelines.cdc.tombstoneGCThresholdInSeconds: "172800" }
            cdc_config:
              keys: [customer_id]
              sequence_by: sequence_num
              scd_type: 2
              apply_as_deletes: "operation = 'DELETE'"
              except_column_list: [operation, sequence_num]
      """;

  private static final String SCRIPT =
      """
      SET 'pipeline.name' = 'silver_customers';
      CREATE TABLE v_customer_changes (
        customer_id STRING, name STRING, tier STRING, operation STRING, sequence_num BIGINT
      ) WITH ('connector' = 'cloudfiles', 'path' = 'data/customer_changes/*.json', 'format' = 'json');
      CREATE TEMPORARY VIEW v_customer_changes_clean (
        CONSTRAINT valid_id EXPECT (customer_id IS NOT NULL) ON VIOLATION DROP ROW
      ) AS SELECT * FROM STREAM(v_customer_changes);
      CREATE OR REFRESH STREAMING TABLE silver.customer_dim
        TBLPROPERTIES ('pipelines.cdc.tombstoneGCThresholdInSeconds' = '172800');
      CREATE FLOW write_customer_dim AS AUTO CDC INTO paimon.silver.customer_dim
      FROM stream(v_customer_changes_clean)
      KEYS (customer_id)
      APPLY AS DELETE WHEN operation = 'DELETE'
      SEQUENCE BY sequence_num
      COLUMNS * EXCEPT (operation, sequence_num)
      STORED AS SCD TYPE 2;
      """;

  @TempDir private Path folder;

  @Test
  void theFlowgroupOfTheInterfacesEqualsItsJavaForm() {
    Pipeline java =
        Pipeline.named("silver_customers")
            .source(
                "v_customer_changes", Files.json("data/customer_changes/*.json").schema(COLUMNS))
            .expectations(
                "v_customer_changes_clean",
                "v_customer_changes",
                rules -> rules.expectOrDrop("valid_id", "customer_id IS NOT NULL"))
            .streamingTable(
                "silver.customer_dim",
                Paimon.table().property(StreamingTable.TOMBSTONE_GC_SECONDS, "172800"))
            .autoCdcFlow(
                "silver.customer_dim",
                flow ->
                    flow.named("write_customer_dim")
                        .from("v_customer_changes_clean")
                        .keys("customer_id")
                        .sequenceBy("sequence_num")
                        .storedAsScdType(ScdType.TYPE_2)
                        .applyAsDeletes("operation = 'DELETE'")
                        .exceptColumns("operation", "sequence_num"))
            .build();

    assertThat(readValid(FLOWGROUP)).isEqualTo(java);
    assertThat(readScript(SCRIPT)).isEqualTo(java);
  }

  @Test
  void aChangeFeedIsDeclaredAlikeAndReadBackAlike() {
    Pipeline java =
        Pipeline.named("accounts")
            .source(
                "changes",
                Files.debeziumJson("data")
                    .schema("id BIGINT, region STRING, doc STRING")
                    .primaryKey("id", "region")
                    .option("database", "mysql"))
            .streamingTable("silver.accounts", Paimon.table())
            .autoCdcFlow("silver.accounts", flow -> flow.from("changes"))
            .build();
    String yaml =
        """
        pipeline: accounts
        flowgroup: accounts
        actions:
          - name: load
            type: load
            source:
              type: files
              path: data
              format: debezium-json
              schema: "id BIGINT, region STRING, doc STRING"
              primary_key: [id, region]
              database: mysql
            target: changes
          - name: accounts
            type: write
            source: changes
            write_target: { schema: silver, table: accounts, mode: cdc, cdc_config: { scd_type: 1 } }
        """;
    String script =
        """
        SET 'pipeline.name' = 'accounts';
        CREATE TABLE changes (id BIGINT, region STRING, doc STRING, PRIMARY KEY (id, `region`) NOT ENFORCED)
        WITH ('connector' = 'files', 'path' = 'data', 'format' = 'debezium-json', 'database' = 'mysql');
        CREATE STREAMING TABLE silver.accounts;
        CREATE FLOW accounts AS AUTO CDC INTO silver.accounts FROM stream(changes);
        """;
    assertThat(readValid(yaml)).isEqualTo(java);
    assertThat(readScript(script)).isEqualTo(java);
    assertThat(readValid(YamlWriter.write(java))).isEqualTo(java);
    assertThat(readScript(SqlWriter.write(java))).isEqualTo(java);
  }

  @Test
  void theJavaFormOfTheInterfacesEqualsItsYamlForm() {
    String schema = "customer_id STRING, operation STRING, source_sequence BIGINT";
    Pipeline java =
        Pipeline.named("silver_customers")
            .source("customer_changes", Files.json("data/customer_changes").schema(schema))
            .streamingTable("silver.customers_history", Paimon.table())
            .autoCdcFlow(
                "silver.customers_history",
                flow ->
                    flow.from("customer_changes")
                        .keys("customer_id")
                        .sequenceBy("source_sequence")
                        .applyAsDeletes("operation = 'DELETE'")
                        .exceptColumns("operation", "source_sequence")
                        .storedAsScdType(ScdType.TYPE_2))
            .build();

    assertThat(
            readValid(
                """
                pipeline: silver_customers
                actions:
                  - name: load
                    type: load
                    source: { type: files, path: data/customer_changes, format: json, schema: "customer_id STRING, operation STRING, source_sequence BIGINT" }
                    target: customer_changes
                  - name: customers_history
                    type: write
                    source: [customer_changes]
                    write_target:
                      table: silver.customers_history
                      cdc_config:
                        keys: customer_id
                        sequence_by: [source_sequence]
                        apply_as_deletes: operation = 'DELETE'
                        except_column_list: [operation, source_sequence]
                        stored_as_scd_type: SCD TYPE 2
                """))
        .isEqualTo(java);
    assertThat(
            readScript(
                """
                set 'pipeline.name' = 'silver_customers';
                create table customer_changes
                  (customer_id STRING, operation STRING, source_sequence BIGINT)
                  with ('connector' = 'files', 'path' = 'data/customer_changes', 'format' = 'json');
                create streaming table silver.customers_history
                  flow auto cdc from customer_changes
                  stored as scd type 2
                  columns * except (operation, source_sequence)
                  sequence by source_sequence
                  apply as delete when operation = 'DELETE'
                  keys (customer_id)
                """))
        .isEqualTo(java);
  }

  @Test
  void everyParameterHasTheSameMeaningInBothForms() {
    Pipeline java =
        Pipeline.named("p")
            .source(
                "s",
                Files.csv("in")
                    .option("header", "true")
                    .schema("id INT, a STRING, b STRING, seq BIGINT, lsn INT, ts TIMESTAMP(3)")
                    .watermark("ts", Duration.ofSeconds(5)))
            .view("v", "SELECT * FROM s")
            .streamingTable("silver.t", Paimon.table())
            .autoCdcFlow(
                "silver.t",
                flow ->
                    flow.named("f")
                        .from("v")
                        .keys("id", "a")
                        .sequenceBy("seq", "lsn")
                        .columns("id", "a", "b")
                        .storedAsScdType(ScdType.TYPE_2)
                        .trackHistoryExcept("b")
                        .onInvalidRow(InvalidRowPolicy.FAIL)
                        .tombstoneRetention(Duration.ofHours(36)))
            .build();

    assertThat(
            readValid(
                """
                pipeline: p
                actions:
                  - name: load
                    type: load
                    source:
                      type: files
                      path: in
                      format: csv
                      options: { header: true }
                      schema: { columns: [{ name: id, type: INT }, { name: a, type: STRING }, { name: b, type: STRING }, { name: seq, type: BIGINT }, { name: lsn, type: INT }, { name: ts, type: TIMESTAMP(3) }] }
                      watermark: { column: ts, max_out_of_orderness: 5 s }
                    target: s
                  - name: view
                    type: transform
                    transform_type: sql
                    sql: SELECT * FROM s
                    target: v
                  - name: f
                    type: write
                    source: v
                    write_target:
                      database: paimon.silver
                      table: t
                      mode: cdc
                      cdc_config:
                        keys: [id, a]
                        sequence_by: STRUCT(seq, lsn)
                        column_list: [id, a, b]
                        scd_type: "2"
                        track_history_except_column_list: b
                        on_invalid_row: FAIL
                        tombstone_retention: 36 h
                """))
        .isEqualTo(java);
    assertThat(
            readScript(
                """
                SET 'pipeline.name' = 'p';
                CREATE TABLE s (
                  id INT, a STRING, b STRING, seq BIGINT, lsn INT, ts TIMESTAMP(3),
                  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
                ) WITH ('connector' = 'files', 'path' = 'in', 'format' = 'csv', 'header' = 'true');
                CREATE VIEW v AS SELECT * FROM s;
                CREATE STREAMING TABLE paimon.silver.t;
                CREATE FLOW f AS AUTO CDC INTO silver.t FROM STREAM v
                KEYS (id, a)
                SEQUENCE BY STRUCT(seq, lsn)
                COLUMNS (id, a, b)
                STORED AS SCD TYPE 2
                TRACK HISTORY ON * EXCEPT (b)
                ON INVALID ROW FAIL
                TOMBSTONE RETENTION '36 h';
                """))
        .isEqualTo(java);
  }

  @Test
  void bitemporalFlowsAndPartialUpdatesHaveTheSameMeaningInAllForms() {
    String load =
        """
        pipeline: p
        actions:
          - name: load
            type: load
            source: { type: files, path: in, format: json, schema: "id INT, a INT, b INT, s INT, t INT, op STRING, sets ARRAY<STRING>" }
            target: s
        """;
    String yaml =
        load
            + """
              - { name: f1, type: write, source: s, write_target: { table: x.t1, cdc_config: { keys: id, sequence_by: s, system_sequence_by: [t, s], scd_type: bitemporal, column_list: [id, a], ignore_null_updates: true, history_retention: 3 days } } }
              - { name: f2, type: write, source: s, once: true, write_target: { table: x.t2, cdc_config: { keys: id, sequence_by: s, ignore_null_updates_column_list: [a], apply_as_truncates: "op = 'T'" } } }
              - { name: f3, type: write, source: s, write_target: { table: x.t3, cdc_config: { keys: id, sequence_by: s, ignore_null_updates_except_column_list: [a] } } }
              - { name: f4, type: write, source: s, write_target: { table: x.t4, cdc_config: { keys: id, sequence_by: s, columns_to_update: sets, on_invalid_row: drop } } }
            """;
    String sql =
        """
        SET 'pipeline.name' = 'p';
        CREATE TABLE s (id INT, a INT, b INT, s INT, t INT, op STRING, sets ARRAY<STRING>)
          WITH ('connector' = 'files', 'path' = 'in', 'format' = 'json');
        CREATE STREAMING TABLE x.t1; CREATE STREAMING TABLE x.t2;
        CREATE STREAMING TABLE x.t3; CREATE STREAMING TABLE x.t4;
        CREATE FLOW f1 AS AUTO CDC INTO x.t1 FROM stream(s) KEYS (id) SEQUENCE BY s
          SYSTEM SEQUENCE BY STRUCT(t, s) STORED AS BITEMPORAL COLUMNS id, a IGNORE NULL UPDATES
          HISTORY RETENTION '3 days';
        CREATE FLOW f2 AS AUTO CDC ONCE INTO x.t2 FROM stream(s) KEYS (id) SEQUENCE BY s
          IGNORE NULL UPDATES ON a APPLY AS TRUNCATE WHEN op = 'T';
        CREATE FLOW f3 AS AUTO CDC INTO x.t3 FROM stream(s) KEYS (id) SEQUENCE BY s
          IGNORE NULL UPDATES ON * EXCEPT (a);
        CREATE FLOW f4 AS AUTO CDC INTO x.t4 FROM stream(s) KEYS (id) SEQUENCE BY s
          COLUMNS TO UPDATE sets ON INVALID ROW DROP;
        """;
    Pipeline script = read("p.sql", sql).pipelines().get(0);
    assertThat(script).isEqualTo(read("p.yaml", yaml).pipelines().get(0));
  }

  @Test
  void snapshotsAndAppendingFlowsHaveTheSameMeaningInBothFiles() {
    String yaml =
        """
        pipeline: p
        actions:
          - name: load
            type: load
            source: { type: files, path: in, format: json, schema: "id INT, a INT" }
            target: s
          - name: f1
            type: write
            source: s
            write_target:
              table: x.t1
              snapshot_cdc_config: { version_from: file_name, keys: id, scd_type: 2, track_history_column_list: [a], on_lower_version: skip, allow_empty_snapshot: true, except_column_list: [] }
          - name: f2
            type: write
            source: s
            write_target: { table: x.t2, mode: standard, on_invalid_row: fail }
          - name: f3
            type: write
            write_target:
              table: x.t3
              snapshot_cdc_config: { source: silver.customers, keys: id, schema: "id INT" }
        """;
    String sql =
        """
        SET 'pipeline.name' = 'p';
        CREATE TABLE s (id INT, a INT) WITH ('connector' = 'files', 'path' = 'in', 'format' = 'json');
        CREATE STREAMING TABLE x.t1; CREATE STREAMING TABLE x.t2; CREATE STREAMING TABLE x.t3;
        CREATE FLOW f1 AS AUTO CDC INTO x.t1 FROM SNAPSHOT s
          KEYS (id) VERSION FROM FILE_NAME STORED AS SCD TYPE 2 TRACK HISTORY ON (a)
          ON LOWER VERSION SKIP ALLOW EMPTY SNAPSHOT;
        CREATE FLOW f2 AS INSERT INTO x.t2 ON INVALID ROW FAIL BY NAME SELECT * FROM STREAM(s);
        CREATE TABLE f3_snapshots (id INT) WITH
          ('connector' = 'paimon', 'table' = 'silver.customers', 'version_from' = 'counter');
        CREATE FLOW f3 AS AUTO CDC INTO x.t3 FROM SNAPSHOT f3_snapshots KEYS (id);
        """;
    Pipeline script = read("p.sql", sql).pipelines().get(0);
    assertThat(script).isEqualTo(read("p.yaml", yaml).pipelines().get(0));
  }

  @Test
  void expectationsOfATableAreTheSameInAllTheirForms() {
    Pipeline java =
        Pipeline.named("p")
            .source("s", Files.json("in").schema("id BIGINT, a INT, seq BIGINT"))
            .streamingTable(
                "silver.t",
                Paimon.table()
                    .expect("usual", "a < 100")
                    .expectOrDrop("positive", "a > 0")
                    .expectOrFail("there", "a IS NOT NULL")
                    .expectOrQuarantine("keyed", "id > 0"))
            .autoCdcFlow("silver.t", flow -> flow.named("f").from("s").keys("id").sequenceBy("seq"))
            .build();
    String flowgroup =
        """
        pipeline: p
        actions:
          - name: load
            type: load
            source: { type: files, path: in, format: json, schema: "id BIGINT, a INT, seq BIGINT" }
            target: s
          - name: f
            type: write
            source: s
            write_target:
              table: silver.t
              cdc_config: { keys: id, sequence_by: seq }
        """;

    assertThat(
            readValid(
                flowgroup
                    + """
                          expectations:
                            - { name: usual, expression: a < 100 }
                            - { name: positive, expression: a > 0, action: drop }
                            - { name: there, expression: a IS NOT NULL, action: fail }
                            - { name: keyed, expression: id > 0, action: quarantine }
                    """))
        .isEqualTo(java);
    assertThat(
            readValid(
                flowgroup
                    + """
                          expect_all: { usual: a < 100 }
                          expect_all_or_drop: { positive: a > 0 }
                          expect_all_or_fail: { there: a IS NOT NULL }
                          expect_all_or_quarantine: { keyed: id > 0 }
                    """))
        .isEqualTo(java);
    assertThat(
            readValid(
                flowgroup
                    + """
                          expectations: [{ name: usual, expression: a < 100 }]
                          expect_all_or_drop: { positive: a > 0 }
                      - name: more
                        type: write
                        write_target:
                          table: silver.t
                          create_table: true
                          expect_all: { usual: a < 100 }
                          expect_all_or_fail: { there: a IS NOT NULL }
                          expect_all_or_quarantine: { keyed: id > 0 }
                    """))
        .isEqualTo(java);
  }

  @Test
  void constraintsOfATableAreItsExpectations() {
    Pipeline yaml =
        readValid(
            """
            pipeline: p
            actions:
              - name: load
                type: load
                source: { type: files, path: in, format: json, schema: "id BIGINT, a INT, seq BIGINT" }
                target: s
              - name: t
                type: write
                source: s
                write_target:
                  table: silver.t
                  expect_all: { usual: a < 100 }
                  expect_all_or_drop: { positive: a > 0 }
                  expect_all_or_fail: { there: a IS NOT NULL }
                  expect_all_or_quarantine: { keyed: id > 0 }
                  cdc_config: { keys: id, sequence_by: seq }
            """);
    assertThat(
            readScript(
                """
                SET 'pipeline.name' = 'p';
                CREATE TABLE s (id BIGINT, a INT, seq BIGINT)
                  WITH ('connector' = 'files', 'path' = 'in', 'format' = 'json');
                CREATE OR REFRESH STREAMING TABLE silver.t (
                  CONSTRAINT usual EXPECT (a < 100),
                  CONSTRAINT positive EXPECT (a > 0) ON VIOLATION DROP ROW,
                  CONSTRAINT there EXPECT (a IS NOT NULL) ON VIOLATION FAIL UPDATE,
                  CONSTRAINT keyed EXPECT (id > 0) ON VIOLATION QUARANTINE ROW
                ) COMMENT 'orders';
                AUTO CDC INTO silver.t FROM stream(s) KEYS (id) SEQUENCE BY seq;
                """))
        .isEqualTo(yaml);
  }

  @Test
  void theChangesOfATableAreASourceInEveryForm() {
    Pipeline java =
        Pipeline.named("p")
            .source(
                "s",
                Paimon.changes("bronze.s")
                    .schema("id BIGINT, a INT")
                    .primaryKey("id")
                    .option(TableFeeds.SEQUENCE_FIELD, "a")
                    .option(TableFeeds.STARTING_SNAPSHOT, "7")
                    .option(TableFeeds.CONSUMER_ID, "gold"))
            .streamingTable("silver.t", Paimon.table())
            .autoCdcFlow("silver.t", flow -> flow.from("s"))
            .build();
    assertThat(
            readValid(
                """
                pipeline: p
                actions:
                  - name: load
                    type: load
                    source:
                      type: paimon
                      table: bronze.s
                      schema: "id BIGINT, a INT"
                      primary_key: [id]
                      sequence_field: [a]
                      starting_snapshot: 7
                      consumer_id: gold
                    target: s
                  - name: t
                    type: write
                    source: s
                    write_target: { table: silver.t, cdc_config: { scd_type: 1 } }
                """))
        .isEqualTo(java);
    assertThat(
            readScript(
                """
                SET 'pipeline.name' = 'p';
                CREATE TABLE s (id BIGINT, a INT, PRIMARY KEY (id) NOT ENFORCED) WITH (
                  'connector' = 'paimon', 'table' = 'bronze.s', 'sequence_field' = 'a',
                  'starting_snapshot' = '7', 'consumer_id' = 'gold');
                CREATE STREAMING TABLE silver.t;
                AUTO CDC INTO silver.t FROM stream(s);
                """))
        .isEqualTo(java);
  }

  @Test
  void aDeltaTableIsASourceInEveryFormAndUnderTheNamesOfOtherEngines() {
    Pipeline java =
        Pipeline.named("p")
            .source(
                "s",
                Delta.changes("lake.bronze.s")
                    .schema("id BIGINT, a INT")
                    .primaryKey("id")
                    .startingVersion(3))
            .source(
                "log",
                Delta.appendedAt("in/log")
                    .schema("id BIGINT")
                    .option(DeltaFeeds.SKIP_CHANGE_COMMITS, "true"))
            .streamingTable("silver.t", Delta.table())
            .autoCdcFlow("silver.t", flow -> flow.from("s"))
            .streamingTable("silver.u", Delta.table())
            .appendFlow("silver.u", flow -> flow.from("log"))
            .build();
    String own =
        """
        type: delta
              table: lake.bronze.s
              read_change_feed: true
              starting_version: 3
        """;
    String plumbers =
        """
        type: delta
              database: lake.bronze
              table: s
              options: { readChangeFeed: "true", startingVersion: "3" }
        """;
    for (String source : List.of(own, plumbers)) {
      assertThat(
              read(
                      "p.yaml",
                      """
                      pipeline: p
                      actions:
                        - name: load
                          type: load
                          source:
                            %s
                            schema: "id BIGINT, a INT"
                            primary_key: [id]
                          target: s
                        - name: load_log
                          type: load
                          source: { type: delta, path: in/log, skipChangeCommits: true, schema: "id BIGINT" }
                          target: log
                        - name: t
                          type: write
                          source: s
                          write_target: { catalog: delta, table: silver.t, cdc_config: { scd_type: 1 } }
                        - name: u
                          type: write
                          source: log
                          write_target: { catalog: delta, table: silver.u, mode: standard }
                      """
                          .formatted(source.strip()))
                  .pipelines()
                  .get(0))
          .isEqualTo(java);
    }
    assertThat(
            readScript(
                    """
                    SET 'pipeline.name' = 'p';
                    CREATE TABLE s (id BIGINT, a INT, PRIMARY KEY (id) NOT ENFORCED) WITH (
                      'connector' = 'delta', 'table' = 'lake.bronze.s', 'readChangeFeed' = 'true',
                      'starting_version' = '3');
                    CREATE TABLE log (id BIGINT) WITH (
                      'connector' = 'delta', 'path' = 'in/log', 'skip_change_commits' = 'true');
                    CREATE STREAMING TABLE delta.silver.t;
                    AUTO CDC INTO delta.silver.t FROM stream(s);
                    """)
                .sources())
        .isEqualTo(java.sources());
  }

  @Test
  void cloudfilesIsAnotherNameOfFiles() {
    assertThat(readValid(FLOWGROUP).sources().get(0).type()).isEqualTo(SourceTypes.FILES);
  }

  @Test
  void aPrintedFlowgroupReadsBackEqual() {
    Pipeline first = readValid(FLOWGROUP);
    assertThat(readValid(YamlWriter.write(first))).isEqualTo(first);
    assertThat(readScript(SqlWriter.write(first))).isEqualTo(first);
  }

  private Pipeline readValid(String yaml) {
    return readValid("p.yaml", yaml);
  }

  private Pipeline readScript(String sql) {
    return readValid("p.sql", sql);
  }

  private Pipeline readValid(String file, String text) {
    CheckedProject project = read(file, text);
    assertThat(project.problems()).isEmpty();
    return project.pipelines().get(0);
  }

  private CheckedProject read(String file, String text) {
    return new TemporaryProject(folder).file(file, text).check(file);
  }
}
