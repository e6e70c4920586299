// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.golden.TestFlows;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** State goes on with a changed declaration, or says why it cannot (semantics.md, section 11). */
class ChangedDeclarationsTest {

  static Stream<Supplier<StateBackend>> backends() {
    return Stream.of(HashMapStateBackend::new, EmbeddedRocksDBStateBackend::new);
  }

  private static ResolvedFlow flow(
      String name, String columns, ScdType type, Consumer<AutoCdcFlow.Builder> more) {
    return TestFlows.flow(
        columns + ", op STRING, seq INT",
        flow ->
            more.accept(
                flow.named(name)
                    .keys("id")
                    .sequenceBy("seq")
                    .applyAsDeletes("op = 'D'")
                    .exceptColumns("op", "seq")
                    .storedAsScdType(type)));
  }

  private static TargetShape shape(String columns, ScdType type) {
    return shape(TargetPast.NONE, flow("one", columns, type, flow -> {}));
  }

  private static TargetShape shape(TargetPast past, ResolvedFlow... flows) {
    return new TargetShape(ResolvedFlow.withCommonOutput(List.of(flows), past));
  }

  private static HarnessRun run(TargetShape shape, Supplier<StateBackend> backend)
      throws Exception {
    return new HarnessRun(shape, backend, new Retention(0, false), 2);
  }

  /** What a target remembers that had these columns. */
  private static TargetPast past(Map<String, Set<String>> brought, ResolvedFlow... flows) {
    TargetShape shape = shape(TargetPast.NONE, flows);
    return new TargetPast(
        shape.shared().output(), brought, ResolvedFlow.tracked(shape.flows()), shape.isPartial());
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aFlowThatJoinsWithColumnsOfItsOwnLeavesStoredValuesAlone(Supplier<StateBackend> backend)
      throws Exception {
    ResolvedFlow names = flow("names", "id INT, name STRING", ScdType.TYPE_2, flow -> {});
    ResolvedFlow tiers = flow("tiers", "id INT, tier INT", ScdType.TYPE_2, flow -> {});
    try (HarnessRun run = run(shape(TargetPast.NONE, names), backend)) {
      run.send("{\"id\":1,\"name\":\"a\",\"seq\":10}");
      run.send("{\"id\":1,\"name\":\"b\",\"seq\":20}");
      run.redeclare(shape(past(Map.of("names", Set.of("id", "name")), names), names, tiers), 3);
      run.send(1, "{\"id\":1,\"tier\":7,\"seq\":5}");
      run.send(1, "{\"id\":1,\"tier\":8,\"seq\":15}");
      assertThat(run.table().rows())
          .containsExactly(
              "{\"id\":1,\"name\":\"a\",\"tier\":7,\"__START_AT\":10,\"__END_AT\":15}",
              "{\"id\":1,\"name\":\"a\",\"tier\":8,\"__START_AT\":15,\"__END_AT\":20}",
              "{\"id\":1,\"name\":\"b\",\"tier\":8,\"__START_AT\":20,\"__END_AT\":null}",
              "{\"id\":1,\"name\":null,\"tier\":7,\"__START_AT\":5,\"__END_AT\":10}");
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void theColumnsOfAFlowThatIsNoMoreStayAsTheyAre(Supplier<StateBackend> backend) throws Exception {
    ResolvedFlow names = flow("names", "id INT, name STRING", ScdType.TYPE_1, flow -> {});
    ResolvedFlow tiers = flow("tiers", "id INT, tier INT", ScdType.TYPE_1, flow -> {});
    try (HarnessRun run = run(shape(TargetPast.NONE, names, tiers), backend)) {
      run.send(0, "{\"id\":1,\"name\":\"a\",\"seq\":10}");
      run.send(1, "{\"id\":1,\"tier\":7,\"seq\":11}");
      Map<String, Set<String>> brought =
          Map.of("names", Set.of("id", "name"), "tiers", Set.of("id", "tier"));
      run.redeclare(shape(past(brought, names, tiers), names), 1);
      run.send("{\"id\":1,\"name\":\"b\",\"seq\":12}");
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"name\":\"b\",\"tier\":7}");
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aColumnThatCameBackIsNullInEventsOfTheTimeBetween(Supplier<StateBackend> backend)
      throws Exception {
    ResolvedFlow both = flow("one", "id INT, a INT, b INT", ScdType.TYPE_1, flow -> {});
    ResolvedFlow less = flow("one", "id INT, b INT", ScdType.TYPE_1, flow -> {});
    TargetPast past = past(Map.of("one", Set.of("id", "a", "b")), both);
    try (HarnessRun run = run(shape(TargetPast.NONE, both), backend)) {
      run.send("{\"id\":1,\"a\":1,\"b\":1,\"seq\":10}");
      run.send("{\"id\":2,\"a\":2,\"b\":2,\"seq\":10}");
      run.redeclare(shape(past, less), 1);
      run.send("{\"id\":1,\"b\":3,\"seq\":11}");
      assertThat(run.table().rows())
          .containsExactly("{\"id\":1,\"b\":3,\"a\":null}", "{\"id\":2,\"b\":2,\"a\":2}");
      run.redeclare(shape(past, both), 2);
      run.send("{\"id\":2,\"a\":4,\"b\":4,\"seq\":11}");
      assertThat(run.table().rows())
          .containsExactly("{\"id\":1,\"a\":null,\"b\":3}", "{\"id\":2,\"a\":4,\"b\":4}");
    }
  }

  /** Without a table that remembers columns, what a layout lacks is gone, touched or not. */
  @ParameterizedTest
  @MethodSource("backends")
  void itDoesNotMatterWhenAStoredRowIsRead(Supplier<StateBackend> backend) throws Exception {
    TargetShape both = shape("id INT, a INT, b INT", ScdType.TYPE_2);
    TargetShape less = shape("id INT, b INT", ScdType.TYPE_2);
    try (HarnessRun run = run(both, backend)) {
      for (int id = 1; id <= 2; id++) {
        run.send("{\"id\":%d,\"a\":1,\"b\":1,\"seq\":10}".formatted(id));
      }
      run.redeclare(less, 1);
      run.send("{\"id\":1,\"b\":2,\"seq\":20}");
      run.redeclare(both, 2);
      for (int id = 1; id <= 2; id++) {
        run.send("{\"id\":%d,\"a\":5,\"b\":5,\"seq\":30}".formatted(id));
      }
      assertThat(run.table().rows())
          .contains(
              "{\"id\":1,\"a\":null,\"b\":1,\"__START_AT\":10,\"__END_AT\":20}",
              "{\"id\":2,\"a\":null,\"b\":1,\"__START_AT\":10,\"__END_AT\":30}");
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void truncatesMayBeginAndEndAndTheGreatestStaysInForce(Supplier<StateBackend> backend)
      throws Exception {
    TargetShape without = shape("id INT, a INT", ScdType.TYPE_1);
    TargetShape with =
        shape(
            TargetPast.NONE,
            flow("one", "id INT, a INT", ScdType.TYPE_1, f -> f.applyAsTruncates("op = 'T'")));
    try (HarnessRun run = run(without, backend)) {
      run.send("{\"id\":1,\"a\":1,\"seq\":10}");
      run.send("{\"id\":2,\"a\":2,\"seq\":30}");
      run.redeclare(with, 3);
      run.send("{\"op\":\"T\",\"seq\":20}");
      assertThat(run.table().rows()).containsExactly("{\"id\":2,\"a\":2}");
      run.redeclare(without, 2);
      run.restart(3);
      run.send("{\"id\":3,\"a\":3,\"seq\":19}");
      run.send("{\"id\":4,\"a\":4,\"seq\":21}");
      assertThat(run.table().rows()).containsExactly("{\"id\":2,\"a\":2}", "{\"id\":4,\"a\":4}");
      run.redeclare(with, 1);
      run.send("{\"id\":5,\"a\":5,\"seq\":20}");
      assertThat(run.table().rows()).hasSize(2);
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aNarrowerTypeIsRefusedInWordsOfTheDeclaration(Supplier<StateBackend> backend)
      throws Exception {
    for (ScdType type : List.of(ScdType.TYPE_1, ScdType.TYPE_2)) {
      try (HarnessRun run = run(shape("id INT, a BIGINT, b STRING", type), backend)) {
        run.send("{\"id\":1,\"a\":1,\"seq\":10}");
        TargetShape narrower = shape("id INT, a INT, b INT", type);
        assertThatThrownBy(() -> run.redeclare(narrower, 1))
            .satisfies(
                failure -> {
                  AutoCdcException error =
                      ExceptionUtils.findThrowable(failure, AutoCdcException.class).orElseThrow();
                  assertThat(error.problems().get(0).code())
                      .isEqualTo(ErrorCode.STATE_NOT_RESTORED);
                  assertThat(error)
                      .hasMessageContaining("paimon.silver.target")
                      .hasMessageContaining("column 'a' is stored as BIGINT, asked for is INT")
                      .hasMessageContaining("column 'b' is stored as")
                      .hasMessageContaining("drop the table");
                });
      }
    }
  }

  @Test
  void eventsThatSayWhatTheySetAreNotTakenForFullOnes() throws Exception {
    ResolvedFlow sparse =
        flow("one", "id INT, a INT", ScdType.TYPE_1, AutoCdcFlow.Builder::ignoreNullUpdates);
    ResolvedFlow full = flow("one", "id INT, a INT", ScdType.TYPE_1, flow -> {});
    try (HarnessRun run = run(shape(TargetPast.NONE, sparse), HashMapStateBackend::new)) {
      run.send("{\"id\":1,\"a\":1,\"seq\":10}");
      assertThatThrownBy(() -> run.redeclare(shape(TargetPast.NONE, full), 1))
          .hasStackTraceContaining("stored events say which columns they set");
    }
  }

  @Test
  void aTargetThatOnceWasPartialStaysSo() {
    ResolvedFlow full = flow("one", "id INT, a INT", ScdType.TYPE_1, flow -> {});
    TargetPast past =
        new TargetPast(full.output(), Map.of("one", Set.of("id", "a")), Set.of(), true);
    assertThat(shape(past, full).isPartial()).isTrue();
  }
}
