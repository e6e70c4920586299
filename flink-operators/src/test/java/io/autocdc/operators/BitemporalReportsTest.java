// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.golden.Arrivals;
import io.autocdc.golden.TestFlows;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bitemporal targets on the operators: report B57, and what only shows there. */
class BitemporalReportsTest {

  private static final Retention FOR_EVER = new Retention(0, false);

  static Stream<Supplier<StateBackend>> backends() {
    return Stream.of(HashMapStateBackend::new, EmbeddedRocksDBStateBackend::new);
  }

  private static ResolvedFlow flow(String schema, String... systemSequence) {
    return TestFlows.flow(
        schema,
        flow ->
            flow.keys("id")
                .sequenceBy("bt")
                .systemSequenceBy(systemSequence)
                .applyAsDeletes("op = 'D'")
                .columns("id", "v")
                .storedAsScdType(ScdType.BITEMPORAL));
  }

  private static ResolvedFlow plain() {
    return flow("id BIGINT, v STRING, op STRING, bt BIGINT, st BIGINT", "st");
  }

  private static String upsert(String value, int business, int system) {
    return "{\"id\":1,\"v\":\"%s\",\"op\":\"U\",\"bt\":%d,\"st\":%d}"
        .formatted(value, business, system);
  }

  private static String row(String value, Object start, Object end, Object since, Object until) {
    return ("{\"id\":1,\"v\":\"%s\",\"__START_AT\":%s,\"__END_AT\":%s,"
            + "\"__SYSTEM_START_AT\":%s,\"__SYSTEM_END_AT\":%s}")
        .formatted(value, start, end, since, until);
  }

  @Test
  void b57ALateCorrectionChangesWhatIsBelievedFromThenOn() throws Exception {
    List<String> events = List.of(upsert("a", 10, 10), upsert("c", 12, 12), upsert("b", 11, 14));
    for (List<String> order : Arrivals.of(events, 0, 0)) {
      try (HarnessRun run = new HarnessRun(plain(), HashMapStateBackend::new, FOR_EVER, 1)) {
        for (String event : order) {
          run.send(event);
        }
        assertThat(run.table().rows())
            .as("arrivals %s", order)
            .containsExactly(
                row("a", 10, null, 10, 12),
                row("a", 10, 12, 12, 14),
                row("a", 10, 11, 14, null),
                row("b", 11, 12, 14, null),
                row("c", 12, null, 12, null));
      }
    }
  }

  @Test
  void b57InTheOrderOfKnowledgeRowsChangeOnlyToCloseTheirSystemEnd() throws Exception {
    try (HarnessRun run = new HarnessRun(plain(), HashMapStateBackend::new, FOR_EVER, 1)) {
      run.send(upsert("a", 10, 10));
      run.send(upsert("c", 12, 12));
      run.send(upsert("b", 11, 14));
      assertThat(run.table().log())
          .containsExactly(
              "+I " + row("a", 10, null, 10, null),
              "-U " + row("a", 10, null, 10, null),
              "+U " + row("a", 10, null, 10, 12),
              "+I " + row("a", 10, 12, 12, null),
              "+I " + row("c", 12, null, 12, null),
              "-U " + row("a", 10, 12, 12, null),
              "+U " + row("a", 10, 12, 12, 14),
              "+I " + row("a", 10, 11, 14, null),
              "+I " + row("b", 11, 12, 14, null));
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void systemTimesMayBeOfAnyOrderableTypesAndLengths(Supplier<StateBackend> backend)
      throws Exception {
    ResolvedFlow flow =
        flow("id BIGINT, v STRING, op STRING, bt STRING, day STRING, n INT", "day", "n");
    List<String> events =
        List.of(
            "{\"id\":1,\"v\":\"x\",\"op\":\"U\",\"bt\":\"b\",\"day\":\"mo\",\"n\":2}",
            "{\"id\":1,\"v\":\"y\",\"op\":\"U\",\"bt\":\"bb\",\"day\":\"mo\",\"n\":10}",
            "{\"id\":1,\"v\":\"z\",\"op\":\"U\",\"bt\":\"ba\",\"day\":\"m\",\"n\":null}");
    String first = "{\"day\":\"m\",\"n\":null}";
    String second = "{\"day\":\"mo\",\"n\":2}";
    String third = "{\"day\":\"mo\",\"n\":10}";
    for (List<String> order : Arrivals.of(events, 0, 0)) {
      try (HarnessRun run = new HarnessRun(flow, backend, FOR_EVER, 2)) {
        for (String event : order) {
          run.send(event);
          run.send(event);
        }
        run.restart(1);
        assertThat(run.table().rows())
            .as("arrivals %s", order)
            .containsExactlyInAnyOrder(
                row("x", "\"b\"", "\"ba\"", second, "null"),
                row("z", "\"ba\"", "null", first, third),
                row("z", "\"ba\"", "\"bb\"", third, "null"),
                row("y", "\"bb\"", "null", third, "null"));
      }
    }
  }

  @Test
  void aNullSystemSequenceMakesAnInvalidRow() throws Exception {
    try (HarnessRun run = new HarnessRun(plain(), HashMapStateBackend::new, FOR_EVER, 1)) {
      run.send("{\"id\":1,\"v\":\"a\",\"op\":\"U\",\"bt\":1,\"st\":null}");
      run.send("{\"id\":1,\"op\":\"D\",\"bt\":1,\"st\":null}");
      run.send("{\"id\":1,\"v\":\"a\",\"op\":\"U\",\"bt\":null,\"st\":1}");
      assertThat(run.table().log()).isEmpty();
      assertThat(run.invalidReasons())
          .containsExactly(
              "null system sequence: system sequence column 'st' is null",
              "null system sequence: system sequence column 'st' is null",
              "null sequence: sequence column 'bt' is null");
    }
  }

  @Test
  void aSecondDeliveryEmitsNothing() throws Exception {
    List<String> events = List.of(upsert("a", 10, 10), upsert("c", 12, 12), upsert("b", 11, 14));
    try (HarnessRun run = new HarnessRun(plain(), HashMapStateBackend::new, FOR_EVER, 1)) {
      for (String event : events) {
        run.send(event);
      }
      int changes = run.table().log().size();
      run.restart(2);
      for (String event : events) {
        run.send(event);
      }
      assertThat(run.table().log()).hasSize(changes);
    }
  }
}
