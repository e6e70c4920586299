// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Files;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.check.SimpleSqlAnalyzer;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import java.nio.file.Path;
import java.time.Duration;
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
  void cloudfilesIsAnotherNameOfFiles() {
    assertThat(readValid(FLOWGROUP).sources().get(0).type()).isEqualTo(SourceTypes.FILES);
  }

  @Test
  void aPrintedFlowgroupReadsBackEqual() {
    Pipeline first = readValid(FLOWGROUP);
    assertThat(readValid(YamlWriter.write(first))).isEqualTo(first);
  }

  private Pipeline readValid(String yaml) {
    CheckedProject project =
        new TemporaryProject(folder)
            .file("p.yaml", yaml)
            .read("p.yaml")
            .check(new SimpleSqlAnalyzer());
    assertThat(project.problems()).isEmpty();
    return project.pipelines().get(0);
  }
}
