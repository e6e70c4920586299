// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.golden.Arrivals;
import io.autocdc.golden.GoldenCase;
import io.autocdc.golden.TestFlows;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenOnCoreTest {

  static Stream<GoldenCase> cases() {
    return Stream.of("scd1", "scd2", "partial_updates", "bitemporal")
        .flatMap(file -> GoldenCase.load(file).stream());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void everyOrderAndEveryDuplicateGivesTheExpectedTable(GoldenCase golden) {
    ResolvedFlow flow = TestFlows.of(golden);
    Random random = new Random(7);
    for (List<List<Object>> order : Arrivals.of(golden.events(), 300, 42)) {
      for (List<List<Object>> arrivals : List.of(order, Arrivals.withDuplicates(order, random))) {
        PureRun run = new PureRun(flow);
        arrivals.forEach(event -> run.apply(golden.json(event)));
        assertThat(run.table().rows())
            .as("%s, arrivals %s", golden, arrivals)
            .isEqualTo(golden.expectedJson());
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void aSecondDeliveryOfEverythingEmitsNothing(GoldenCase golden) {
    PureRun run = new PureRun(TestFlows.of(golden));
    golden.events().forEach(event -> run.apply(golden.json(event)));
    int changes = run.table().log().size();
    golden.events().forEach(event -> run.apply(golden.json(event)));
    assertThat(run.table().log()).hasSize(changes);
  }
}
