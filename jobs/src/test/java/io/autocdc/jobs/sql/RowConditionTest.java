// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.check.SqlAnalyzer.Kind;
import io.autocdc.dsl.type.TableSchema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowConditionTest {

  private static final TableSchema SCHEMA =
      TableSchema.parse(
          "id BIGINT NOT NULL, name STRING, amount DECIMAL(10, 2), ts TIMESTAMP(3),"
              + " seen TIMESTAMP_LTZ(3), r ROW<a INT, b STRING>, tags ARRAY<STRING>,"
              + " attributes MAP<STRING, INT>, born DATE, ok BOOLEAN, ratio DOUBLE, missing STRING,"
              + " __END_AT BIGINT");

  private static final RowData ROW =
      GenericRowData.of(
          7L,
          StringData.fromString("Ann"),
          DecimalData.fromBigDecimal(new BigDecimal("12.50"), 10, 2),
          TimestampData.fromLocalDateTime(LocalDateTime.parse("2024-02-29T12:00:00")),
          TimestampData.fromInstant(Instant.parse("2024-02-29T12:00:00Z")),
          GenericRowData.of(3, StringData.fromString("x")),
          new GenericArrayData(
              new Object[] {StringData.fromString("p"), StringData.fromString("q")}),
          new GenericMapData(Map.of(StringData.fromString("k"), 5)),
          19782,
          true,
          1.5d,
          null,
          null);

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '#',
      value = {
        "id = 7                                   # true",
        "id <> 7                                  # false",
        "name LIKE 'A%' AND amount > 12.49        # true",
        "amount = 12.5                            # true",
        "UPPER(name) || '!' = 'ANN!'              # true",
        "id IN (1, 2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25) # true",
        "id NOT IN (1, 2)                         # true",
        "id BETWEEN 8 AND 9                       # false",
        "ts = TIMESTAMP '2024-02-29 12:00:00'     # true",
        "seen = TO_TIMESTAMP_LTZ(1709208000000, 3)  # true",
        "CAST(seen AS STRING) LIKE '2024-02-29 12:00:00%' # true",
        "EXTRACT(DAY FROM ts) = 29                # true",
        "born = DATE '2024-02-29'                  # true",
        "r.a = 3 AND r.b = 'x'                    # true",
        "tags[2] = 'q' AND CARDINALITY(tags) = 2  # true",
        "attributes['k'] = 5                      # true",
        "ARRAY_CONTAINS(tags, 'p')                # true",
        "JSON_VALUE('{\"a\": 1}', '$.a') = '1'    # true",
        "REGEXP(name, '^A.n$')                    # true",
        "COALESCE(missing, 'none') = 'none'       # true",
        "missing IS NULL                          # true",
        "missing = 'x'                            # false",
        "NOT (missing = 'x')                      # false",
        "__END_AT IS NULL                         # true",
        "ok                                       # true",
        "NOT ok                                   # false",
        "ratio * 2 = 3                            # true",
        "CASE WHEN id > 5 THEN name = 'Ann' ELSE FALSE END # true",
        "CURRENT_TIMESTAMP > seen                 # true",
        "CURRENT_DATE > born                       # true",
        "MD5(name) = MD5('Ann')                   # true"
      })
  void conditionsMeanWhatTheyMeanInJobs(String condition, boolean expected) {
    RowCondition.Compiled compiled = RowCondition.compile(condition, SCHEMA);

    assertThat(compiled.error()).isNull();
    assertThat(compiled.condition().test(ROW)).isEqualTo(expected);
  }

  @Test
  void aFaultIsReportedInsteadOfACondition() {
    RowCondition.Compiled unknown = RowCondition.compile("nam = 'Ann'", SCHEMA);
    RowCondition.Compiled noCondition = RowCondition.compile("name", SCHEMA);

    assertThat(unknown.condition()).isNull();
    assertThat(unknown.error().unknownName()).isEqualTo("nam");
    assertThat(noCondition.error().kind()).isEqualTo(Kind.NOT_BOOLEAN);
  }
}
