// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AsOfTest {

  private static TableDescription table(String columns) {
    return new TableDescription(TableSchema.parse(columns), List.of(), Map.of());
  }

  private static TableDescription history(String type) {
    return table("id BIGINT, __START_AT " + type + " NOT NULL, __END_AT " + type);
  }

  private static boolean contains(
      TableDescription table, Object start, Object end, String sequence) {
    return AsOf.of(table, sequence, null).test(GenericRowData.of(1L, start, end));
  }

  @Test
  void anIntervalHasItsStartAndNotItsEnd() {
    TableDescription table = history("BIGINT");

    assertThat(contains(table, 10L, 20L, "9")).isFalse();
    assertThat(contains(table, 10L, 20L, "10")).isTrue();
    assertThat(contains(table, 10L, 20L, "19")).isTrue();
    assertThat(contains(table, 10L, 20L, "20")).isFalse();
    assertThat(contains(table, 9L, 100L, "10")).as("numbers, not texts").isTrue();
  }

  @Test
  void anOpenIntervalHasEverythingBehindItsStart() {
    assertThat(contains(history("BIGINT"), 10L, null, "9223372036854775807")).isTrue();
    assertThat(contains(history("BIGINT"), 10L, null, "9")).isFalse();
  }

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(
            "DATE",
            (int) LocalDate.of(2024, 1, 1).toEpochDay(),
            (int) LocalDate.of(2024, 2, 1).toEpochDay(),
            "2024-01-31",
            "2024-02-01"),
        Arguments.of(
            "TIMESTAMP(3)",
            TimestampData.fromLocalDateTime(LocalDateTime.of(2024, 1, 1, 0, 0)),
            TimestampData.fromLocalDateTime(LocalDateTime.of(2024, 1, 2, 0, 0)),
            "2024-01-01T23:59:59.999",
            "2024-01-02T00:00:00"),
        Arguments.of(
            "DECIMAL(10, 2)",
            DecimalData.fromBigDecimal(new BigDecimal("9.50"), 10, 2),
            DecimalData.fromBigDecimal(new BigDecimal("10.00"), 10, 2),
            "9.99",
            "10"),
        Arguments.of("DOUBLE", -0.0, 1.0, "0", "1"),
        Arguments.of(
            "STRING", StringData.fromString("a\"b"), StringData.fromString("b"), "a\"b", "b"),
        Arguments.of(
            "ROW<a BIGINT, b BIGINT>",
            GenericRowData.of(1L, 2L),
            GenericRowData.of(2L, 0L),
            "{\"a\": 1, \"b\": 99}",
            "{\"a\": 2, \"b\": 0}"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void sequencesCompareByTheirType(
      String type, Object start, Object end, String inside, String outside) {
    assertThat(contains(history(type), start, end, inside)).isTrue();
    assertThat(contains(history(type), start, end, outside)).isFalse();
  }

  @Test
  void theAxesOfABitemporalTableSelectEachOnItsOwn() {
    TableDescription table =
        table(
            "__START_AT BIGINT NOT NULL, __END_AT BIGINT,"
                + " __SYSTEM_START_AT BIGINT NOT NULL, __SYSTEM_END_AT BIGINT");
    RowData belief = GenericRowData.of(10L, 20L, 100L, 200L);

    assertThat(AsOf.of(table, "15", null).test(belief)).isTrue();
    assertThat(AsOf.of(table, null, "150").test(belief)).isTrue();
    assertThat(AsOf.of(table, "15", "150").test(belief)).isTrue();
    assertThat(AsOf.of(table, "15", "200").test(belief)).isFalse();
    assertThat(AsOf.of(table, "20", "150").test(belief)).isFalse();
  }

  @Test
  void aTableWithoutTheAxisIsRefused() {
    assertThatThrownBy(() -> AsOf.of(table("id BIGINT"), "1", null))
        .hasMessageStartingWith("NEEDS_HISTORY --as-of 1; the table has no columns __START_AT");
    assertThatThrownBy(() -> AsOf.of(history("BIGINT"), "1", "2"))
        .hasMessageStartingWith("NEEDS_HISTORY --system-as-of 2")
        .hasMessageContaining("bitemporal tables alone");
  }

  @Test
  void aTextThatIsNoSequenceIsRefused() {
    assertThatThrownBy(() -> AsOf.of(history("BIGINT"), "soon", null))
        .hasMessageStartingWith("INVALID_VALUE --as-of soon;")
        .hasMessageContaining("'soon' is not a valid BIGINT");
    assertThatThrownBy(() -> AsOf.of(history("ROW<a BIGINT, b BIGINT>"), "{\"a\": 1}", null))
        .hasMessageContaining("the field 'b' is missing or null")
        .hasMessageContaining("write a JSON object with the fields of __START_AT: a, b");
    assertThatThrownBy(() -> AsOf.of(history("ROW<a BIGINT, b BIGINT>"), "1", null))
        .hasMessageStartingWith("INVALID_VALUE");
  }
}
