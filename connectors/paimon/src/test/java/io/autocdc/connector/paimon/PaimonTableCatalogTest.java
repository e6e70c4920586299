// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static io.autocdc.connector.paimon.TestTables.CUSTOMERS;
import static io.autocdc.connector.paimon.TestTables.stored;
import static io.autocdc.testing.TestDefinitions.distributedBy;
import static io.autocdc.testing.TestDefinitions.keyed;
import static io.autocdc.testing.TestDefinitions.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.spi.TableCatalog.TableDescription;
import io.autocdc.spi.TableConnector;
import io.autocdc.testing.TestRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PaimonTableCatalogTest {

  private static final TableDefinition SCD1 =
      keyed(CUSTOMERS, "id BIGINT, name STRING NOT NULL, tier VARCHAR(10)", "id");

  private static final TableDefinition SCD2 =
      distributedBy(
          keyed(
              CUSTOMERS,
              "id BIGINT, name STRING, __START_AT BIGINT, __END_AT BIGINT",
              "id",
              "__START_AT"),
          "id");

  private static final TableDefinition SCD2_BY_LIST =
      distributedBy(
          keyed(
              CUSTOMERS,
              "id BIGINT, name STRING, __START_AT ROW<a BIGINT, b STRING>,"
                  + " __END_AT ROW<a BIGINT, b STRING>",
              "id",
              "__START_AT"),
          "id");

  @TempDir Path folder;
  private Path warehouse;
  private TableCatalog catalog;

  @BeforeEach
  void open() {
    warehouse = folder.resolve("warehouse");
    catalog = TestTables.catalog(warehouse);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  @Test
  void isFoundByItsType() {
    assertThat(ServiceLoader.load(TableConnector.class))
        .filteredOn(connector -> connector.type().equals("paimon"))
        .hasOnlyElementsOfType(PaimonConnector.class)
        .hasSize(1);
  }

  @Test
  void lookingAtAMissingWarehouseFindsNothingAndMakesNothing() {
    assertThat(catalog.list()).isEmpty();
    assertThat(catalog.describe(CUSTOMERS)).isEmpty();
    catalog.drop(CUSTOMERS);
    assertThat(warehouse).doesNotExist();
  }

  @Test
  void seesTheTablesOfAWarehouseThatCameAfterItWasOpened() {
    assertThat(catalog.list()).isEmpty();
    try (TableCatalog other = TestTables.catalog(warehouse)) {
      other.create(SCD1);
    }
    assertThat(catalog.list()).containsExactly(CUSTOMERS);
  }

  @Test
  void describesWhatWasCreated() {
    catalog.create(SCD1);
    TableDescription described = catalog.describe(CUSTOMERS).orElseThrow();
    assertThat(described.schema())
        .isEqualTo(TableSchema.parse("id BIGINT NOT NULL, name STRING, tier VARCHAR(10)"));
    assertThat(described.primaryKey()).containsExactly("id");
    assertThat(described.properties())
        .containsOnly(Map.entry("bucket", "2"), Map.entry("changelog-producer", "input"));
  }

  @Test
  void keepsTheVersionsOfAKeyInOneBucket() throws Exception {
    catalog.create(SCD2);
    assertThat(stored(warehouse, CUSTOMERS).schema().primaryKeys())
        .containsExactly("id", "__START_AT");
    assertThat(stored(warehouse, CUSTOMERS).schema().bucketKeys()).containsExactly("id");
  }

  @Test
  void aKeyWithACommaInItsNameIsStored() throws Exception {
    catalog.create(
        distributedBy(
            keyed(CUSTOMERS, "`a,b` BIGINT, __START_AT BIGINT", "a,b", "__START_AT"), "a,b"));
    assertThat(stored(warehouse, CUSTOMERS).schema().primaryKeys())
        .containsExactly("a,b", "__START_AT");
  }

  @Test
  void hidesTheCompanionOfAKeyThatPaimonRefuses() throws Exception {
    catalog.create(SCD2_BY_LIST);
    assertThat(stored(warehouse, CUSTOMERS).schema().primaryKeys())
        .containsExactly("id", "__START_KEY");
    TableDescription described = catalog.describe(CUSTOMERS).orElseThrow();
    assertThat(described.primaryKey()).containsExactly("id", "__START_AT");
    assertThat(described.schema())
        .isEqualTo(
            TableSchema.parse(
                "id BIGINT NOT NULL, name STRING, __START_AT ROW<a BIGINT, b STRING> NOT NULL,"
                    + " __END_AT ROW<a BIGINT, b STRING>"));
  }

  @Test
  void givesEveryRefusedKeyColumnACompanionOfItsOwn() throws Exception {
    catalog.create(
        keyed(
            CUSTOMERS,
            "k ROW<x INT>, __k_KEY STRING, __START_AT ROW<a INT>, __SYSTEM_START_AT ROW<a INT>",
            "k",
            "__START_AT",
            "__SYSTEM_START_AT"));
    assertThat(stored(warehouse, CUSTOMERS).schema().primaryKeys())
        .containsExactly("__k_KEY_", "__START_KEY", "__SYSTEM_START_KEY");
    assertThat(catalog.describe(CUSTOMERS).orElseThrow().primaryKey())
        .containsExactly("k", "__START_AT", "__SYSTEM_START_AT");
  }

  @Test
  void aTableWithoutKeyOnlyGrows() throws Exception {
    catalog.create(keyed(CUSTOMERS, "tags ARRAY<STRING>, reason STRING NOT NULL, raw STRING"));
    TableDescription described = catalog.describe(CUSTOMERS).orElseThrow();
    assertThat(described.primaryKey()).isEmpty();
    assertThat(described.schema())
        .isEqualTo(TableSchema.parse("tags ARRAY<STRING>, reason STRING, raw STRING"));
    assertThat(stored(warehouse, CUSTOMERS).schema().bucketKeys()).containsExactly("reason");
  }

  @Test
  void aTableWithoutAnyPlainColumnHasNoBuckets() {
    catalog.create(keyed(CUSTOMERS, "tags ARRAY<STRING>"));
    assertThat(catalog.describe(CUSTOMERS).orElseThrow().properties()).isEmpty();
  }

  @Test
  void propertiesOfTheUserWinAndUnknownOnesAreKept() {
    Map<String, String> properties =
        Map.of(
            "bucket", "4",
            "changelog-producer", "none",
            "file.format", "orc",
            "pipelines.cdc.tombstoneGCThresholdInSeconds", "172800",
            "autocdc.flow", "{\"keys\": [\"id\"], \"text\": \"ä=ß\"}");
    catalog.create(with(SCD1, properties));
    assertThat(catalog.describe(CUSTOMERS).orElseThrow().properties()).isEqualTo(properties);
  }

  @Test
  void leavesTheDistributionToPaimonWhenAskedForNoBuckets() throws Exception {
    catalog.create(with(SCD2, Map.of("bucket", "-1")));
    assertThat(catalog.describe(CUSTOMERS).orElseThrow().properties())
        .doesNotContainKey("bucket-key");
  }

  @Test
  void namesEveryColumnThatCannotBeStored() {
    AutoCdcException error =
        error(
            () ->
                catalog.create(
                    keyed(
                        CUSTOMERS,
                        "id BIGINT, span INTERVAL DAY TO SECOND, at TIMESTAMP(3) WITH TIME ZONE,"
                            + " deep ARRAY<ROW<x INTERVAL YEAR>>",
                        "id")));
    assertThat(error.problems()).extracting(Problem::code).containsOnly(ErrorCode.UNSUPPORTED_TYPE);
    assertThat(error.problems())
        .extracting(Problem::toString)
        .containsExactly(
            unsupported("span", "INTERVAL DAY(2) TO SECOND(6)"),
            unsupported("at", "TIMESTAMP(3) WITH TIME ZONE"),
            unsupported("deep", "ARRAY<ROW<`x` INTERVAL YEAR(2)>>"));
    assertThat(catalog.list()).isEmpty();
  }

  @Test
  void namesTheFileFormatThatCannotHoldAColumn() {
    AutoCdcException error =
        error(
            () ->
                catalog.create(
                    with(
                        keyed(CUSTOMERS, "id BIGINT, at TIMESTAMP(9), t TIMESTAMP(6)", "id"),
                        Map.of("file.format", "avro"))));
    assertThat(error.problems())
        .singleElement()
        .extracting(Problem::what)
        .asString()
        .contains("'at'");
    assertThat(error).hasMessageContaining("Paimon cannot store it in avro files");
  }

  @ParameterizedTest
  @CsvSource({
    "merge-engine,aggregation",
    "sequence.field,name",
    "rowkind.field,name",
    "ignore-delete,true"
  })
  void refusesPropertiesThatDecideBetweenRowsOnceMore(String key, String value) {
    AutoCdcException error = error(() -> catalog.create(with(SCD1, Map.of(key, value))));
    assertThat(error.problems())
        .singleElement()
        .extracting(Problem::code)
        .isEqualTo(ErrorCode.CONFLICTING_OPTIONS);
    assertThat(error).hasMessageContaining("'" + key + "' = '" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({"bucket,none", "bucket,0", "file.format,csv2", "primary-key,name"})
  void saysWhyPaimonRefusesAProperty(String key, String value) {
    AutoCdcException error = error(() -> catalog.create(with(SCD1, Map.of(key, value))));
    assertThat(error.problems())
        .singleElement()
        .extracting(Problem::code)
        .isEqualTo(ErrorCode.INVALID_VALUE);
    assertThat(error).hasMessageContaining("paimon.silver.customers");
    assertThat(catalog.list()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a$b", "a/b", "..", "a\\b"})
  void refusesNamesThatMeanSomethingElseToPaimon(String name) {
    TableName table = new TableName("paimon", "silver", name);
    AutoCdcException error = error(() -> catalog.create(keyed(table, "id BIGINT", "id")));
    assertThat(error.problems())
        .singleElement()
        .extracting(Problem::code)
        .isEqualTo(ErrorCode.INVALID_TABLE_NAME);
  }

  @Test
  void refusesToCreateATableTwice() {
    catalog.create(SCD1);
    AutoCdcException error = error(() -> catalog.create(SCD1));
    assertThat(error.problems())
        .singleElement()
        .extracting(Problem::code)
        .isEqualTo(ErrorCode.TARGET_NOT_OURS);
  }

  @Test
  void listsAllTablesInOrder() {
    TableName orders = new TableName("paimon", "bronze", "orders");
    TableName spaced = new TableName("paimon", "bronze", "late orders");
    for (TableName table : List.of(CUSTOMERS, orders, spaced)) {
      catalog.create(keyed(table, "id BIGINT", "id"));
    }
    assertThat(catalog.list()).containsExactly(spaced, orders, CUSTOMERS);
  }

  @Test
  void droppedTablesAreGone() {
    catalog.create(SCD1);
    catalog.drop(CUSTOMERS);
    assertThat(catalog.list()).isEmpty();
    assertThat(catalog.describe(CUSTOMERS)).isEmpty();
    catalog.drop(CUSTOMERS);
  }

  @Test
  void aTableWithoutRowsReadsAsNone() throws Exception {
    catalog.create(SCD1);
    assertThat(TestRows.read(catalog, CUSTOMERS)).isEmpty();
  }

  @Test
  void readingAMissingTableSaysWhichThereAre() {
    catalog.create(SCD1);
    AutoCdcException error =
        error(() -> catalog.read(new TableName("paimon", "silver", "customer")));
    assertThat(error)
        .hasMessage(
            "TABLE_NOT_FOUND table paimon.silver.customer does not exist; the warehouse has"
                + " paimon.silver.customers; check the name and the warehouse");
  }

  @Test
  void opensAWarehouseByItsUri() throws Exception {
    Files.createDirectories(warehouse);
    try (TableCatalog byUri =
        new PaimonConnector().open("lake", warehouse.toUri().toString(), Map.of())) {
      byUri.create(SCD1);
      assertThat(byUri.list()).containsExactly(new TableName("lake", "silver", "customers"));
    }
    assertThat(catalog.list()).containsExactly(CUSTOMERS);
  }

  private static String unsupported(String column, String type) {
    return "UNSUPPORTED_TYPE column '"
        + column
        + "' of paimon.silver.customers has the type "
        + type
        + "; Paimon cannot store it in parquet files; leave the column out, or convert it with a SQL"
        + " transform";
  }

  private static AutoCdcException error(Runnable attempt) {
    return catchThrowableOfType(AutoCdcException.class, attempt::run);
  }
}
