// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.golden.TestFlows;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

/** Reports from users of other products about partial updates, with their rows. */
class PartialUpdatesReportsTest {

  private static ResolvedFlow flow(ScdType type, Consumer<AutoCdcFlow.Builder> parameters) {
    return TestFlows.flow(
        "id BIGINT, a INT, b INT, cols ARRAY<STRING>, op STRING, seq BIGINT",
        flow ->
            parameters.accept(
                flow.keys("id")
                    .sequenceBy("seq")
                    .applyAsDeletes("op = 'D'")
                    .exceptColumns("cols", "op", "seq")
                    .storedAsScdType(type)));
  }

  private static String upsert(Integer a, Integer b, int sequence) {
    return "{\"id\":1,\"a\":%s,\"b\":%s,\"op\":\"U\",\"seq\":%d}".formatted(a, b, sequence);
  }

  private static String update(Integer a, Integer b, String columns, int sequence) {
    return "{\"id\":1,\"a\":%s,\"b\":%s,\"cols\":%s,\"op\":\"U\",\"seq\":%d}"
        .formatted(a, b, columns, sequence);
  }

  private static String delete(int sequence) {
    return "{\"id\":1,\"op\":\"D\",\"seq\":%d}".formatted(sequence);
  }

  private static HarnessRun run(ResolvedFlow flow) throws Exception {
    return new HarnessRun(flow, HashMapStateBackend::new, new Retention(0, false), 2);
  }

  private static List<String> table(ResolvedFlow flow, String... events) throws Exception {
    try (HarnessRun run = run(flow)) {
      for (String event : events) {
        run.send(event);
      }
      assertThat(run.invalidReasons()).isEmpty();
      return run.table().rows();
    }
  }

  @Test
  void b25ALateEventFillsWhatIsIgnoredLater() throws Exception {
    String[] events = {upsert(1, null, 10), upsert(null, 5, 20), upsert(7, 9, 15)};
    assertThat(table(flow(ScdType.TYPE_1, AutoCdcFlow.Builder::ignoreNullUpdates), events))
        .containsExactly("{\"id\":1,\"a\":7,\"b\":5}");
    assertThat(table(flow(ScdType.TYPE_2, AutoCdcFlow.Builder::ignoreNullUpdates), events))
        .containsExactly(
            "{\"id\":1,\"a\":1,\"b\":null,\"__START_AT\":10,\"__END_AT\":15}",
            "{\"id\":1,\"a\":7,\"b\":9,\"__START_AT\":15,\"__END_AT\":20}",
            "{\"id\":1,\"a\":7,\"b\":5,\"__START_AT\":20,\"__END_AT\":null}");
  }

  @Test
  void b27NothingLeaksFromBeforeADelete() throws Exception {
    ResolvedFlow flow = flow(ScdType.TYPE_1, AutoCdcFlow.Builder::ignoreNullUpdates);
    try (HarnessRun run = run(flow)) {
      run.send(upsert(1, 1, 10));
      run.send(delete(20));
      run.send(upsert(2, null, 30));
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"a\":2,\"b\":null}");
      int changes = run.table().log().size();
      run.send(upsert(null, 9, 15));
      assertThat(run.table().log()).as("a late event before the delete").hasSize(changes);
    }
  }

  @Test
  void b27ALateDeleteTakesWhatWasInheritedOverIt() throws Exception {
    assertThat(
            table(
                flow(ScdType.TYPE_1, AutoCdcFlow.Builder::ignoreNullUpdates),
                upsert(1, 1, 10),
                upsert(2, null, 30),
                delete(20)))
        .containsExactly("{\"id\":1,\"a\":2,\"b\":null}");
  }

  @Test
  void b31AnEventSetsTheColumnsThatItNames() throws Exception {
    String[] events = {update(1, 1, "[\"a\",\"b\"]", 1), update(null, 9, "[\"a\"]", 2)};
    assertThat(table(flow(ScdType.TYPE_1, flow -> flow.columnsToUpdate("cols")), events))
        .containsExactly("{\"id\":1,\"a\":null,\"b\":1}");
    assertThat(table(flow(ScdType.TYPE_2, flow -> flow.columnsToUpdate("cols")), events))
        .containsExactly(
            "{\"id\":1,\"a\":1,\"b\":1,\"__START_AT\":1,\"__END_AT\":2}",
            "{\"id\":1,\"a\":null,\"b\":1,\"__START_AT\":2,\"__END_AT\":null}");
  }

  @Test
  void b31NoListIsEveryColumnAndAnEmptyListIsNone() throws Exception {
    ResolvedFlow history = flow(ScdType.TYPE_2, flow -> flow.columnsToUpdate("cols"));
    assertThat(
            table(
                history,
                update(1, 1, "null", 1),
                update(2, 2, "[]", 2),
                update(3, null, "null", 3)))
        .containsExactly(
            "{\"id\":1,\"a\":1,\"b\":1,\"__START_AT\":1,\"__END_AT\":3}",
            "{\"id\":1,\"a\":3,\"b\":null,\"__START_AT\":3,\"__END_AT\":null}");
    ResolvedFlow current = flow(ScdType.TYPE_1, flow -> flow.columnsToUpdate("cols"));
    assertThat(table(current, update(2, 2, "[]", 2)))
        .as("the row exists")
        .containsExactly("{\"id\":1,\"a\":null,\"b\":null}");
    assertThat(table(current, delete(1), update(2, 2, "[]", 3), delete(2)))
        .as("the sequence advances")
        .containsExactly("{\"id\":1,\"a\":null,\"b\":null}");
  }

  @Test
  void b31ALateEventFlowsForwardAsInB25() throws Exception {
    assertThat(
            table(
                flow(ScdType.TYPE_2, flow -> flow.columnsToUpdate("cols")),
                update(1, null, "[\"a\"]", 10),
                update(null, 5, "[\"b\"]", 20),
                update(7, 9, "[\"a\",\"b\"]", 15)))
        .containsExactly(
            "{\"id\":1,\"a\":1,\"b\":null,\"__START_AT\":10,\"__END_AT\":15}",
            "{\"id\":1,\"a\":7,\"b\":9,\"__START_AT\":15,\"__END_AT\":20}",
            "{\"id\":1,\"a\":7,\"b\":5,\"__START_AT\":20,\"__END_AT\":null}");
  }

  @Test
  void b31KeysAndColumnsThatTheTargetLeavesOutMayBeNamed() throws Exception {
    assertThat(
            table(
                flow(ScdType.TYPE_1, flow -> flow.columnsToUpdate("cols")),
                update(1, 1, "[\"id\",\"a\",\"op\",\"seq\"]", 1)))
        .containsExactly("{\"id\":1,\"a\":1,\"b\":null}");
  }

  @Test
  void b31AnUnknownNameMakesAnInvalidRow() throws Exception {
    ResolvedFlow flow = flow(ScdType.TYPE_1, columns -> columns.columnsToUpdate("cols"));
    try (HarnessRun run = run(flow)) {
      run.send(update(1, 1, "[\"a\",\"nope\"]", 1));
      run.send(update(1, 1, "[null]", 2));
      run.send(update(1, 1, "[\"A\"]", 3));
      assertThat(run.table().log()).isEmpty();
      assertThat(run.invalidReasons())
          .containsExactly(
              "unknown column: column 'cols' names the column 'nope', which the source does not have",
              "unknown column: column 'cols' names null, which the source does not have",
              "unknown column: column 'cols' names the column 'A', which the source does not have");
    }
  }

  @Test
  void aDeleteIsValidWhateverColumnsItNames() throws Exception {
    assertThat(
            table(
                flow(ScdType.TYPE_1, flow -> flow.columnsToUpdate("cols")),
                update(1, 1, "null", 1),
                "{\"id\":1,\"cols\":[\"nope\"],\"op\":\"D\",\"seq\":2}"))
        .isEmpty();
  }
}
