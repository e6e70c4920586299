// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static io.autocdc.connector.paimon.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static io.autocdc.testing.TestDefinitions.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog;
import io.autocdc.testing.ScriptedSource;
import io.autocdc.testing.ScriptedSource.End;
import io.autocdc.testing.TestJobs;
import io.autocdc.testing.TestRows;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What was written before a column became wider is read as if it had always been that wide. */
@Timeout(120)
class WidenedTypesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  /**
   * @param value of the narrow type
   * @param widened the same of the wide type
   * @param wider a value that only the wide type has
   */
  private record Case(String from, String to, Object value, Object widened, Object wider) {}

  private static final List<Case> CASES =
      List.of(
          new Case("TINYINT", "INT", (byte) -7, -7, 70_000),
          new Case("INT", "BIGINT", Integer.MIN_VALUE, (long) Integer.MIN_VALUE, Long.MAX_VALUE),
          new Case("FLOAT", "DOUBLE", 0.1f, (double) 0.1f, Double.MIN_VALUE),
          new Case("DECIMAL(5, 2)", "DECIMAL(30, 2)", dec("1.50"), dec("1.50"), dec("1E20")),
          new Case("DECIMAL(5, 2)", "DECIMAL(9, 4)", dec("123.45"), dec("123.4500"), dec("0.0001")),
          new Case("VARCHAR(3)", "VARCHAR(9)", "abc", "abc", "abcdefghi"),
          new Case("CHAR(3)", "STRING", "a  ", "a  ", "abcdefghi"),
          new Case("VARBINARY(2)", "BYTES", bytes(1, 2), bytes(1, 2), bytes(1, 2, 3)),
          new Case("BINARY(2)", "VARBINARY(4)", bytes(0, 0), bytes(0, 0), bytes(1, 2, 3, 4)),
          new Case("TIMESTAMP(0)", "TIMESTAMP(9)", time(0), time(0), time(123_456_789)),
          new Case("TIMESTAMP(3)", "TIMESTAMP(6)", time(5_000_000), time(5_000_000), time(1_000)),
          new Case(
              "TIMESTAMP_LTZ(3)",
              "TIMESTAMP_LTZ(9)",
              Instant.ofEpochMilli(-1),
              Instant.ofEpochMilli(-1),
              Instant.ofEpochSecond(1, 1)),
          new Case(
              "ROW<a INT, b ROW<c STRING>>",
              "ROW<a BIGINT, b ROW<c STRING, d INT>, e DATE>",
              Row.of(1, Row.of("x")),
              Row.of(1L, Row.of("x", null), null),
              Row.of(1L << 40, Row.of("x", 2), null)),
          new Case(
              "ARRAY<INT>",
              "ARRAY<BIGINT>",
              new Integer[] {1, null},
              new Long[] {1L, null},
              new Long[] {1L << 40}),
          new Case(
              "MAP<STRING, FLOAT>",
              "MAP<STRING, DOUBLE>",
              Map.of("k", 1f),
              Map.of("k", 1d),
              Map.of("k", 0.1)),
          new Case(
              "ARRAY<ROW<a INT>>",
              "ARRAY<ROW<a BIGINT, b STRING>>",
              new Row[] {Row.of(1)},
              new Row[] {Row.of(1L, null)},
              new Row[] {Row.of(1L, "b")}));

  @TempDir Path warehouse;

  @Test
  void valuesOfBothTypesAreRead() throws Exception {
    String narrow = schema(Case::from);
    String wide = schema(Case::to);
    try (TableCatalog catalog = TestTables.catalog(warehouse)) {
      catalog.create(with(keyed(CUSTOMERS, narrow, "id"), Map.of("bucket", "1")));
      write(catalog, narrow, List.of(row(1, Case::value), row(2, c -> null)));
      catalog.evolve(keyed(CUSTOMERS, wide, "id"));
      assertThat(catalog.describe(CUSTOMERS).orElseThrow().schema())
          .isEqualTo(TableSchema.parse(wide));
      assertThat(TestRows.read(catalog, CUSTOMERS))
          .containsExactlyInAnyOrder(row(1, Case::widened), row(2, c -> null));

      write(catalog, wide, List.of(row(2, Case::wider), row(3, Case::widened)));
      assertThat(TestRows.read(catalog, CUSTOMERS))
          .containsExactlyInAnyOrder(
              row(1, Case::widened), row(2, Case::wider), row(3, Case::widened));
      long schemas = TestTables.stored(warehouse, CUSTOMERS).schema().id();
      catalog.evolve(keyed(CUSTOMERS, wide, "id"));
      assertThat(TestTables.stored(warehouse, CUSTOMERS).schema().id()).isEqualTo(schemas);
    }
  }

  private static void write(TableCatalog catalog, String schema, List<Row> rows) throws Exception {
    StreamExecutionEnvironment env =
        TestJobs.environment(TestJobs.configuration(TestJobs.OFTEN), 1);
    catalog.sink(
        ScriptedSource.add(
            env, TableSchema.parse(schema).toRowType(), End.FINISH, List.of(new ArrayList<>(rows))),
        CUSTOMERS,
        "flow");
    TestJobs.run(env);
  }

  private static String schema(Function<Case, String> type) {
    return "id BIGINT NOT NULL, "
        + CASES.stream()
            .map(c -> "c" + CASES.indexOf(c) + " " + type.apply(c))
            .collect(Collectors.joining(", "));
  }

  private static Row row(long id, Function<Case, Object> value) {
    Row row = new Row(CASES.size() + 1);
    row.setField(0, id);
    for (int i = 0; i < CASES.size(); i++) {
      row.setField(i + 1, value.apply(CASES.get(i)));
    }
    return row;
  }

  private static BigDecimal dec(String number) {
    BigDecimal decimal = new BigDecimal(number);
    return decimal.scale() < 0 ? decimal.setScale(2) : decimal;
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static LocalDateTime time(int nanos) {
    return LocalDateTime.of(1969, 12, 31, 23, 59, 59, nanos);
  }
}
