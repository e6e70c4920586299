// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.golden.Arrivals;
import io.autocdc.golden.GoldenCase;
import io.autocdc.golden.TestFlows;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenOnOperatorsTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final Retention FOR_EVER = new Retention(0, false);

  /** A state backend by the name that a test report shows. */
  record Backend(String name, Supplier<StateBackend> create, int orders) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> cases() {
    List<Backend> backends =
        List.of(
            new Backend("heap", HashMapStateBackend::new, FULL ? 20 : 5),
            new Backend("rocksdb", EmbeddedRocksDBStateBackend::new, FULL ? 4 : 1));
    return Stream.of("scd1", "scd2", "partial_updates", "bitemporal")
        .flatMap(file -> GoldenCase.load(file).stream())
        .flatMap(golden -> backends.stream().map(backend -> Arguments.of(golden, backend)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("cases")
  void theTableIsRightOverRestartsAndRescalings(GoldenCase golden, Backend backend)
      throws Exception {
    ResolvedFlow flow = TestFlows.of(golden);
    Random random = new Random(3);
    List<List<List<Object>>> orders = Arrivals.of(golden.events(), backend.orders(), 5);
    for (List<List<Object>> order : orders.subList(0, Math.min(orders.size(), backend.orders()))) {
      List<List<Object>> arrivals = Arrivals.withDuplicates(order, random);
      try (HarnessRun run = new HarnessRun(flow, backend.create(), FOR_EVER, 1)) {
        int parallelism = 1;
        for (List<List<Object>> batch : Arrivals.cut(arrivals, random)) {
          for (List<Object> event : batch) {
            run.send(golden.json(event));
          }
          parallelism = parallelism == 1 ? 3 : parallelism - 1;
          run.restart(parallelism);
        }
        assertThat(run.table().rows())
            .as("%s, arrivals %s", golden, arrivals)
            .isEqualTo(golden.expectedJson());
      }
    }
  }
}
