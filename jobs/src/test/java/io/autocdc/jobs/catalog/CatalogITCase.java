// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.delta.DeltaConnector;
import io.autocdc.dsl.TableName;
import io.autocdc.spi.TableCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.InjectClusterClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A session whose catalogs are in memory, so that those of flows are declared. */
@Timeout(120)
class CatalogITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir private Path folder;
  private TableEnvironment session;

  @BeforeEach
  void open() {
    session = session(EnvironmentSettings.inStreamingMode());
    session.executeSql(
        "CREATE TABLE autocdc.flows.marks (customer_id STRING, marks BIGINT) WITH ('connector' ="
            + " 'autocdc', 'target' = 'lake.silver.marks', 'keys' = 'customer_id', 'sequence-by' ="
            + " 'marks', 'stored-as-scd-type' = '2', 'track-history-column-list' = '')");
  }

  private TableEnvironment session(EnvironmentSettings settings) {
    TableEnvironment opened = TableEnvironment.create(settings);
    opened.getConfig().set("parallelism.default", "1");
    opened.getConfig().set("execution.checkpointing.interval", "200 ms");
    opened.executeSql(
        ("CREATE CATALOG autocdc WITH ('type' = 'autocdc', 'catalog.lake.type' = 'paimon',"
                + " 'catalog.lake.warehouse' = '%1$s', 'catalog.delta.type' = 'delta',"
                + " 'catalog.delta.warehouse' = '%1$s')")
            .formatted(folder.resolve("lake")));
    opened.executeSql(
        "CREATE CATALOG lake WITH ('type' = 'paimon', 'warehouse' = '%s')"
            .formatted(folder.resolve("lake")));
    return opened;
  }

  @AfterEach
  void cancel(@InjectClusterClient ClusterClient<?> client) throws Exception {
    Collection<JobID> running = new ArrayList<>();
    client.listJobs().get(20, TimeUnit.SECONDS).stream()
        .filter(job -> !job.getJobState().isGloballyTerminalState())
        .forEach(job -> running.add(job.getJobId()));
    for (JobID job : running) {
      client.cancel(job).get(20, TimeUnit.SECONDS);
    }
  }

  private List<Row> rows(String sql) throws Exception {
    TableEnvironment reader = session(EnvironmentSettings.inBatchMode());
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> result = reader.executeSql(sql).collect()) {
      result.forEachRemaining(rows::add);
    }
    return rows;
  }

  private void insert(String sql) throws Exception {
    session.executeSql(sql).await(60, TimeUnit.SECONDS);
  }

  @Test
  void rowsThatAnInsertTakesBackAreDeletes() throws Exception {
    // The best two: each row that is better than both takes the worse of them back.
    insert(
        "INSERT INTO autocdc.flows.marks SELECT id, CAST(n AS BIGINT) FROM (SELECT *, ROW_NUMBER()"
            + " OVER (ORDER BY n DESC) AS place FROM (VALUES ('a', 1), ('b', 2), ('c', 3), ('d', 4))"
            + " AS t (id, n)) WHERE place <= 2");

    assertThat(rows("SELECT customer_id, __START_AT, __END_AT FROM lake.silver.marks"))
        .containsExactlyInAnyOrder(Row.of("c", 3L, null), Row.of("d", 4L, null));

    createFeed();
    assertThat(validate("target => 'lake.silver.marks', " + FEED))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row).startsWith("argument target error TARGET_DRIFT"));

    assertThatThrownBy(() -> insert("INSERT INTO autocdc.flows.marks VALUES ('z', 1)"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("option 'target': STATE_MISSING table lake.silver.marks has rows")
        .hasMessageContaining("SET 'execution.state-recovery.path'");
  }

  @Test
  void rowsOfAnInsertAreKeptInADeltaTable() throws Exception {
    session.executeSql(
        "CREATE TABLE autocdc.flows.grades (id STRING, grade STRING, seq BIGINT) WITH ('connector' ="
            + " 'autocdc', 'target' = 'delta.silver.grades', 'keys' = 'id', 'sequence-by' = 'seq',"
            + " 'stored-as-scd-type' = '2', 'except-column-list' = 'seq')");
    insert("INSERT INTO autocdc.flows.grades VALUES ('a', 'C', 1), ('b', 'A', 1), ('a', 'B', 2)");

    try (TableCatalog tables =
            new DeltaConnector().open("delta", folder.resolve("lake").toString(), Map.of());
        CloseableIterator<RowData> kept = tables.read(TableName.parse("delta.silver.grades"))) {
      List<String> rows = new ArrayList<>();
      kept.forEachRemaining(
          row ->
              rows.add(
                  "%s %s %s-%s"
                      .formatted(
                          row.getString(0),
                          row.getString(1),
                          row.getLong(2),
                          row.isNullAt(3) ? "" : row.getLong(3))));
      assertThat(rows).containsExactlyInAnyOrder("a C 1-2", "a B 2-", "b A 1-");
    }
  }

  @Test
  void batchJobsTakeNoFlows() {
    TableEnvironment batch = session(EnvironmentSettings.inBatchMode());
    batch.executeSql(
        "CREATE TABLE autocdc.flows.marks (id STRING, n BIGINT) WITH ('connector' = 'autocdc',"
            + " 'target' = 'lake.silver.marks', 'keys' = 'id', 'sequence-by' = 'n')");

    assertThatThrownBy(() -> batch.executeSql("INSERT INTO autocdc.flows.marks VALUES ('z', 1)"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("SET 'execution.runtime-mode' = 'streaming'");
  }

  @Test
  void aTableIsKeptAsSnapshots() throws Exception {
    session.executeSql("CREATE DATABASE lake.bronze");
    session.executeSql(
        "CREATE TABLE lake.bronze.customers (id BIGINT PRIMARY KEY NOT ENFORCED, name STRING)");
    insert("INSERT INTO lake.bronze.customers VALUES (1, 'Ada'), (2, 'Bob')");

    List<Row> described = new ArrayList<>();
    session
        .executeSql(
            "CALL autocdc.sys.describe_flow(source => 'lake.bronze.customers', target =>"
                + " 'lake.silver.customers', `keys` => 'id', version_from => 'counter')")
        .collect()
        .forEachRemaining(described::add);
    assertThat(described)
        .filteredOn(row -> row.getField(0).equals("parameter"))
        .extracting(row -> row.getField(1))
        .contains("keys", "on_lower_version", "version_from")
        .doesNotContain("sequence_by", "tombstone_retention");

    List<Row> started = new ArrayList<>();
    session
        .executeSql(
            "CALL autocdc.sys.create_auto_cdc_from_snapshot_flow(source => 'lake.bronze.customers',"
                + " target => 'lake.silver.customers', `keys` => 'id', stored_as_scd_type => '2')")
        .collect()
        .forEachRemaining(started::add);

    assertThat(started).hasSize(1);
    assertThat(started.get(0).getField(2)).isEqualTo("lake.silver.customers");
    assertThat(started.get(0).getField(3)).isEqualTo("target, source, keys, stored_as_scd_type");
    Path latest = folder.resolve("lake/silver.db/customers/snapshot/LATEST");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(latest) && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    assertThat(rows("SELECT * FROM lake.silver.customers"))
        .containsExactlyInAnyOrder(Row.of(1L, "Ada", 1L, null), Row.of(2L, "Bob", 1L, null));
  }

  private static final String FEED =
      "source => 'autocdc.flows.feed', `keys` => 'id', sequence_by => 'seq'";

  private void createFeed() {
    session.executeSql(
        "CREATE TABLE autocdc.flows.feed (id BIGINT, seq BIGINT) WITH ('connector' = 'datagen')");
  }

  /** The rows of validate_flow, each as one text. */
  private List<String> validate(String arguments) throws Exception {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> result =
        session.executeSql("CALL autocdc.sys.validate_flow(" + arguments + ")").collect()) {
      result.forEachRemaining(
          row ->
              rows.add(
                  IntStream.range(0, row.getArity())
                      .mapToObj(i -> String.valueOf(row.getField(i)))
                      .collect(Collectors.joining(" "))));
    }
    return rows;
  }

  @Test
  void aFlowIsValidIfItsJobCanBeMade() throws Exception {
    createFeed();
    session.executeSql(
        "CREATE TABLE autocdc.flows.unreadable (id BIGINT, seq BIGINT) WITH ('connector' = 'nosuch')");
    session.executeSql("CREATE DATABASE lake.silver");
    session.executeSql("CREATE TABLE lake.silver.other (id BIGINT PRIMARY KEY NOT ENFORCED)");

    assertThat(validate("target => 'lake.silver.t', " + FEED))
        .containsExactly("null ok null nothing is wrong with the flow null null");
    assertThat(validate("target => 'lake.silver.t', table_properties => 'bucket=x', " + FEED))
        .singleElement()
        .asString()
        .startsWith("argument table_properties error INVALID_VALUE");
    assertThat(validate("target => 'lake.silver.other', " + FEED))
        .singleElement()
        .asString()
        .startsWith("argument target error TARGET_NOT_OURS");
    assertThat(
            validate(
                "target => 'lake.silver.t', " + FEED.replace("flows.feed", "flows.unreadable")))
        .singleElement()
        .asString()
        .startsWith("argument source error INVALID_QUERY")
        .contains("nosuch");
    assertThat(validate("target => 'autocdc.flows.t', " + FEED))
        .singleElement()
        .asString()
        .startsWith(
            "argument target error UNKNOWN_CATALOG the catalog 'autocdc' is none of Paimon");
  }

  @Test
  void whatAFlowOfSnapshotsLacksIsNamedAsItsArgument() throws Exception {
    createFeed();
    String flow = "target => 'lake.silver.t', on_lower_version => 'skip', ";

    assertThat(validate(flow + "source => 'autocdc.flows.feed', `keys` => 'id'"))
        .singleElement()
        .asString()
        .startsWith("argument source error SNAPSHOT_SOURCE")
        .contains("a flow of snapshots reads a table of Paimon, or a folder", "source_path");
    assertThat(validate(flow + "source => 'autocdc.flows.feeds', `keys` => 'id'"))
        .singleElement()
        .asString()
        .startsWith("argument source error TABLE_NOT_FOUND")
        .contains("did you mean 'feed'?");
    assertThat(validate(flow + "source => 'lake.bronze.feeds', `keys` => 'id'"))
        .singleElement()
        .asString()
        .startsWith("argument source error TABLE_NOT_FOUND");
    assertThat(validate(flow + "source_path => '/x', `keys` => 'id'"))
        .satisfiesExactlyInAnyOrder(
            row -> assertThat(row).startsWith("argument source_format error MISSING_KEY"),
            row -> assertThat(row).startsWith("argument source_schema error MISSING_KEY"),
            row -> assertThat(row).startsWith("argument version_from error MISSING_KEY"));
    assertThat(
            validate(
                flow
                    + "source_path => '/x', source_format => 'json', source_schema => 'id BIGINT',"
                    + " `keys` => 'idd'"))
        .satisfiesExactlyInAnyOrder(
            row -> assertThat(row).startsWith("argument version_from error MISSING_KEY"),
            row -> assertThat(row).startsWith("argument keys error UNKNOWN_COLUMN"));
    assertThat(validate(flow + "source_path => '/nosuch/x', `keys` => 'id'" + SNAPSHOTS))
        .singleElement()
        .asString()
        .startsWith("argument source_path error FILE_NOT_FOUND")
        .contains("create it, or correct the path")
        .doesNotContain("project folder");
  }

  @Test
  void everythingThatIsWrongWithATableOfTheConnectorIsSaid() {
    assertThatThrownBy(
            () ->
                session.executeSql(
                    "CREATE TABLE autocdc.flows.t (id STRING, seq BIGINT) WITH ('connector' ="
                        + " 'autocdc', 'target' = 'lake.silver.t', 'key' = 'id', 'scd-type' = '2',"
                        + " 'sequence-by' = 'seq;seq;')"))
        .rootCause()
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(
            "option 'key': UNKNOWN_KEY the connector 'autocdc' has no option 'key'; an option that"
                + " is not known would silently not apply; did you mean 'keys'?")
        .hasMessageContaining("option 'scd-type': UNKNOWN_KEY")
        .hasMessageContaining("option 'keys': NO_KEYS")
        .hasMessageContaining("option 'sequence-by': INVALID_VALUE 'seq;seq;' is not a list")
        .hasMessageContaining("write names with ';' between them");
  }

  @Test
  void aCatalogIsDeclaredByItsOptionsAlone() {
    assertThatThrownBy(
            () -> session.executeSql("CREATE CATALOG c WITH ('type' = 'autocdc', 'catalog' = 'x')"))
        .rootCause()
        .hasMessageContaining("The catalog has no option 'catalog'");
    assertThatThrownBy(
            () ->
                session.executeSql(
                    "CREATE CATALOG c WITH ('type' = 'autocdc', 'catalog.x.warehouse' = '/x')"))
        .rootCause()
        .hasMessageContaining("add 'catalog.x.type' = 'paimon'");
  }

  /** Each argument has a wrong value that is called after it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "create_auto_cdc_flow | keys sequence_by apply_as_deletes apply_as_truncates column_list"
            + " on_invalid_row tombstone_retention history_retention"
            + " ignore_null_updates_column_list table_properties",
        "create_auto_cdc_flow | system_sequence_by except_column_list columns_to_update"
            + " track_history_column_list",
        "create_auto_cdc_flow | track_history_except_column_list"
            + " ignore_null_updates_except_column_list",
        "create_auto_cdc_flow | stored_as_scd_type source",
        "create_auto_cdc_from_snapshot_flow | keys column_list on_invalid_row on_lower_version"
            + " table_properties track_history_column_list",
        "create_auto_cdc_from_snapshot_flow | except_column_list track_history_except_column_list",
        "create_auto_cdc_from_snapshot_flow | stored_as_scd_type source_format source_schema"
            + " version_from version_type",
        "create_auto_cdc_from_snapshot_flow | source"
      })
  void argumentsArriveUnderTheirNames(String procedure, String names) {
    createFeed();
    boolean snapshots = procedure.contains("snapshot");
    List<String> arguments = new ArrayList<>(List.of("target => 'lake.silver.t'"));
    List<String> wrong = List.of(names.split(" "));
    for (String name : wrong) {
      arguments.add("`%s` => '%s_x'".formatted(name, name));
    }
    if (!wrong.contains("source")) {
      arguments.add(
          snapshots
              ? "source_path => '/x'" + (wrong.contains("source_format") ? "" : SNAPSHOTS)
              : "source => 'feed'");
    }

    assertThatThrownBy(
            () ->
                session.executeSql(
                    "CALL autocdc.sys." + procedure + "(" + String.join(", ", arguments) + ")"))
        .rootCause()
        .isInstanceOf(ValidationException.class)
        .satisfies(
            failure -> {
              for (String name : wrong) {
                assertThat(failure.getMessage().lines())
                    .as(name)
                    .anySatisfy(
                        line ->
                            assertThat(line)
                                .startsWith("argument " + name)
                                .contains(
                                    name.equals("version_type") ? "version_type" : name + "_x"));
              }
            });
  }

  private static final String SNAPSHOTS =
      ", source_format => 'json', source_schema => 'id BIGINT', version_from => 'counter'";
}
