// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Expectation;
import io.autocdc.jobs.run.RunSummary.ExpectationSummary;
import io.autocdc.jobs.run.RunSummary.FlowSummary;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {

  private static final RunSummary SUMMARY =
      new RunSummary(
          "customers",
          true,
          Duration.ofMillis(2345),
          List.of(
              new FlowSummary(
                  "history",
                  "paimon.silver.history",
                  Map.of(
                      FlowCounter.ROWS_IN, 1200L,
                      FlowCounter.UPSERTED, 1000L,
                      FlowCounter.DELETED, 150L,
                      FlowCounter.LATE, 33L,
                      FlowCounter.QUARANTINED, 2L),
                  Map.of(InvalidReason.NULL_KEY, 2L)),
              new FlowSummary(
                  "current", "paimon.silver.current", Map.of(FlowCounter.ROWS_IN, 7L), Map.of())),
          List.of(
              new ExpectationSummary("clean", "valid_id", Expectation.Action.DROP, 1197, 3),
              new ExpectationSummary("clean", "valid_name", Expectation.Action.WARN, 1200, 0)));

  @Test
  void theTextHasTheMainCountersAndThoseThatCountedSomething() {
    assertThat(SummaryText.render(SUMMARY))
        .containsExactly(
            "pipeline customers: continued, 2.3 s",
            "FLOW     TARGET                 READ  UPSERTED  DELETED  LATE  QUARANTINED",
            "-------  ---------------------  ----  --------  -------  ----  -----------",
            "history  paimon.silver.history  1200      1000      150    33            2",
            "current  paimon.silver.current     7         0        0     0            0",
            "",
            "INVALID ROWS  FLOW     COUNT",
            "------------  -------  -----",
            "null key      history      2",
            "",
            "EXPECTATION  VIEW OR TABLE  ACTION  FAILED",
            "-----------  -------------  ------  ------",
            "valid_id     clean          drop         3");
  }

  @Test
  void theTextHasATitleForEveryCounter() {
    Map<FlowCounter, Long> counters = new EnumMap<>(FlowCounter.class);
    for (FlowCounter counter : FlowCounter.values()) {
      counters.put(counter, 1L + counter.ordinal());
    }
    RunSummary summary =
        new RunSummary(
            "p",
            false,
            Duration.ZERO,
            List.of(new FlowSummary("f", "paimon.s.t", counters, Map.of())),
            List.of());
    List<String> lines = SummaryText.render(summary);
    assertThat(lines.get(1).split("  +")).hasSize(2 + FlowCounter.values().length);
    assertThat(lines.get(3).split("  +")).hasSize(2 + FlowCounter.values().length);
  }

  @Test
  void theJsonHasEveryCounterInTotalAndOfEachFlow() {
    String json = SummaryJson.render(SUMMARY);

    assertThat(json)
        .doesNotContain("\n")
        .startsWith(
            "{\"pipeline\":\"customers\",\"continued\":true,\"duration_ms\":2345,"
                + "\"num_input_rows\":1207,\"num_upserted_rows\":1000,\"num_deleted_rows\":150,")
        .contains(
            "{\"flow\":\"current\",\"target\":\"paimon.silver.current\",\"num_input_rows\":7,"
                + "\"num_upserted_rows\":0,")
        .endsWith(
            "\"expectations\":[{\"view\":\"clean\",\"expectation\":\"valid_id\","
                + "\"action\":\"drop\",\"num_passed_rows\":1197,\"num_failed_rows\":3},"
                + "{\"view\":\"clean\",\"expectation\":\"valid_name\",\"action\":\"warn\","
                + "\"num_passed_rows\":1200,\"num_failed_rows\":0}]}")
        .contains("\"num_invalid_rows\":{\"unparsable\":0,\"null key\":2,");
    for (FlowCounter counter : FlowCounter.values()) {
      assertThat(json.split("\"" + counter.metricName() + "\":", -1)).hasSize(4);
    }
  }
}
