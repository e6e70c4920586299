// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.RunSignals;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCountsTest {

  private static final String UPSERTED = RunSignals.counter("f", FlowCounter.UPSERTED);

  @Test
  void whatWasNotCountedIsZero() {
    assertThat(RunCounts.NONE.counter("f", FlowCounter.UPSERTED)).isZero();
    assertThat(RunCounts.of(Map.of("other", "text")).failed("v", "e")).isZero();
  }

  @Test
  void allInputIsReadWhenEverySubtaskOfEverySourceSaysSo() {
    Map<String, Integer> sources = Map.of("a", 2, "b", 1);
    RunCounts some = RunCounts.of(Map.of(RunSignals.inputRead("a"), 2));
    RunCounts fewer =
        RunCounts.of(Map.of(RunSignals.inputRead("a"), 1, RunSignals.inputRead("b"), 1));
    RunCounts all =
        RunCounts.of(Map.of(RunSignals.inputRead("a"), 2, RunSignals.inputRead("b"), 1));

    assertThat(some.inputRead(sources)).isFalse();
    assertThat(fewer.inputRead(sources)).isFalse();
    assertThat(all.inputRead(sources)).isTrue();
    assertThat(RunCounts.NONE.inputRead(Map.of())).isTrue();
  }

  @Test
  void whatIsCountedNowIsToldApartFromWhatACheckpointHas() {
    String upserted = FlowCounter.UPSERTED.metricName();
    RunCounts counts =
        RunCounts.of(
            Map.of(
                UPSERTED,
                3L,
                RunSignals.liveCounter("f", upserted),
                7L,
                RunSignals.liveCounter("g", upserted),
                10L));

    assertThat(counts.counter("f", FlowCounter.UPSERTED)).isEqualTo(3);
    assertThat(counts.live(List.of("f", "g"), FlowCounter.UPSERTED)).isEqualTo(17);
  }
}
