// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;

/** A proof is held against rows: none of them may be what was proven to be impossible. */
class ImplicationAgainstRowsTest {

  private static final TableSchema SCHEMA =
      TableSchema.parse("op STRING, amount DECIMAL(10, 1), gone BOOLEAN, ratio DOUBLE");

  private static final PlannerSqlAnalyzer SQL = new PlannerSqlAnalyzer();
  private static final List<RowData> ROWS = rows();

  /**
   * @param condition what is TRUE for a row
   * @param rule what such a row may violate
   */
  record Pair(String condition, String rule) {}

  @Property(tries = 60)
  void noRowViolatesARuleThatCannotBeViolated(@ForAll("pairs") Pair pair) {
    if (SQL.canViolate(pair.rule, pair.condition, SCHEMA, Set.of())) {
      return;
    }
    RowCondition condition = compile(pair.condition);
    RowCondition rule = compile(pair.rule);
    assertThat(ROWS).as("%s", pair).noneMatch(row -> condition.test(row) && !rule.test(row));
  }

  @Property(tries = 30)
  void aConditionWithAnAlternativeIsNeverViolatedByItsOwnRows(
      @ForAll("conditions") String condition, @ForAll("conditions") String other) {
    String rule = "(" + other + ") OR (" + condition + ")";
    assertThat(SQL.canViolate(rule, condition, SCHEMA, Set.of())).isFalse();
  }

  private static RowCondition compile(String condition) {
    RowCondition.Compiled compiled = RowCondition.compile(condition, SCHEMA);
    assertThat(compiled.error()).as(condition).isNull();
    return compiled.condition();
  }

  private static List<RowData> rows() {
    List<RowData> rows = new ArrayList<>();
    for (String op : Arrays.asList(null, "D", "X", "d")) {
      for (String amount : Arrays.asList(null, "-0.5", "0", "0.5", "1", "1.5")) {
        for (Boolean gone : Arrays.asList(null, true, false)) {
          for (Double ratio : Arrays.asList(null, Double.NaN, 0d, 0.5, 1d, 2d)) {
            rows.add(
                GenericRowData.of(
                    StringData.fromString(op),
                    amount == null
                        ? null
                        : DecimalData.fromBigDecimal(new BigDecimal(amount), 10, 1),
                    gone,
                    ratio));
          }
        }
      }
    }
    return rows;
  }

  @Provide
  Arbitrary<Pair> pairs() {
    Arbitrary<Pair> any = Combinators.combine(conditions(), conditions()).as(Pair::new);
    Arbitrary<Pair> weaker =
        Combinators.combine(conditions(), conditions())
            .as((one, other) -> new Pair(one, "NOT (NOT (" + one + ") AND " + other + ")"));
    Arbitrary<Pair> stronger =
        Combinators.combine(conditions(), conditions())
            .as((one, other) -> new Pair("(" + one + ") AND (" + other + ")", one));
    Arbitrary<Pair> simple = Combinators.combine(atoms(), atoms()).as(Pair::new);
    return Arbitraries.oneOf(any, weaker, stronger, simple);
  }

  @Provide
  Arbitrary<String> conditions() {
    Arbitrary<String> two =
        Combinators.combine(atoms(), Arbitraries.of("AND", "OR"), atoms())
            .as((left, word, right) -> "(" + left + " " + word + " " + right + ")");
    Arbitrary<String> tested =
        Combinators.combine(
                two, Arbitraries.of("IS TRUE", "IS NOT TRUE", "IS FALSE", "IS NOT FALSE"))
            .as((inner, test) -> "(" + inner + " " + test + ")");
    Arbitrary<String> part =
        Arbitraries.oneOf(atoms(), two, tested, two.map(inner -> "NOT " + inner));
    return Combinators.combine(part, Arbitraries.of("AND", "OR"), part)
        .as((left, word, right) -> left + " " + word + " " + right);
  }

  private static Arbitrary<String> atoms() {
    Arbitrary<String> comparison = Arbitraries.of("=", "<>", "<", "<=", ">", ">=");
    return Arbitraries.oneOf(
        Combinators.combine(comparison, Arbitraries.of("'D'", "'X'"))
            .as((compared, text) -> "op " + compared + " " + text),
        Combinators.combine(comparison, Arbitraries.of("0", "0.5", "1"))
            .as((compared, number) -> "amount " + compared + " " + number),
        Combinators.combine(comparison, Arbitraries.of("0", "1"))
            .as((compared, number) -> "ratio " + compared + " " + number),
        Arbitraries.of(
            "gone",
            "NOT gone",
            "gone IS NULL",
            "gone IS NOT FALSE",
            "op IS NULL",
            "op IN ('D', 'd')",
            "op NOT IN ('D', 'X')",
            "op LIKE 'D%'",
            "UPPER(op) = 'D'",
            "amount IS NOT NULL",
            "amount BETWEEN 0 AND 1",
            "amount = ratio"));
  }
}
