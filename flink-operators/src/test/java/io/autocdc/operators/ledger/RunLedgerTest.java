// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.operators.ledger.RunEvent.Level;
import io.autocdc.operators.ledger.RunEvent.Type;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.RunSignals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunLedgerTest {

  private static final String TARGET = "paimon.s.t";
  private static final String STATE = "target-paimon.s.t";
  private static final RunEvent DEFINITION =
      RunEvent.of(Level.INFO, Type.DEFINITION, "f", TARGET, "f keeps t", Map.of("keys", "id"));

  private OneInputStreamOperatorTestHarness<RowData, RowData> harness;
  private long checkpoint;

  private static LedgerPlan plan(String run, String state) {
    LinkedHashMap<String, String> flows = new LinkedHashMap<>();
    flows.put("f", TARGET);
    flows.put("g", TARGET);
    return new LedgerPlan(
        run, flows, new LinkedHashMap<>(Map.of(TARGET, state)), List.of(DEFINITION));
  }

  private void start(LedgerPlan plan, OperatorSubtaskState state) throws Exception {
    stop();
    harness = new OneInputStreamOperatorTestHarness<>(new RunLedger(plan));
    harness.setup(EventRows.typeInfo().toSerializer());
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
  }

  @AfterEach
  void stop() throws Exception {
    if (harness != null) {
      harness.close();
    }
  }

  private void tally(Counted counted, long amount) throws Exception {
    tally(counted, amount, null);
  }

  private void tally(Counted counted, long amount, String example) throws Exception {
    harness.processElement(new StreamRecord<>(TallyRows.of(counted, amount, example)));
  }

  private OperatorSubtaskState checkpoint() throws Exception {
    checkpoint++;
    harness.prepareSnapshotPreBarrier(checkpoint);
    return harness.snapshot(checkpoint, checkpoint);
  }

  /** Events so far, as {@code checkpoint LEVEL type flow details}. */
  private List<String> events() {
    List<String> events = new ArrayList<>();
    for (RowData row : harness.extractOutputValues()) {
      events.add(
          row.getLong(6)
              + " "
              + row.getString(1)
              + " "
              + row.getString(2)
              + " "
              + (row.isNullAt(3) ? "-" : row.getString(3))
              + " "
              + row.getString(8));
    }
    harness.getOutput().clear();
    return events;
  }

  private long accumulated(String name) {
    Accumulator<?, ?> accumulator =
        harness.getEnvironment().getAccumulatorRegistry().getUserMap().get(name);
    return accumulator == null ? 0 : (Long) accumulator.getLocalValue();
  }

  private static Counted upserted(String flow) {
    return Counted.counter(flow, FlowCounter.UPSERTED);
  }

  private long total(String flow) {
    return accumulated(RunSignals.counter(flow, FlowCounter.UPSERTED));
  }

  @Test
  void countsOfAllSubtasksAreOneEventPerFlowAndCheckpoint() throws Exception {
    start(plan("run 1", STATE), null);
    tally(upserted("g"), 5);
    tally(upserted("f"), 2);
    tally(upserted("f"), 3);
    tally(Counted.counter("f", FlowCounter.ROWS_IN), 6);
    checkpoint();
    assertThat(events())
        .containsExactly(
            "1 INFO definition f {\"keys\":\"id\"}",
            "1 INFO progress f {\"num_input_rows\":6,\"num_upserted_rows\":5}",
            "1 INFO progress g {\"num_upserted_rows\":5}");
    assertThat(total("f")).isEqualTo(5);

    checkpoint();
    assertThat(events()).as("nothing happened").isEmpty();

    tally(upserted("f"), 1);
    checkpoint();
    assertThat(events()).containsExactly("3 INFO progress f {\"num_upserted_rows\":1}");
    assertThat(total("f")).isEqualTo(6);
  }

  @Test
  void rulesAndInvalidRowsHaveEventsOfTheirOwn() throws Exception {
    start(plan("run 1", STATE), null);
    checkpoint();
    events();
    tally(Counted.passed("v", "rule"), 7);
    tally(Counted.failed("v", "rule"), 1);
    tally(Counted.passed("v", "other"), 8);
    tally(Counted.invalid("g", InvalidReason.NULL_KEY.text()), 2, "key column 'id' is null");
    tally(Counted.invalid("g", InvalidReason.NULL_KEY.text()), 1, "another");
    checkpoint();
    assertThat(events())
        .containsExactly(
            "2 INFO expectation - {\"view\":\"v\",\"expectation\":\"other\","
                + "\"num_passed_rows\":8,\"num_failed_rows\":0}",
            "2 WARN expectation - {\"view\":\"v\",\"expectation\":\"rule\","
                + "\"num_passed_rows\":7,\"num_failed_rows\":1}",
            "2 WARN invalid_rows g {\"reason\":\"null key\",\"num_invalid_rows\":3,"
                + "\"example\":\"key column 'id' is null\"}");
    assertThat(accumulated(RunSignals.failed("v", "rule"))).isEqualTo(1);
    assertThat(accumulated(RunSignals.passed("v", "rule"))).isEqualTo(7);
    assertThat(accumulated(RunSignals.invalid("g", "null key"))).isEqualTo(3);
  }

  @Test
  void aJobThatIsStartedAgainInItsRunGoesOnFromTheTotalsOfTheCheckpoint() throws Exception {
    start(plan("run 1", STATE), null);
    tally(upserted("f"), 5);
    OperatorSubtaskState state = checkpoint();
    tally(upserted("f"), 100);

    start(plan("run 1", STATE), state);
    assertThat(total("f")).isEqualTo(5);
    assertThat(accumulated(RunSignals.liveCounter("f", FlowCounter.UPSERTED.metricName())))
        .isEqualTo(5);
    tally(upserted("f"), 1);
    checkpoint();
    assertThat(events())
        .as("no second definition")
        .containsExactly("2 INFO progress f {\"num_upserted_rows\":1}");
    assertThat(total("f")).isEqualTo(6);
  }

  @Test
  void theNextRunCountsFromZeroAndTellsItsDefinition() throws Exception {
    start(plan("run 1", STATE), null);
    tally(upserted("f"), 5);
    OperatorSubtaskState state = checkpoint();

    start(plan("run 2", STATE), state);
    assertThat(total("f")).isZero();
    tally(upserted("f"), 1);
    checkpoint();
    assertThat(events()).hasSize(2).first().asString().contains("definition");
    assertThat(total("f")).isEqualTo(1);
  }

  @Test
  void theLastCountsOfAJobThatEndsAreToldBeforeItEnds() throws Exception {
    start(plan("run 1", STATE), null);
    checkpoint();
    events();
    tally(upserted("f"), 5);
    ((RunLedger) harness.getOperator()).finish();
    assertThat(events()).containsExactly("2 INFO progress f {\"num_upserted_rows\":5}");
    checkpoint();
    assertThat(events()).isEmpty();
    assertThat(total("f")).isEqualTo(5);
  }

  @Test
  void tombstonesOutliveARunButNotTheStateOfTheirTarget() throws Exception {
    String shown = RunSignals.counter("f", FlowCounter.TOMBSTONES);
    start(plan("run 1", STATE), null);
    tally(Counted.tombstones(TARGET), 5);
    OperatorSubtaskState state = checkpoint();
    assertThat(events()).last().isEqualTo("1 INFO progress f {\"num_tombstones\":5}");

    start(plan("run 2", STATE), state);
    assertThat(accumulated(shown)).isEqualTo(5);
    tally(Counted.tombstones(TARGET), -2);
    state = checkpoint();
    assertThat(events()).last().isEqualTo("2 INFO progress f {\"num_tombstones\":3}");
    assertThat(accumulated(shown)).isEqualTo(3);

    start(plan("run 3", STATE + "-generation-2"), state);
    assertThat(accumulated(shown)).isZero();
    start(plan("run 4", STATE), checkpoint());
    assertThat(accumulated(shown)).as("what was left behind does not come back").isZero();
  }
}
