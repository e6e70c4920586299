// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          t               | paimon  | default | t
          db.t            | paimon  | db      | t
          cat.db.t        | cat     | db      | t
          `a.b`.t         | paimon  | a.b     | t
          `a``b`.`c d`.`.`| a`b     | c d     | .
          my-db.my-table  | paimon  | my-db   | my-table
          """)
  void tableNamesHaveOneToThreeParts(String text, String catalog, String schema, String table) {
    TableName name = TableName.parse(text);
    assertThat(name).isEqualTo(new TableName(catalog, schema, table));
    assertThat(TableName.parse(name.toString())).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.b.c.d | it has 4 parts
          a..b    | a part is empty
          .a      | a part is empty
          a.      | a part is empty
          ``.a    | a part is empty
          `a.b    | a backtick is not closed
          `a`b.c  | there is something before or behind a part in backticks
          a b.c   | a part with a space or a backtick needs backticks around it
          a`b`.c  | a part with a space or a backtick needs backticks around it
          """)
  void otherTableNamesAreRefused(String text, String why) {
    assertThatThrownBy(() -> TableName.parse(text))
        .hasMessage(
            "INVALID_TABLE_NAME '"
                + text
                + "' is not a table name; "
                + why
                + "; write catalog.schema.table, schema.table or table");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2", "SCD2", "scd 2", "SCD TYPE 2", "scd_type_2", "TYPE_2", "type 2", " 2 "})
  void scdTypesAreReadInManySpellings(String text) {
    assertThat(ScdType.parse(text)).contains(ScdType.TYPE_2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3", "", "two", "12", "SCD", "2.0"})
  void otherScdTypesAreNone(String text) {
    assertThat(ScdType.parse(text)).isEmpty();
  }

  @Test
  void scdTypesPrintAsTheyAreWritten() {
    assertThat(Stream.of(ScdType.values()).map(ScdType::toString))
        .containsExactly("1", "2", "bitemporal");
    assertThat(ScdType.parse("SCD BITEMPORAL")).contains(ScdType.BITEMPORAL);
  }

  @ParameterizedTest
  @CsvSource({
    "2 days,PT48H",
    "36 h,PT36H",
    "0,PT0S",
    "5s,PT5S",
    "1 h 30 min,PT1H30M",
    "250 ms,PT0.25S",
    "1 Week,PT168H",
    " 10 SECONDS ,PT10S",
    "7 us,PT0.000007S"
  })
  void durationsAreReadInWords(String text, Duration duration) {
    assertThat(Durations.parse(text)).contains(duration);
    assertThat(Durations.parse(Durations.format(duration))).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "-1 s",
        "two days",
        "5 parsecs",
        "1 h x",
        "1.5 h",
        "99999999999999999999 s",
        "9223372036854775807 days"
      })
  void otherTextsAreNoDurations(String text) {
    assertThat(Durations.parse(text)).isEmpty();
  }

  @Test
  void anEventLogIsCalledAsItsPipelineAndStandsWhereAllTargetsDo() {
    assertThat(eventLogOf("a/b $1.ü")).isEqualTo("paimon.default.`a_b__1_ü__event_log`");
    assertThat(eventLogOf("p", "s.a")).isEqualTo("paimon.default.p__event_log");
    assertThat(eventLogOf("p", "delta.s.a", "delta.t.b")).isEqualTo("delta.default.p__event_log");
    assertThat(eventLogOf("p", "delta.s.a", "s.b")).isEqualTo("paimon.default.p__event_log");
    assertThat(eventLogOf("p", "lake.s.a")).isEqualTo("paimon.default.p__event_log");
  }

  private static String eventLogOf(String pipeline, String... targets) {
    List<StreamingTable> tables =
        Stream.of(targets)
            .map(target -> new StreamingTable(TableName.parse(target), Map.of(), List.of()))
            .toList();
    return new Pipeline(pipeline, List.of(), List.of(), tables, List.of(), List.of(), List.of())
        .eventLog()
        .toString();
  }

  @Test
  void aNameIsBareWithoutDots() {
    assertThat(TableName.isBare("customers")).isTrue();
    assertThat(TableName.isBare("`a.b`")).isTrue();
    assertThat(TableName.isBare("silver.customers")).isFalse();
  }
}
