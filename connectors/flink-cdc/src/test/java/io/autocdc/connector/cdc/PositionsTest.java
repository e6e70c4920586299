// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PositionsTest {

  private static LogPosition position(String file, long offset) {
    return LogPosition.of(Map.of("file", file, "pos", offset));
  }

  @Test
  void filesOfTheLogComeInTheOrderOfTheirNumbers() {
    assertThat(position("mysql-bin.000009", 500)).isLessThan(position("mysql-bin.000010", 4));
    assertThat(position("mysql-bin.999999", 4)).isLessThan(position("mysql-bin.1000000", 4));
    assertThat(position("mysql-bin.000009", 500)).isGreaterThan(position("mysql-bin.000009", 80));
    assertThat(position("a.b.000009", 4)).isEqualByComparingTo(position("a.b.000009", 4));
  }

  @Test
  void aRunEndsOnceTheEndHasGoneBy() {
    RunEnd end = new RunEnd();
    end.passed(Map.of("lsn", 100L));
    assertThat(end.isReached()).isFalse();
    end.set(position -> (long) position.get("lsn") >= 50);
    assertThat(end.isReached()).isFalse();
    end.passed(Map.of("lsn", 49L));
    assertThat(end.isReached()).isFalse();
    end.passed(Map.of("lsn", 50L));
    end.passed(Map.of("lsn", 10L));
    assertThat(end.isReached()).isTrue();
  }

  @Test
  void readersHaveNamesThatDatabasesTakeAndNobodyElseHas() {
    String slot = ReaderNames.ofSlot("p@/warehouse", "Customer changes (EU)");
    assertThat(slot).matches("autocdc_customer_changes_eu_[0-9a-f]{8}");
    assertThat(ReaderNames.ofSlot("p@/warehouse", "Customer changes (EU)")).isEqualTo(slot);
    assertThat(ReaderNames.ofSlot("p@/other", "Customer changes (EU)")).isNotEqualTo(slot);
    assertThat(ReaderNames.ofSlot("p", "x".repeat(200))).hasSizeLessThanOrEqualTo(63);
    for (int i = 0; i < 1000; i++) {
      assertThat(ReaderNames.ofServer("p", "source " + i))
          .isBetween(100_000_000L, (long) Integer.MAX_VALUE - ReaderNames.READERS);
    }
  }

  @Test
  void namesAreExpressionsThatMatchNothingElse() {
    assertThat("public.orders$1").matches(Names.asPattern("public.orders$1"));
    assertThat("publicXorders$1").doesNotMatch(Names.asPattern("public.orders$1"));
    assertThat("größe_1").matches(Names.asPattern("größe_1"));
  }
}
