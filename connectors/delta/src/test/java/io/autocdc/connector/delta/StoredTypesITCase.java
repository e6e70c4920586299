// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.connector.delta.TestTables.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.ScriptedSource.End;
import io.autocdc.connector.delta.TypeSamples.Sample;
import io.autocdc.connector.delta.kernel.DeltaTypes;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type comes back as it went in. */
@Timeout(120)
class StoredTypesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  @TempDir Path warehouse;

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
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
      StreamExecutionEnvironment env =
          TestJobs.environment(TestJobs.configuration(TestJobs.OFTEN), 1);
      catalog.sink(ScriptedSource.add(env, rowType, End.FINISH, List.of(rows)), CUSTOMERS, "flow");
      TestJobs.run(env);
      assertThat(TestRows.read(catalog, CUSTOMERS)).containsExactlyInAnyOrderElementsOf(rows);
      assertThat(catalog.describe(CUSTOMERS).orElseThrow().schema().toRowType()).isEqualTo(rowType);
    }
  }

  static Stream<Sample> samples() {
    return TypeSamples.all()
        .filter(
            sample ->
                TableSchema.parse("v " + sample.type()).columns().stream()
                    .allMatch(column -> DeltaTypes.isStorable(column.type())));
  }
}
