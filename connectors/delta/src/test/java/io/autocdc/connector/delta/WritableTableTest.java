// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.spi.TableCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables with something that only other engines give them. */
class WritableTableTest {

  private static final String KEY =
      """
      {"name":"id","type":"long","nullable":false,"metadata":{"autocdc.type":"BIGINT","autocdc.key":0}}""";

  @TempDir Path warehouse;

  private TableCatalog table(String field, String partition, String features) throws IOException {
    new HandMadeTable(warehouse.resolve(CUSTOMERS.schema() + ".delta").resolve(CUSTOMERS.table()))
        .commit(
            """
            {"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":[%s],\
            "writerFeatures":[%s]}}"""
                .formatted(features.contains("variant") ? features : "", features),
            HandMadeTable.metadata("t", KEY + "," + field, partition, ""));
    return TestTables.catalog(warehouse);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "generated columns | `\"delta.generationExpression\":\"id + 1\"` | \"generatedColumns\"",
        "identity columns | `\"delta.identity.start\":1,\"delta.identity.step\":1` |"
            + " \"identityColumns\"",
        "invariants of columns | `\"delta.invariants\":\"{}\"` | \"invariants\"",
        "default values of columns | `\"CURRENT_DEFAULT\":\"5\"` | \"allowColumnDefaults\""
      })
  void expressionsOfColumnsAreRefusedByTheirName(String what, String metadata, String feature)
      throws IOException {
    TableCatalog catalog = table(HandMadeTable.field("n", "long", metadata), "", feature);
    assertThatThrownBy(() -> catalog.check(keyed(CUSTOMERS, "id BIGINT, n BIGINT", "id")))
        .hasMessageContaining("CONFLICTING_OPTIONS table delta.silver.customers has " + what);
  }

  @Test
  void partitionsAreRefusedWithTheirColumns() throws IOException {
    TableCatalog catalog = table(HandMadeTable.field("day", "date"), "\"day\"", "\"invariants\"");
    assertThatThrownBy(() -> catalog.check(keyed(CUSTOMERS, "id BIGINT, day DATE", "id")))
        .hasMessageContaining("CONFLICTING_OPTIONS")
        .hasMessageContaining("the partition columns [day]");
  }

  @Test
  void aColumnWithoutATypeInFlinkIsNamedByEverythingThatNeedsIt() throws IOException {
    TableCatalog catalog = table(HandMadeTable.field("any", "variant"), "", "\"variantType\"");
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> catalog.describe(CUSTOMERS),
            () -> catalog.check(keyed(CUSTOMERS, "id BIGINT", "id")),
            () -> catalog.read(CUSTOMERS))) {
      assertThatThrownBy(use)
          .hasMessageContaining("UNSUPPORTED_TYPE column 'any'")
          .hasMessageContaining("customers")
          .hasMessageContaining("variant");
    }
    assertThat(catalog.list()).containsExactly(CUSTOMERS);
  }

  @Test
  void featuresThatOnlyTheLogHasAreNoReason() throws IOException {
    TableCatalog catalog =
        table(
            HandMadeTable.field("n", "long", "\"comment\":\"words\""),
            "",
            "\"checkConstraints\",\"changeDataFeed\",\"appendOnly\",\"inCommitTimestamp\","
                + "\"allowColumnDefaults\"");
    catalog.check(keyed(CUSTOMERS, "id BIGINT, n BIGINT", "id"));
  }
}
