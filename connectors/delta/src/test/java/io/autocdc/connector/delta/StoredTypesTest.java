// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaTypes;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.TestRows;
import io.autocdc.testing.TypeSamples;
import io.autocdc.testing.TypeSamples.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type that a table takes comes back as it went in. */
class StoredTypesTest {

  @TempDir Path warehouse;

  @ParameterizedTest(name = "{0}")
  @MethodSource("storable")
  void comesBackEqual(Sample sample) throws Exception {
    List<Row> rows = new ArrayList<>();
    rows.add(Row.of(-1L, null));
    for (int i = 0; i < sample.values().size(); i++) {
      rows.add(Row.of(2L * i, sample.values().get(i)));
      rows.add(Row.of(2L * i + 1, sample.twins().get(i)));
    }
    String schema = "id BIGINT NOT NULL, v " + sample.type();
    RowType rowType = TableSchema.parse(schema).toRowType();
    try (TableCatalog catalog = TestTables.catalog(warehouse)) {
      catalog.create(keyed(CUSTOMERS, schema, "id"));
      DeltaFolder folder = TestTables.folder(warehouse, CUSTOMERS);
      new TableCommitter(folder)
          .commit(new TransactionId("flow", 1), List.of(StagedRows.of(folder, rows)));
      assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(rows);
      assertThat(catalog.describe(CUSTOMERS).orElseThrow().schema().toRowType()).isEqualTo(rowType);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void isRefusedByItsName(Sample sample) {
    try (TableCatalog catalog = TestTables.catalog(warehouse)) {
      assertThatThrownBy(
              () -> catalog.create(keyed(CUSTOMERS, "id BIGINT, v " + sample.type(), "id")))
          .hasMessageContaining("column 'v'");
      assertThat(catalog.list()).isEmpty();
    }
  }

  static Stream<Sample> storable() {
    return TypeSamples.all().filter(StoredTypesTest::isStorable);
  }

  static Stream<Sample> refused() {
    return TypeSamples.all().filter(sample -> !isStorable(sample));
  }

  /** Delta has no spaces in names, either. */
  static boolean isStorable(Sample sample) {
    return DeltaTypes.isStorable(TableSchema.parse("v " + sample.type()).columns().get(0).type())
        && !sample.type().contains("`");
  }
}
