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

/** An event that comes too late is handed over so that it could be delivered once more. */
class TooLateRowsTest {

  private static final long HOUR = 3_600_000;

  private static ResolvedFlow flow(String schema, Consumer<AutoCdcFlow.Builder> parameters) {
    return TestFlows.flow(
        schema,
        flow -> {
          flow.keys("id").applyAsDeletes("op = 'D'").storedAsScdType(ScdType.TYPE_2);
          parameters.accept(flow);
        });
  }

  private static HarnessRun run(ResolvedFlow... flows) throws Exception {
    return new HarnessRun(
        new TargetShape(ResolvedFlow.withCommonOutput(List.of(flows))),
        HashMapStateBackend::new,
        new Retention(0, false),
        new Retention(HOUR, false),
        1);
  }

  @Test
  void itHasKeySequenceAndValuesByTheNamesOfTheSource() throws Exception {
    ResolvedFlow flow =
        flow(
            "op STRING, file INT, v STRING, pos BIGINT, s ROW<x INT>, id BIGINT, hidden INT",
            f -> f.sequenceBy("file", "pos").exceptColumns("op", "pos", "hidden"));
    try (HarnessRun run = run(flow)) {
      run.send("{\"id\":1,\"op\":\"U\",\"v\":\"a\",\"file\":7,\"pos\":9}");
      run.setProcessingTime(2 * HOUR);
      run.send("{\"id\":1,\"op\":\"U\",\"v\":\"b\",\"s\":{\"x\":5},\"file\":7,\"pos\":8}");
      run.send("{\"id\":1,\"op\":\"D\",\"v\":\"b\",\"file\":null,\"pos\":8}");
      assertThat(run.tooLate())
          .containsExactly(
              "{\"file\":7,\"v\":\"b\",\"pos\":8,\"s\":{\"x\":5},\"id\":1}",
              "{\"file\":null,\"pos\":8,\"id\":1}");
    }
  }

  @Test
  void itSaysWhichColumnsItSets() throws Exception {
    ResolvedFlow flow =
        flow(
            "id BIGINT, v STRING, w STRING, op STRING, seq BIGINT, cols ARRAY<STRING>",
            f -> f.sequenceBy("seq").columnsToUpdate("cols").columns("id", "v", "w"));
    try (HarnessRun run = run(flow)) {
      run.send("{\"id\":1,\"v\":\"a\",\"w\":\"b\",\"seq\":10}");
      run.setProcessingTime(2 * HOUR);
      run.send("{\"id\":1,\"v\":\"c\",\"seq\":5,\"cols\":[\"w\"]}");
      run.send("{\"id\":1,\"v\":\"c\",\"seq\":5,\"cols\":[]}");
      run.send("{\"id\":1,\"v\":\"c\",\"seq\":5}");
      assertThat(run.tooLate())
          .containsExactly(
              "{\"id\":1,\"v\":null,\"w\":null,\"seq\":5,\"cols\":[\"w\"]}",
              "{\"id\":1,\"v\":null,\"w\":null,\"seq\":5,\"cols\":[]}",
              "{\"id\":1,\"v\":\"c\",\"w\":null,\"seq\":5,\"cols\":null}");
    }
  }

  @Test
  void ofSeveralFlowsEachHasItsOwnColumns() throws Exception {
    ResolvedFlow one =
        flow(
            "id BIGINT, v STRING, op STRING, seq BIGINT",
            f -> f.named("one").sequenceBy("seq").columns("id", "v"));
    ResolvedFlow two =
        flow(
            "id BIGINT, w STRING, op STRING, number BIGINT",
            f -> f.named("two").sequenceBy("number").columns("id", "w"));
    try (HarnessRun run = run(one, two)) {
      run.send(0, "{\"id\":1,\"v\":\"a\",\"seq\":10}");
      run.setProcessingTime(2 * HOUR);
      run.send(1, "{\"id\":1,\"w\":\"b\",\"number\":5}");
      assertThat(run.tooLate()).containsExactly("{\"id\":1,\"w\":\"b\",\"number\":5}");
    }
  }
}
