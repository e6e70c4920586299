// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.TestRows;
import io.autocdc.testing.TypeSamples;
import io.autocdc.testing.TypeSamples.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows are found by keys of every type, and the bounds in the log never hide one. */
class KeysOfEveryTypeTest {

  @TempDir Path warehouse;

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  void aRowIsReplacedByItsKey(Sample sample) throws Exception {
    String schema = "k " + sample.type() + ", v STRING";
    try (TableCatalog catalog = TestTables.catalog(warehouse)) {
      catalog.create(keyed(CUSTOMERS, schema, "k"));
      DeltaFolder folder = TestTables.folder(warehouse, CUSTOMERS);
      TableCommitter committer = new TableCommitter(folder);
      List<Row> old = rows(sample.values(), "old");
      // Two files whose bounds overlap, and in which some keys are not.
      commit(committer, folder, 1, everySecond(old, 0));
      commit(committer, folder, 2, everySecond(old, 1));
      List<Row> replaced = rows(sample.twins(), "new");
      commit(committer, folder, 3, replaced);
      assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(replaced);
      List<Row> deletes = rows(sample.values(), "new");
      deletes.forEach(row -> row.setKind(RowKind.DELETE));
      commit(committer, folder, 4, deletes.subList(1, deletes.size()));
      assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactly(replaced.get(0));
    }
  }

  private static List<Row> rows(List<Object> keys, String value) {
    return keys.stream().map(key -> Row.of(key, value)).toList();
  }

  private static List<Row> everySecond(List<Row> rows, int first) {
    return IntStream.range(0, rows.size()).filter(i -> i % 2 == first).mapToObj(rows::get).toList();
  }

  private static void commit(
      TableCommitter committer, DeltaFolder folder, long checkpoint, List<Row> changes)
      throws Exception {
    committer.commit(
        new TransactionId("flow", checkpoint), List.of(StagedRows.of(folder, changes)));
  }

  static Stream<Sample> samples() {
    return TypeSamples.all().filter(Sample::isOrderable).filter(StoredTypesTest::isStorable);
  }
}
