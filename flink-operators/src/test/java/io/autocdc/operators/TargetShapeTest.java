// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.golden.TestFlows;
import io.autocdc.operators.row.PartialRowSemantics;
import io.autocdc.operators.row.RowDataSemantics;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

class TargetShapeTest {

  private static ResolvedFlow flow(
      String name, String columns, Consumer<AutoCdcFlow.Builder> parameters) {
    return TestFlows.flow(
        columns + ", cols ARRAY<STRING>, seq BIGINT",
        flow ->
            parameters.accept(
                flow.named(name).keys("id").sequenceBy("seq").exceptColumns("cols", "seq")));
  }

  private static TargetShape shape(ResolvedFlow... flows) {
    return new TargetShape(ResolvedFlow.withCommonOutput(List.of(flows)));
  }

  @Test
  void fullRowsCarryNothingMoreThanTheirColumns() throws Exception {
    TargetShape full = shape(flow("one", "id INT, a INT", flow -> {}));
    assertThat(full.isPartial()).isFalse();
    assertThat(full.layout().storedType()).isEqualTo(full.payloadType());
    assertThat(full.semantics()).isInstanceOf(RowDataSemantics.class);
    try (HarnessRun run =
        new HarnessRun(full, HashMapStateBackend::new, new Retention(0, false), 1)) {
      for (int sequence = 0; sequence < 10; sequence++) {
        run.send("{\"id\":1,\"a\":%d,\"seq\":%d}".formatted(sequence, sequence));
      }
      assertThat(run.stateEntries()).isEqualTo(1);
    }
  }

  @Test
  void everyOptionOfPartialUpdatesGivesRowsThatSayWhatTheyAuthor() {
    for (Consumer<AutoCdcFlow.Builder> option :
        List.<Consumer<AutoCdcFlow.Builder>>of(
            AutoCdcFlow.Builder::ignoreNullUpdates,
            flow -> flow.ignoreNullUpdatesOn(List.of("a")),
            flow -> flow.ignoreNullUpdatesExcept(List.of("a")),
            flow -> flow.columnsToUpdate("cols"))) {
      TargetShape partial = shape(flow("one", "id INT, a INT", option));
      assertThat(partial.isPartial()).isTrue();
      assertThat(partial.layout().storedType().getFieldNames()).containsExactly("a", "__AUTHORED");
      assertThat(partial.semantics()).isInstanceOf(PartialRowSemantics.class);
    }
  }

  @Test
  void flowsWithTheSameColumnsAreFullAndOthersPartial() {
    ResolvedFlow one = flow("one", "id INT, a INT, b INT", flow -> {});
    ResolvedFlow same = flow("same", "b INT, id INT, a INT", flow -> {});
    ResolvedFlow fewer = flow("fewer", "id INT, a INT", flow -> {});
    assertThat(shape(one, same).isPartial()).isFalse();
    assertThat(shape(one, fewer).isPartial()).isTrue();
  }

  @Test
  void aFlowLeavesTheColumnsOfOthersAloneEvenIfItsSourceHasThem() throws Exception {
    TargetShape target =
        shape(
            flow("names", "id INT, name STRING", flow -> {}),
            flow(
                "places",
                "id INT, name STRING, place STRING",
                flow -> flow.exceptColumns("name", "cols", "seq")));
    try (HarnessRun run =
        new HarnessRun(target, HashMapStateBackend::new, new Retention(0, false), 1)) {
      run.send(0, "{\"id\":1,\"name\":\"Ada\",\"seq\":1}");
      run.send(1, "{\"id\":1,\"name\":\"wrong\",\"place\":\"London\",\"seq\":2}");
      assertThat(run.table().rows())
          .containsExactly("{\"id\":1,\"name\":\"Ada\",\"place\":\"London\"}");
      run.send(0, "{\"id\":1,\"name\":null,\"seq\":3}");
      assertThat(run.table().rows())
          .containsExactly("{\"id\":1,\"name\":null,\"place\":\"London\"}");
    }
  }

  @Test
  void flowsMayIgnoreDifferentNulls() throws Exception {
    TargetShape target =
        shape(
            flow("full", "id INT, a INT, b INT", flow -> {}),
            flow("sparse", "id INT, a INT, b INT", AutoCdcFlow.Builder::ignoreNullUpdates));
    try (HarnessRun run =
        new HarnessRun(target, HashMapStateBackend::new, new Retention(0, false), 1)) {
      run.send(0, "{\"id\":1,\"a\":1,\"b\":1,\"seq\":1}");
      run.send(1, "{\"id\":1,\"a\":null,\"b\":2,\"seq\":2}");
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"a\":1,\"b\":2}");
      run.send(0, "{\"id\":1,\"a\":null,\"b\":3,\"seq\":3}");
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"a\":null,\"b\":3}");
    }
  }
}
