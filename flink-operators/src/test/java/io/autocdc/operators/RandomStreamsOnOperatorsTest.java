// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.golden.Arrivals;
import io.autocdc.golden.TestFlows;
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

  private static final int STREAMS =
      "full".equals(System.getProperty("autocdc.test.size")) ? 1_000 : 15;

  static Stream<Arguments> combinations() {
    List<Supplier<StateBackend>> backends =
        List.of(HashMapStateBackend::new, EmbeddedRocksDBStateBackend::new);
    return backends.stream()
        .flatMap(
            backend ->
                Stream.of(
                    Arguments.of("SCD1", scd1(false), backend),
                    Arguments.of("SCD1 with truncates", scd1(true), backend),
                    Arguments.of("SCD2", scd2(null), backend),
                    Arguments.of("SCD2, one column tracked", scd2(List.of("a")), backend),
                    Arguments.of("SCD2, no column tracked", scd2(List.of()), backend)));
  }

  private static ResolvedFlow scd1(boolean truncates) {
    return TestFlows.flow(
        "id BIGINT, a STRING, b DOUBLE, op STRING, seq INT",
        flow ->
            flow.keys("id")
                .sequenceBy("seq")
                .applyAsDeletes("op = 'D'")
                .applyAsTruncates(truncates ? "op = 'T'" : null)
                .exceptColumns("op", "seq"));
  }

  private static ResolvedFlow scd2(List<String> tracked) {
    return TestFlows.flow(
        "id BIGINT, a STRING, b DOUBLE, op STRING, seq INT",
        flow ->
            flow.keys("id")
                .sequenceBy("seq")
                .applyAsDeletes("op = 'D'")
                .exceptColumns("op", "seq")
                .trackHistory(tracked)
                .storedAsScdType(ScdType.TYPE_2));
  }

  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("combinations")
  void anyOrderAndAnyRestartsGiveTheTableOfTheCores(
      String name, ResolvedFlow flow, Supplier<StateBackend> backend) throws Exception {
    boolean truncates = flow.flow().applyAsTruncates() != null;
    for (long seed = 1; seed <= STREAMS; seed++) {
      Random random = new Random(seed);
      List<String> events = events(random, truncates);
      PureRun expected = new PureRun(flow);
      events.forEach(expected::apply);
      List<String> shuffled = new ArrayList<>(events);
      Collections.shuffle(shuffled, random);
      List<String> arrivals = Arrivals.withDuplicates(shuffled, random);
      try (HarnessRun run =
          new HarnessRun(flow, backend, new Retention(0, false), 1 + random.nextInt(3))) {
        for (int i = 0; i < arrivals.size(); i++) {
          run.send(arrivals.get(i));
          if (random.nextInt(25) == 0) {
            run.restart(1 + random.nextInt(4));
          }
        }
        assertThat(run.table().rows())
            .as("%s, seed %d, arrivals%n%s", name, seed, String.join("\n", arrivals))
            .isEqualTo(expected.table().rows());
      }
    }
  }

  private static List<String> events(Random random, boolean truncates) {
    List<String> events = new ArrayList<>();
    int n = 5 + random.nextInt(70);
    String[] numbers = {"null", "0.0", "-0.0", "\"NaN\"", "1.5"};
    for (int i = 0; i < n; i++) {
      String op = random.nextInt(5) == 0 ? "D" : truncates && random.nextInt(40) == 0 ? "T" : "U";
      events.add(
          "{\"id\":%s,\"a\":%s,\"b\":%s,\"op\":\"%s\",\"seq\":%d}"
              .formatted(
                  op.equals("T") ? "null" : random.nextInt(3),
                  random.nextInt(4) == 0 ? "null" : "\"" + random.nextInt(2) + "\"",
                  numbers[random.nextInt(numbers.length)],
                  op,
                  random.nextInt(n) - n / 2));
    }
    return events;
  }
}
