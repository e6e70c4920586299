// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static io.autocdc.connector.paimon.TestTables.CUSTOMERS;
import static io.autocdc.connector.paimon.TestTables.stored;
import static io.autocdc.testing.TestDefinitions.keyed;
import static io.autocdc.testing.TestDefinitions.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDefinition;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SchemaEvolutionTest {

  private static final TableDefinition TABLE =
      with(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"), Map.of("autocdc.flow", "v1"));

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

  @Test
  void aTableThatFitsIsNotTouched() throws Exception {
    catalog.create(TABLE);
    catalog.evolve(TABLE);
    catalog.evolve(keyed(CUSTOMERS, "name STRING NOT NULL, id BIGINT NOT NULL", "id"));
    assertThat(stored(warehouse, CUSTOMERS).schema().id()).isZero();
  }

  @Test
  void newColumnsComeLastAndAreNullable() {
    catalog.create(TABLE);
    catalog.evolve(keyed(CUSTOMERS, "id BIGINT, tier INT NOT NULL, name STRING, x DATE", "id"));
    assertThat(schema())
        .isEqualTo(TableSchema.parse("id BIGINT NOT NULL, name STRING, tier INT, x DATE"));
  }

  @Test
  void newColumnsStandInFrontOfTheCompanionsOfKeys() throws Exception {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, __START_AT ROW<a INT>", "id", "__START_AT"));
    catalog.evolve(
        keyed(CUSTOMERS, "id BIGINT, __START_AT ROW<a INT>, x INT, y INT", "id", "__START_AT"));
    assertThat(stored(warehouse, CUSTOMERS).schema().fieldNames())
        .containsExactly("id", "__START_AT", "x", "y", "__START_KEY");
  }

  @Test
  void columnsThatTheSourceLostStay() {
    catalog.create(TABLE);
    catalog.evolve(keyed(CUSTOMERS, "id BIGINT", "id"));
    assertThat(schema()).isEqualTo(TableSchema.parse("id BIGINT NOT NULL, name STRING"));
  }

  @Test
  void changedPropertiesAreSet() {
    catalog.create(TABLE);
    catalog.evolve(with(TABLE, Map.of("autocdc.flow", "v2", "snapshot.time-retained", "2 h")));
    assertThat(catalog.describe(CUSTOMERS).orElseThrow().properties())
        .containsEntry("autocdc.flow", "v2")
        .containsEntry("snapshot.time-retained", "2 h");
  }

  @Test
  void propertiesThatCannotChangeStay() throws Exception {
    catalog.create(TABLE);
    catalog.evolve(with(TABLE, Map.of("bucket", "8", "bucket-key", "id")));
    assertThat(catalog.describe(CUSTOMERS).orElseThrow().properties())
        .containsEntry("bucket", "2")
        .doesNotContainKey("bucket-key");
    assertThat(stored(warehouse, CUSTOMERS).schema().id()).isZero();
  }

  @Test
  void seesWhatAnotherProcessChanged() {
    catalog.create(TABLE);
    assertThat(schema().contains("tier")).isFalse();
    try (TableCatalog other = TestTables.catalog(warehouse)) {
      other.evolve(keyed(CUSTOMERS, "id BIGINT, name STRING, tier INT", "id"));
    }
    assertThat(schema().contains("tier")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TINYINT | SMALLINT",
        "SMALLINT | INT",
        "INT | BIGINT",
        "TINYINT | BIGINT",
        "FLOAT | DOUBLE",
        "VARCHAR(3) | VARCHAR(7)",
        "VARCHAR(3) | STRING",
        "VARBINARY(3) | BYTES",
        "DECIMAL(5, 2) | DECIMAL(30, 2)",
        "DECIMAL(5, 2) | DECIMAL(6, 3)",
        "CHAR(3) | VARCHAR(3)",
        "BINARY(3) | BYTES",
        "TIMESTAMP(3) | TIMESTAMP(6)",
        "TIMESTAMP_LTZ(0) | TIMESTAMP_LTZ(9)",
        "ROW<a INT> | ROW<a BIGINT>",
        "ROW<a INT> | ROW<a INT, b ROW<c STRING>>",
        "ARRAY<INT> | ARRAY<BIGINT>",
        "MAP<INT, VARCHAR(3)> | MAP<INT, STRING>",
        "ARRAY<ROW<a INT>> | ARRAY<ROW<a BIGINT, b STRING>>"
      })
  void columnsAreWidened(String from, String to) {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, c " + from, "id"));
    catalog.evolve(keyed(CUSTOMERS, "id BIGINT, c " + to, "id"));
    assertThat(schema()).isEqualTo(TableSchema.parse("id BIGINT NOT NULL, c " + to));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGINT | INT",
        "INT | STRING",
        "DOUBLE | FLOAT",
        "BIGINT | DOUBLE",
        "STRING | VARCHAR(3)",
        "DECIMAL(5, 2) | DECIMAL(5, 3)",
        "DECIMAL(5, 2) | DECIMAL(4, 2)",
        "TIMESTAMP(3) | TIMESTAMP_LTZ(3)",
        "TIMESTAMP(6) | TIMESTAMP(3)",
        "ROW<a BIGINT> | ROW<a INT>",
        "ROW<a INT, b INT> | ROW<a INT>",
        "ROW<a INT, b INT> | ROW<b INT, a INT>",
        "ROW<a INT> | ROW<a INT, b INT NOT NULL>",
        "ARRAY<BIGINT> | ARRAY<INT>",
        "MAP<INT, INT> | MAP<BIGINT, INT>",
        "CHAR(3) | CHAR(5)"
      })
  void otherChangesOfTypeAreRefused(String from, String to) throws Exception {
    catalog.create(keyed(CUSTOMERS, "id BIGINT, c " + from, "id"));
    AutoCdcException error =
        error(() -> catalog.evolve(keyed(CUSTOMERS, "id BIGINT, c " + to + ", n INT", "id")));
    assertThat(error.problems())
        .singleElement()
        .extracting(Problem::code)
        .isEqualTo(ErrorCode.INCOMPATIBLE_COLUMN);
    assertThat(stored(warehouse, CUSTOMERS).schema().id()).isZero();
  }

  @Test
  void aCheckTellsTheSameAndTouchesNothing() throws Exception {
    catalog.create(TABLE);
    catalog.check(keyed(CUSTOMERS, "id BIGINT, name STRING, tier INT", "id"));
    AutoCdcException error =
        error(() -> catalog.check(keyed(CUSTOMERS, "id BIGINT, name VARCHAR(3)", "id")));
    assertThat(error.problems())
        .extracting(Problem::code)
        .containsExactly(ErrorCode.INCOMPATIBLE_COLUMN);
    assertThat(stored(warehouse, CUSTOMERS).schema().id()).isZero();
  }

  @Test
  void namesEveryIncompatibleColumnWithBothTypes() {
    catalog.create(keyed(CUSTOMERS, "id INT, a DATE, b STRING", "id"));
    AutoCdcException error =
        error(() -> catalog.evolve(keyed(CUSTOMERS, "id BIGINT, a TIME, b STRING", "id")));
    assertThat(error.problems())
        .extracting(Problem::what)
        .containsExactly(
            "column 'id' of paimon.silver.customers is INT, asked for is BIGINT",
            "column 'a' of paimon.silver.customers is DATE, asked for is TIME(0)");
    assertThat(error).hasMessageContaining("restore the type in the schema of the source");
  }

  @Test
  void newColumnsThatCannotBeStoredAreNamed() {
    catalog.create(TABLE);
    AutoCdcException error =
        error(() -> catalog.evolve(keyed(CUSTOMERS, "id BIGINT, i INTERVAL DAY", "id")));
    assertThat(error.problems())
        .extracting(Problem::code)
        .containsExactly(ErrorCode.UNSUPPORTED_TYPE);
  }

  @Test
  void anotherPrimaryKeyIsRefused() {
    catalog.create(TABLE);
    AutoCdcException error =
        error(() -> catalog.evolve(keyed(CUSTOMERS, "id BIGINT, name STRING", "id", "name")));
    assertThat(error)
        .hasMessageStartingWith(
            "TARGET_DRIFT the primary key of paimon.silver.customers is [id], asked for is"
                + " [id, name]");
  }

  @Test
  void aMissingTableIsNotFound() {
    AutoCdcException error = error(() -> catalog.evolve(TABLE));
    assertThat(error.problems())
        .extracting(Problem::code)
        .containsExactly(ErrorCode.TABLE_NOT_FOUND);
  }

  private TableSchema schema() {
    return catalog.describe(CUSTOMERS).orElseThrow().schema();
  }

  private static AutoCdcException error(Runnable attempt) {
    return catchThrowableOfType(AutoCdcException.class, attempt::run);
  }
}
