// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ScdType;
import io.autocdc.golden.Arrivals;
import io.autocdc.merge.Horizon;
import io.autocdc.merge.Outcome;
import io.autocdc.operators.RandomRows.Row;
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
 * The operators, with timers that drop what is final and restarts at any time, against the cores
 * that never drop anything: the same events come too late and the same table is left.
 */
class RetentionOnOperatorsTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final long RETENTION = 4_000;
  private static final long START = 1_000_000;

  static Stream<Arguments> combinations() {
    return Combination.all()
        .filter(combination -> combination.type() != ScdType.TYPE_1)
        .flatMap(c -> Stream.of(Arguments.of(c, true), Arguments.of(c, false)));
  }

  @ParameterizedTest(name = "{0}, on the heap: {1}")
  @MethodSource("combinations")
  void droppingWhatIsFinalChangesNothing(Combination combination, boolean heap) throws Exception {
    Supplier<StateBackend> backend =
        heap ? HashMapStateBackend::new : EmbeddedRocksDBStateBackend::new;
    int streams = heap ? (FULL ? 1_000 : 6) : (FULL ? 100 : 1);
    for (long seed = 1; seed <= streams; seed++) {
      Random random = new Random(seed);
      List<Row> events = new ArrayList<>(RandomRows.of(combination, random));
      if (random.nextBoolean()) {
        Collections.shuffle(events, random);
      }
      check(combination, backend, Arrivals.withDuplicates(events, random), random, seed);
    }
  }

  private static void check(
      Combination combination,
      Supplier<StateBackend> backend,
      List<Row> arrivals,
      Random random,
      long seed)
      throws Exception {
    TargetShape target = combination.target();
    boolean eventTime = random.nextBoolean();
    PureRun expected = new PureRun(target);
    List<Integer> expectedLate = new ArrayList<>();
    List<Integer> late = new ArrayList<>();
    long now = START;
    try (HarnessRun run =
        new HarnessRun(
            target,
            backend,
            new Retention(0, eventTime),
            new Retention(RETENTION, eventTime),
            1 + random.nextInt(3))) {
      for (int i = 0; i < arrivals.size(); i++) {
        now += random.nextInt(10) == 0 ? random.nextInt(2_500) : random.nextInt(100);
        Row arrival = arrivals.get(i);
        if (eventTime) {
          run.watermark(now);
        } else {
          run.setProcessingTime(now);
        }
        long time = now;
        if (eventTime && arrival.flow() == 0) {
          time = now - random.nextInt((int) RETENTION + 500);
          run.sendAt(time, arrival.json());
        } else {
          run.send(arrival.flow(), arrival.json());
        }
        if (run.tooLate().size() > late.size()) {
          late.add(i);
        }
        Horizon horizon = new Horizon(now - RETENTION);
        if (expected.apply(arrival.flow(), arrival.json(), time, horizon) == Outcome.TOO_LATE) {
          expectedLate.add(i);
        }
        if (random.nextInt(25) == 0) {
          run.restart(1 + random.nextInt(4));
        }
      }
      assertThat(late).as("seed %d, arrivals%n%s", seed, arrivals).isEqualTo(expectedLate);
      assertThat(run.table().rows())
          .as("seed %d, arrivals%n%s", seed, arrivals)
          .isEqualTo(expected.table().rows());
    }
  }
}
