// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeCasts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WidestTypeTest {

  /** Types that sequences are of; in a line, each takes the values of those before it in. */
  private static final List<List<LogicalType>> LINES =
      List.of(
          types("BOOLEAN"),
          types("TINYINT, SMALLINT, INT, BIGINT, DECIMAL(21, 2)"),
          types("FLOAT, DOUBLE"),
          types("CHAR(3), VARCHAR(7), STRING"),
          types("BINARY(3), VARBINARY(7), BYTES"),
          types("TIME(0), TIME(3)"),
          types("DATE, TIMESTAMP(0), TIMESTAMP(3), TIMESTAMP(9)"),
          types("TIMESTAMP_LTZ(3), TIMESTAMP_LTZ(6)"));

  private static List<LogicalType> types(String types) {
    String columns =
        Arrays.stream(types.split(", (?=[A-Z])"))
            .map(type -> "`" + type + "` " + type)
            .collect(Collectors.joining(", "));
    return TableSchema.parse(columns).toRowType().getChildren();
  }

  @Test
  void everyPairOfTypesGivesTheOneThatHoldsBothOrNone() {
    List<LogicalType> all = LINES.stream().flatMap(List::stream).distinct().toList();
    for (LogicalType first : all) {
      for (LogicalType second : all) {
        Optional<LogicalType> expected =
            LINES.stream()
                .filter(line -> line.contains(first) && line.contains(second))
                .map(line -> line.get(Math.max(line.indexOf(first), line.indexOf(second))))
                .findFirst();
        assertThat(WidestType.of(List.of(first, second)))
            .as("%s and %s", first, second)
            .isEqualTo(expected);
        assertThat(WidestType.of(List.of(RowType.of(first), RowType.of(second))))
            .isEqualTo(expected.map(RowType::of));
        WidestType.of(List.of(first, second))
            .ifPresent(
                widest ->
                    assertThat(
                            LogicalTypeCasts.supportsImplicitCast(
                                first, Widening.castBefore(first, widest)))
                        .as("Flink casts %s towards %s", first, widest)
                        .isTrue());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'DECIMAL(5, 2), INT', 'DECIMAL(12, 2)'",
    "'DECIMAL(1, 0), TINYINT', 'DECIMAL(3, 0)'",
    "'DECIMAL(4, 3), DECIMAL(6, 1)', 'DECIMAL(8, 3)'",
    "'DECIMAL(38, 0), DECIMAL(38, 38)', "
  })
  void numbersKeepAllTheirDigits(String given, String widest) {
    assertThat(WidestType.of(types(given)))
        .isEqualTo(Optional.ofNullable(widest).map(type -> types(type).get(0)));
  }
}
