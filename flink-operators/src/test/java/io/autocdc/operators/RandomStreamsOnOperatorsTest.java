// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.golden.Arrivals;
import io.autocdc.operators.RandomRows.Row;
import io.autocdc.operators.ledger.Counted;
import java.util.ArrayList;
import java.util.Collections;
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

/**
 * The operators against the cores on random streams: another order, other batches, restarts and
 * rescalings between them, both state backends.
 */
class RandomStreamsOnOperatorsTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));

  /** A state backend by the name that a test report shows. */
  record Backend(String name, Supplier<StateBackend> create, int streams) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> combinations() {
    List<Backend> backends =
        List.of(
            new Backend("heap", HashMapStateBackend::new, FULL ? 1_000 : 6),
            new Backend("rocksdb", EmbeddedRocksDBStateBackend::new, FULL ? 100 : 1));
    return backends.stream()
        .flatMap(
            backend -> Combination.all().map(combination -> Arguments.of(combination, backend)));
  }

  private static Counted tombstonesOf(TargetShape target) {
    return Counted.tombstones(target.shared().flow().target().toString());
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("combinations")
  void anyOrderAndAnyRestartsGiveTheTableOfTheCores(Combination combination, Backend backend)
      throws Exception {
    TargetShape target = combination.target();
    for (long seed = 1; seed <= backend.streams(); seed++) {
      Random random = new Random(seed);
      List<Row> events = RandomRows.of(combination, random);
      PureRun expected = new PureRun(target);
      events.forEach(event -> expected.apply(event.flow(), event.json()));
      List<Row> shuffled = new ArrayList<>(events);
      Collections.shuffle(shuffled, random);
      List<Row> arrivals = Arrivals.withDuplicates(shuffled, random);
      try (HarnessRun run =
          new HarnessRun(
              target, backend.create(), new Retention(0, false), 1 + random.nextInt(3))) {
        for (Row arrival : arrivals) {
          run.send(arrival.flow(), arrival.json());
          if (random.nextInt(25) == 0) {
            run.restart(1 + random.nextInt(4));
          }
        }
        assertThat(run.table().rows())
            .as("%s, seed %d, arrivals%n%s", combination, seed, arrivals)
            .isEqualTo(expected.table().rows());
        assertThat(run.tallied(tombstonesOf(target)))
            .as("tombstones of %s, seed %d, arrivals%n%s", combination, seed, arrivals)
            .isEqualTo(run.tombstonesInState());
      }
    }
  }
}
