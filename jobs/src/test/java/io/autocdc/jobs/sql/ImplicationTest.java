// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a rule can be violated by a row for which a condition is TRUE. */
class ImplicationTest {

  private static final TableSchema CHANGES =
      TableSchema.parse(
          "id BIGINT, region STRING NOT NULL, op STRING, amount DECIMAL(10, 2), seq BIGINT,"
              + " ratio DOUBLE, gone BOOLEAN, ts TIMESTAMP(3), r ROW<a INT, b STRING>");

  private static final PlannerSqlAnalyzer SQL = new PlannerSqlAnalyzer();

  private static boolean canViolate(String rule, String condition, String... notNull) {
    return SQL.canViolate(rule, condition, CHANGES, Set.of(notNull));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "op = 'D' | op = 'D' OR amount > 0",
        "op = 'D' | amount > 0 OR op = 'D'",
        "op = 'D' | op IN ('I', 'U', 'D')",
        "op = 'D' | op IS NOT NULL",
        "op = 'D' | op IS NOT NULL AND (amount > 0 OR op = 'D')",
        "op = 'D' | (amount > 0 OR op = 'D') AND (ts IS NOT NULL OR op = 'D')",
        "op = 'D' | NOT (op <> 'D' AND amount <= 0)",
        "op = 'D' | op <> 'X'",
        "op = 'D' | region IS NOT NULL",
        "op = 'D' | TRUE",
        "op IN ('D', 'X') | op IN ('D', 'X', 'Y')",
        "op IN ('D', 'X') | amount > 0 OR op IN ('X', 'D')",
        "op = 'D' AND amount IS NULL | amount IS NULL OR amount > 0",
        "amount < 0 | amount <= 0 OR seq > 3",
        "amount BETWEEN 1 AND 2 | amount > 0.5",
        "gone | gone OR amount > 0",
        "gone IS TRUE | gone OR amount > 0",
        "NOT gone | gone IS NOT NULL",
        "amount IS NULL | amount IS NULL OR amount > 0",
        "UPPER(op) = 'D' | UPPER(op) = 'D' OR amount > 0",
        "op LIKE 'D%' | op LIKE 'D%' OR amount > 0",
        "r.a = 1 | r.a = 1 OR amount > 0",
        "ratio > 1 | ratio > 1 OR amount > 0",
        "op = 'D' | ratio > 1 OR op = 'D'",
        "op = 'D' | op NOT IN ('A','B','C','E','F','G','H','I','J','K','L','M','N','O','P','Q','R','S','T','U','V')",
        "op = 'D' | op IN ('A','B','C','D','E','F','G','H','I','J','K','L','M','N','O','P','Q','R','S','T','U','V')",
        "amount > 5 AND amount < 3 | seq > 0",
        "ts < TIMESTAMP '2020-01-01 00:00:00' | ts < TIMESTAMP '2021-01-01 00:00:00'",
      })
  void aRuleThatFollowsFromTheConditionCannotBeViolated(String condition, String rule) {
    assertThat(canViolate(rule, condition)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "op = 'D' | amount > 0",
        "op = 'D' | amount > 0 OR op = 'X'",
        "op = 'D' | amount > 0 AND op = 'D'",
        "op = 'D' | id IS NOT NULL",
        "op = 'D' | op <> 'D' OR amount > 0",
        "op <> 'U' | op IN ('D', 'I')",
        "op IN ('D', 'X') | op = 'D' OR amount > 0",
        "op = 'D' OR gone | op = 'D' OR amount > 0",
        "gone IS NOT FALSE | gone OR amount > 0",
        "amount <= 0 | amount < 0",
        "amount >= 0 | amount > 0",
        "NOT (amount > 0) | amount < 0",
        "op = 'd' | op = 'D' OR amount > 0",
        "op = 'D ' | op = 'D' OR amount > 0",
        "RAND() > 0.5 | RAND() > 0.5",
        "ts < CURRENT_TIMESTAMP | ts < CURRENT_TIMESTAMP",
        "NOT (ratio > 1) | ratio <= 1",
        "op = 'D' | NULLIF(op, 'D') IS NOT NULL",
      })
  void aRuleThatDoesNotFollowCanBeViolated(String condition, String rule) {
    assertThat(canViolate(rule, condition)).isTrue();
  }

  @Test
  void rowsWithNullInWhatIsNeverNullDoNotCount() {
    assertThat(canViolate("id IS NOT NULL", "op = 'D'", "id", "seq")).isFalse();
    assertThat(canViolate("id IS NOT NULL AND seq IS NOT NULL", "op = 'D'", "id", "seq")).isFalse();
    assertThat(canViolate("id IS NOT NULL AND seq IS NOT NULL", "op = 'D'", "id")).isTrue();
    assertThat(canViolate("id > 0", "op = 'D'", "id", "seq")).isTrue();
    assertThat(canViolate("id > 0 OR id <= 0", "op = 'D'", "id")).isFalse();
    assertThat(canViolate("id > 0 OR id <= 0", "op = 'D'")).isTrue();
  }

  @Test
  void nothingIsSaidOfTextsThatAreNotValid() {
    assertThat(canViolate("amuont > 0", "op = 'D'")).isFalse();
    assertThat(canViolate("amount", "op = 'D'")).isFalse();
    assertThat(canViolate("amount > 0", "op = ")).isFalse();
  }

  @Test
  void aProofThatWouldTakeTooLongIsNotTried() {
    StringBuilder condition = new StringBuilder("op = 'D'");
    for (int i = 0; i < 40; i++) {
      condition.append(" AND (amount > ").append(i).append(" OR seq > ").append(i).append(")");
    }
    assertThat(canViolate("op = 'D' OR gone", condition.toString())).isTrue();
  }
}
