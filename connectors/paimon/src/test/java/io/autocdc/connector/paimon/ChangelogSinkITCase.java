// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static io.autocdc.connector.paimon.TestTables.CUSTOMERS;
import static io.autocdc.connector.paimon.TestTables.latestSnapshot;
import static io.autocdc.connector.paimon.TestTables.stored;
import static io.autocdc.testing.TestDefinitions.distributedBy;
import static io.autocdc.testing.TestDefinitions.keyed;
import static io.autocdc.testing.TestDefinitions.with;
import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.apache.flink.types.RowKind.UPDATE_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.ScriptedSource;
import io.autocdc.testing.ScriptedSource.End;
import io.autocdc.testing.TestJobs;
import io.autocdc.testing.TestRows;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.flink.FlinkRowData;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.table.source.StreamTableScan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ChangelogSinkITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  private static final RowType SCD1 = TestRows.rowType("id BIGINT NOT NULL, name STRING");

  @TempDir Path warehouse;
  private TableCatalog catalog;

  @BeforeEach
  void open() {
    catalog = TestTables.catalog(warehouse);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void appliesAChangelogInItsOrder(int parallelism) throws Exception {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    List<Row> changes = new ArrayList<>();
    for (long id = 0; id < 200; id++) {
      changes.add(Row.ofKind(INSERT, id, "v0"));
    }
    for (int version = 1; version <= 20; version++) {
      for (long id = 0; id < 200; id++) {
        changes.add(Row.ofKind(UPDATE_BEFORE, id, "v" + (version - 1)));
        changes.add(Row.ofKind(UPDATE_AFTER, id, "v" + version));
      }
    }
    for (long id = 0; id < 200; id += 2) {
      changes.add(Row.ofKind(DELETE, id, "v20"));
    }
    changes.add(Row.ofKind(INSERT, 0L, "again"));

    runToEnd(parallelism, SCD1, CUSTOMERS, List.of(changes));

    List<Row> expected =
        new ArrayList<>(IntStream.range(0, 100).mapToObj(i -> Row.of(2L * i + 1, "v20")).toList());
    expected.add(Row.of(0L, "again"));
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void keepsAHistoryWhoseKeyHoldsTheStart(int parallelism) throws Exception {
    String schema = "id BIGINT NOT NULL, name STRING, __START_AT BIGINT NOT NULL, __END_AT BIGINT";
    catalog.create(distributedBy(keyed(CUSTOMERS, schema, "id", "__START_AT"), "id"));
    runToEnd(
        parallelism,
        TestRows.rowType(schema),
        CUSTOMERS,
        List.of(
            List.of(Row.ofKind(INSERT, 1L, "a", 10L, null), Row.ofKind(INSERT, 2L, "x", 5L, null)),
            List.of(
                Row.ofKind(UPDATE_BEFORE, 1L, "a", 10L, null),
                Row.ofKind(UPDATE_AFTER, 1L, "a", 10L, 20L),
                Row.ofKind(INSERT, 1L, "b", 20L, null)),
            List.of(
                Row.ofKind(DELETE, 1L, "b", 20L, null),
                Row.ofKind(INSERT, 1L, "b", 15L, null),
                Row.ofKind(UPDATE_BEFORE, 1L, "a", 10L, 20L),
                Row.ofKind(UPDATE_AFTER, 1L, "a", 10L, 15L))));
    assertThat(TestRows.read(catalog, CUSTOMERS))
        .containsExactlyInAnyOrder(
            Row.of(1L, "a", 10L, 15L), Row.of(1L, "b", 15L, null), Row.of(2L, "x", 5L, null));
  }

  @Test
  void keepsAHistoryWhoseStartIsAList() throws Exception {
    String schema =
        "id BIGINT NOT NULL, name STRING, __START_AT ROW<a BIGINT, b STRING> NOT NULL,"
            + " __END_AT ROW<a BIGINT, b STRING>";
    catalog.create(distributedBy(keyed(CUSTOMERS, schema, "id", "__START_AT"), "id"));
    runToEnd(
        2,
        TestRows.rowType(schema),
        CUSTOMERS,
        List.of(
            List.of(
                Row.ofKind(INSERT, 1L, "a", Row.of(1L, "x"), null),
                Row.ofKind(INSERT, 1L, "b", Row.of(1L, null), Row.of(1L, "")),
                Row.ofKind(INSERT, 1L, "c", Row.of(null, "x"), null)),
            List.of(
                Row.ofKind(UPDATE_BEFORE, 1L, "a", Row.of(1L, "x"), null),
                Row.ofKind(UPDATE_AFTER, 1L, "a", Row.of(1L, "x"), Row.of(2L, "y")),
                Row.ofKind(DELETE, 1L, "c", Row.of(null, "x"), null))));
    assertThat(TestRows.read(catalog, CUSTOMERS))
        .containsExactlyInAnyOrder(
            Row.of(1L, "a", Row.of(1L, "x"), Row.of(2L, "y")),
            Row.of(1L, "b", Row.of(1L, null), Row.of(1L, "")));
  }

  @Test
  void tellsNaNFromOtherNumbersInKeysAndStarts() throws Exception {
    String schema = "k DOUBLE NOT NULL, __START_AT FLOAT NOT NULL, __END_AT FLOAT";
    catalog.create(distributedBy(keyed(CUSTOMERS, schema, "k", "__START_AT"), "k"));
    List<Row> rows = new ArrayList<>();
    for (double key : new double[] {-1.5, 0.0, 7.25, Double.POSITIVE_INFINITY, Double.NaN}) {
      rows.add(Row.of(key, 1f, Float.POSITIVE_INFINITY));
      rows.add(Row.of(key, Float.POSITIVE_INFINITY, Float.NaN));
      rows.add(Row.of(key, Float.NaN, null));
    }
    Row removed = Row.ofKind(DELETE, -1.5, Float.NaN, null);

    runToEnd(2, TestRows.rowType(schema), CUSTOMERS, List.of(rows, List.of(removed)));

    rows.remove(2);
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(rows);
  }

  @Test
  void aTableWithoutKeyKeepsEveryRow() throws Exception {
    String schema = "reason STRING, raw STRING";
    catalog.create(keyed(CUSTOMERS, schema));
    runToEnd(
        2,
        TestRows.rowType(schema),
        CUSTOMERS,
        List.of(
            List.of(Row.of("null key", "{}"), Row.of("null key", "{}"), Row.of(null, null)),
            List.of(Row.of("unparsable", "{"))));
    assertThat(TestRows.read(catalog, CUSTOMERS))
        .containsExactlyInAnyOrder(
            Row.of("null key", "{}"),
            Row.of("null key", "{}"),
            Row.of(null, null),
            Row.of("unparsable", "{"));
  }

  @Test
  void oneJobWritesTablesOfOneNameInTwoSchemas() throws Exception {
    TableName other = new TableName("paimon", "gold", "customers");
    StreamExecutionEnvironment env =
        TestJobs.environment(TestJobs.configuration(TestJobs.OFTEN), 2);
    DataStream<RowData> rows =
        keyedById(
            ScriptedSource.add(env, SCD1, End.FINISH, List.of(List.of(Row.of(1L, "a")))), SCD1);
    for (TableName table : List.of(CUSTOMERS, other)) {
      catalog.create(keyed(table, "id BIGINT, name STRING", "id"));
      catalog.sink(rows, table, "flow-" + table.inCatalog());
    }
    TestJobs.run(env);
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactly(Row.of(1L, "a"));
    assertThat(TestRows.read(catalog, other)).containsExactly(Row.of(1L, "a"));
  }

  @Test
  void storesTheChangelogAsItCame() throws Exception {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    List<List<Row>> batches =
        List.of(
            List.of(
                Row.ofKind(INSERT, 1L, "a"),
                Row.ofKind(INSERT, 2L, "x"),
                Row.ofKind(UPDATE_BEFORE, 1L, "a"),
                Row.ofKind(UPDATE_AFTER, 1L, "b")),
            List.of(Row.ofKind(UPDATE_BEFORE, 1L, "b"), Row.ofKind(UPDATE_AFTER, 1L, "c")),
            List.of(Row.ofKind(DELETE, 1L, "c"), Row.ofKind(DELETE, 2L, "x")),
            List.of(Row.ofKind(INSERT, 1L, "d")));
    runToEnd(2, SCD1, CUSTOMERS, batches);
    assertThat(changelogByKey(CUSTOMERS, 9))
        .isEqualTo(byKey(batches.stream().flatMap(List::stream).toList()));
  }

  @Test
  void checkpointsWithoutRowsMakeNoSnapshots() throws Exception {
    TableName quarantine = CUSTOMERS.quarantine();
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    catalog.create(keyed(quarantine, "id BIGINT, name STRING"));
    // The source lets a checkpoint complete behind each batch, be it empty.
    List<List<Row>> batches = new ArrayList<>(Collections.nCopies(12, List.of()));
    batches.set(2, List.of(Row.of(1L, "a")));
    batches.set(7, List.of(Row.of(2L, "b")));
    StreamExecutionEnvironment env =
        TestJobs.environment(TestJobs.configuration(TestJobs.OFTEN), 2);
    DataStream<RowData> rows = keyedById(ScriptedSource.add(env, SCD1, End.FINISH, batches), SCD1);
    catalog.sink(rows, CUSTOMERS, "flow");
    catalog.sink(rows, quarantine, "quarantine");
    TestJobs.run(env);

    assertThat(TestRows.read(catalog, CUSTOMERS)).hasSize(2);
    assertThat(latestSnapshot(warehouse, CUSTOMERS)).isEqualTo(2);
    assertThat(TestRows.read(catalog, quarantine)).hasSize(2);
    assertThat(latestSnapshot(warehouse, quarantine)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"id,-1", "id,-2", ",-1", "id,4"})
  void writesTablesThatTheirUsersDistributeOtherwise(String key, String bucket) throws Exception {
    String[] primaryKey = key == null ? new String[0] : new String[] {key};
    catalog.create(
        with(
            keyed(CUSTOMERS, "id BIGINT NOT NULL, name STRING", primaryKey),
            Map.of("bucket", bucket)));
    List<Row> rows = List.of(Row.of(1L, "a"), Row.of(2L, "b"), Row.of(3L, "c"));
    runToEnd(2, SCD1, CUSTOMERS, List.of(rows));
    if (bucket.equals("-2")) {
      // Paimon shows rows of postponed buckets when a compaction has found buckets for them.
      assertThat(TestRows.read(catalog, CUSTOMERS)).isEmpty();
      assertThat(latestSnapshot(warehouse, CUSTOMERS)).isPositive();
    } else {
      assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(rows);
    }
  }

  @Test
  void columnsAreMatchedByName() throws Exception {
    catalog.create(keyed(CUSTOMERS, "name STRING, id BIGINT, gone DATE", "id"));
    runToEnd(1, SCD1, CUSTOMERS, List.of(List.of(Row.of(1L, "a"))));
    assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactly(Row.of("a", 1L, null));
  }

  @Test
  void aColumnThatTheTableLacksIsNamed() {
    catalog.create(keyed(CUSTOMERS, "id BIGINT", "id"));
    StreamExecutionEnvironment env =
        TestJobs.environment(TestJobs.configuration(TestJobs.OFTEN), 1);
    DataStream<RowData> rows = ScriptedSource.add(env, SCD1, End.FINISH, List.of());
    AutoCdcException error =
        catchThrowableOfType(AutoCdcException.class, () -> catalog.sink(rows, CUSTOMERS, "flow"));
    assertThat(error)
        .hasMessageStartingWith("UNKNOWN_COLUMN rows for")
        .hasMessageContaining("name");
  }

  @Test
  void rowsOfAWidenedTableReadAsTheNewTypes() throws Exception {
    String narrow = "id BIGINT NOT NULL, i INT, f FLOAT, v VARCHAR(3), d DECIMAL(5, 2)";
    String wide = "id BIGINT NOT NULL, i BIGINT, f DOUBLE, v STRING, d DECIMAL(30, 2), n INT";
    BigDecimal amount = new BigDecimal("-123.45");
    catalog.create(keyed(CUSTOMERS, narrow, "id"));
    runToEnd(
        1,
        TestRows.rowType(narrow),
        CUSTOMERS,
        List.of(List.of(Row.of(1L, -7, 1.5f, "abc", amount))));
    catalog.evolve(keyed(CUSTOMERS, wide, "id"));
    runToEnd(
        1,
        TestRows.rowType(wide),
        CUSTOMERS,
        List.of(List.of(Row.of(2L, Long.MAX_VALUE, 1e300, "abcdef", amount, 5))));
    assertThat(TestRows.read(catalog, CUSTOMERS))
        .containsExactlyInAnyOrder(
            Row.of(1L, -7L, 1.5, "abc", amount, null),
            Row.of(2L, Long.MAX_VALUE, 1e300, "abcdef", amount, 5));
  }

  private void runToEnd(int parallelism, RowType type, TableName table, List<List<Row>> batches)
      throws Exception {
    StreamExecutionEnvironment env =
        TestJobs.environment(TestJobs.configuration(TestJobs.OFTEN), parallelism);
    catalog.sink(
        keyedById(ScriptedSource.add(env, type, End.FINISH, batches), type), table, "flow");
    TestJobs.run(env);
  }

  /** As flows give their changelogs: the rows of one key come from one subtask. */
  private static DataStream<RowData> keyedById(DataStream<RowData> rows, RowType type) {
    RowData.FieldGetter key = RowData.createFieldGetter(type.getTypeAt(0), 0);
    return rows.keyBy(row -> Objects.hashCode(key.getFieldOrNull(row)), Types.INT)
        .map(row -> row)
        .returns(InternalTypeInfo.of(type))
        .uid("changelog");
  }

  private Map<Object, List<String>> changelogByKey(TableName table, int rows) throws Exception {
    FileStoreTable changelog =
        stored(warehouse, table)
            .copy(
                Map.of(
                    CoreOptions.SCAN_MODE.key(), "from-snapshot",
                    CoreOptions.SCAN_SNAPSHOT_ID.key(), "1"));
    RowRowConverter converter = TestRows.converter(SCD1);
    ReadBuilder read = changelog.newReadBuilder();
    StreamTableScan scan = read.newStreamScan();
    List<Row> found = new ArrayList<>();
    TestJobs.await(
        rows + " changes",
        () -> {
          read.newRead()
              .createReader(scan.plan())
              .forEachRemaining(row -> found.add(converter.toExternal(new FlinkRowData(row))));
          return found.size() >= rows;
        });
    return byKey(found);
  }

  private static Map<Object, List<String>> byKey(List<Row> changes) {
    Map<Object, List<String>> byKey = new TreeMap<>();
    for (Row change : changes) {
      byKey.computeIfAbsent(change.getField(0), key -> new ArrayList<>()).add(change.toString());
    }
    return byKey;
  }
}
