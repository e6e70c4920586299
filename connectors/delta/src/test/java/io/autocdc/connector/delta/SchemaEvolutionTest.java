// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static io.autocdc.testing.TestDefinitions.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.testing.TestRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaEvolutionTest {

  @TempDir Path warehouse;
  private TableCatalog catalog;
  private DeltaFolder folder;

  @BeforeEach
  void open() {
    catalog = TestTables.catalog(warehouse);
    folder = TestTables.folder(warehouse, CUSTOMERS);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private void commit(long checkpoint, Row... changes) throws Exception {
    new TableCommitter(folder)
        .commit(
            new TransactionId("flow", checkpoint),
            List.of(StagedRows.of(folder, List.of(changes))));
  }

  private String columns() {
    return catalog.describe(CUSTOMERS).orElseThrow().schema().toString();
  }

  @Test
  void aTableIsDescribedAsItWasDeclared() {
    TableDefinition definition =
        with(
            keyed(
                CUSTOMERS,
                "b VARCHAR(10), a CHAR(3) NOT NULL, t TIMESTAMP(3), r ROW<x INT, y BINARY(2)>",
                "a",
                "b"),
            Map.of("owner", "me"));
    TableCatalog.TableDescription stored = catalog.stored(definition);
    catalog.create(definition);
    assertThat(catalog.describe(CUSTOMERS)).isPresent();
    assertThat(columns())
        .isEqualTo(
            "b VARCHAR(10) NOT NULL, a CHAR(3) NOT NULL, t TIMESTAMP(3), r ROW<`x` INT, `y`"
                + " BINARY(2)>");
    TableCatalog.TableDescription found = catalog.describe(CUSTOMERS).orElseThrow();
    assertThat(found.primaryKey()).containsExactly("a", "b");
    assertThat(found.properties()).containsEntry("owner", "me");
    assertThat(found).isEqualTo(stored);
    assertThat(catalog.list()).containsExactly(CUSTOMERS);
    catalog.drop(CUSTOMERS);
    assertThat(catalog.describe(CUSTOMERS)).isEmpty();
    assertThat(catalog.list()).isEmpty();
  }

  @Test
  void aNewColumnIsNullInOldRows() throws Exception {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
    commit(1, Row.of(1L, "a"), Row.of(2L, "b"));
    TableDefinition more = keyed(CUSTOMERS, "id BIGINT, seen TIMESTAMP(3), name STRING", "id");
    catalog.check(more);
    assertThat(columns()).isEqualTo("id BIGINT NOT NULL, name STRING");
    catalog.evolve(more);
    assertThat(columns()).isEqualTo("id BIGINT NOT NULL, name STRING, seen TIMESTAMP(3)");
    commit(2, Row.of(2L, "c", null));
    assertThat(TestRows.read(catalog, CUSTOMERS))
        .containsExactlyInAnyOrder(Row.of(1L, "a", null), Row.of(2L, "c", null));
    long version = TestTables.version(warehouse, CUSTOMERS);
    catalog.evolve(more);
    assertThat(TestTables.version(warehouse, CUSTOMERS)).isEqualTo(version);
  }

  @Test
  void widerTypesTakeTheStoredValues() throws Exception {
    catalog.create(
        keyed(CUSTOMERS, "id BIGINT, n INT, t VARCHAR(3), r ROW<a FLOAT>, d DECIMAL(4, 1)", "id"));
    commit(
        1,
        Row.of(1L, 7, "abc", Row.of(1.5f), new java.math.BigDecimal("1.5")),
        Row.of(2L, null, null, null, null));
    commit(
        2, Row.ofKind(RowKind.DELETE, 2L, null, null, null, null), Row.of(3L, 8, "x", null, null));
    catalog.evolve(
        keyed(
            CUSTOMERS,
            "id BIGINT, n BIGINT, t STRING, r ROW<a DOUBLE, b INT>, d DECIMAL(10, 2)",
            "id"));
    assertThat(columns())
        .isEqualTo(
            "id BIGINT NOT NULL, n BIGINT, t STRING, r ROW<`a` DOUBLE, `b` INT>, d DECIMAL(10, 2)");
    commit(3, Row.of(3L, 1L << 40, "a longer one", Row.of(2d, 1), null));
    assertThat(TestRows.read(catalog, CUSTOMERS))
        .containsExactlyInAnyOrder(
            Row.of(1L, 7L, "abc", Row.of(1.5d, null), new java.math.BigDecimal("1.50")),
            Row.of(3L, 1L << 40, "a longer one", Row.of(2d, 1), null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id BIGINT, n SMALLINT | INCOMPATIBLE_COLUMN",
        "id BIGINT, n STRING | INCOMPATIBLE_COLUMN",
        "id DECIMAL(30, 0), n INT | INCOMPATIBLE_COLUMN",
        "id BIGINT, n INT, t TIME | UNSUPPORTED_TYPE",
        "id BIGINT, n INT, `a b` INT | INVALID_VALUE",
        "id BIGINT, n INT, r ROW<`a;b` INT> | INVALID_VALUE",
        "id BIGINT, n INT, N INT | INVALID_VALUE",
        "id BIGINT, n INT, t TIMESTAMP(9) | UNSUPPORTED_TYPE",
        "id BIGINT, n INT, t MAP<STRING, MULTISET<INT>> | UNSUPPORTED_TYPE"
      })
  void whatLosesSomethingIsRefused(String schema, String code) {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, n INT", "id"));
    assertThatThrownBy(() -> catalog.check(keyed(CUSTOMERS, schema, "id")))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining(code);
    assertThat(columns()).isEqualTo("id BIGINT NOT NULL, n INT");
  }

  @Test
  void anotherPrimaryKeyIsRefused() {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, n INT", "id"));
    assertThatThrownBy(() -> catalog.check(keyed(CUSTOMERS, "id BIGINT, n INT", "id", "n")))
        .hasMessageContaining("TARGET_DRIFT")
        .hasMessageContaining("[id, n]");
  }

  @ParameterizedTest
  @CsvSource({
    "delta.enableChangeDataFeed,true",
    "delta.appendOnly,true",
    "delta.columnMapping.mode,name",
    "delta.setTransactionRetentionDuration,interval 1 days",
    "delta.enableRowTracking,true",
    "delta.compatibility.symlinkFormatManifest.enabled,true",
    "delta.constraints.positive,id > 0",
    "write.mode,overwrite",
    "compaction.files,1"
  })
  void propertiesThatRowsCannotBeWrittenWithAreRefused(String key, String value) {
    TableDefinition definition =
        with(keyed(CUSTOMERS, "id BIGINT, n INT", "id"), Map.of(key, value));
    assertThatThrownBy(() -> catalog.create(definition))
        .hasMessageContaining("CONFLICTING_OPTIONS")
        .hasMessageContaining(key.startsWith("delta.constraints") ? "delta.constraints" : key);
    catalog.create(keyed(CUSTOMERS, "id BIGINT, n INT", "id"));
    assertThatThrownBy(() -> catalog.check(definition)).hasMessageContaining("CONFLICTING_OPTIONS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"delta.noSuchProperty", "delta.checkpointInterval"})
  void whatDeltaDoesNotTakeIsRefusedByItsName(String key) {
    TableDefinition definition =
        with(keyed(CUSTOMERS, "id BIGINT, n INT", "id"), Map.of(key, "-1"));
    assertThatThrownBy(() -> catalog.create(definition))
        .hasMessageContaining("INVALID_VALUE")
        .hasMessageContaining(key);
  }

  @Test
  void changedPropertiesAreSet() {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, n INT", "id"));
    catalog.evolve(
        with(
            keyed(CUSTOMERS, "id BIGINT, n INT", "id"),
            Map.of("write.mode", "copy-on-write", "delta.checkpointInterval", "5")));
    assertThat(catalog.describe(CUSTOMERS).orElseThrow().properties())
        .containsEntry("write.mode", "copy-on-write")
        .containsEntry("delta.checkpointInterval", "5");
  }

  @Test
  void whatOtherEnginesSayOfColumnsStays() throws Exception {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, n INT", "id"));
    Path log = warehouse.resolve("silver.delta/customers/_delta_log");
    Path first = log.resolve("00000000000000000000.json");
    String type = "\\\"autocdc.type\\\":\\\"INT\\\"";
    String comment = "\\\"comment\\\":\\\"how many\\\"";
    String created = Files.readString(first);
    assertThat(created).contains(type);
    Files.writeString(first, created.replace(type, comment + "," + type));

    catalog.evolve(keyed(CUSTOMERS, "id BIGINT, n BIGINT, name STRING", "id"));
    assertThat(columns()).isEqualTo("id BIGINT NOT NULL, n BIGINT, name STRING");
    assertThat(Files.readString(log.resolve("00000000000000000001.json"))).contains(comment);
  }
}
