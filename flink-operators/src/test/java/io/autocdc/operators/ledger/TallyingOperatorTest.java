// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.View.QualityView;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.ExpectationFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TallyingOperatorTest {

  private static final TableSchema SCHEMA = TableSchema.parse("id BIGINT");
  private static final QualityView VIEW =
      new QualityView(
          "v", "s", List.of(new Expectation("rule", "id > 0", Expectation.Action.DROP)));

  private OneInputStreamOperatorTestHarness<RowData, RowData> harness;

  @BeforeEach
  void start() throws Exception {
    harness =
        new OneInputStreamOperatorTestHarness<>(
            new TallyingOperator<>(new ExpectationFunction(VIEW, SCHEMA)));
    harness.setup(InternalTypeInfo.of(SCHEMA.toRowType()).toSerializer());
    harness.open();
  }

  @AfterEach
  void stop() throws Exception {
    harness.close();
  }

  private void row(long id, Boolean rule) throws Exception {
    harness.processElement(new StreamRecord<>(GenericRowData.of(id, rule)));
  }

  /** What a checkpoint sends in front of its barrier. */
  private Map<Counted, Long> checkpoint(long id) throws Exception {
    harness.prepareSnapshotPreBarrier(id);
    Map<Counted, Long> sent = new HashMap<>();
    var tallies = harness.getSideOutput(Tallying.TALLIES);
    while (tallies != null && !tallies.isEmpty()) {
      RowData tally = tallies.poll().getValue();
      assertThat(sent.put(TallyRows.counted(tally), TallyRows.amount(tally))).isNull();
    }
    return sent;
  }

  @Test
  void everyCheckpointSendsWhatCameSinceTheOneBeforeAndNothingElse() throws Exception {
    Counted passed = Counted.passed("v", "rule");
    Counted failed = Counted.failed("v", "rule");
    row(1, true);
    row(2, true);
    row(-1, false);
    row(0, null);
    assertThat(harness.getSideOutput(Tallying.TALLIES)).isNull();
    assertThat(checkpoint(1)).isEqualTo(Map.of(passed, 2L, failed, 2L));
    assertThat(checkpoint(2)).isEmpty();
    row(3, true);
    assertThat(checkpoint(3)).isEqualTo(Map.of(passed, 1L));
  }

  @Test
  void theEndOfTheInputSendsTheRest() throws Exception {
    row(1, true);
    ((TallyingOperator<?, ?>) harness.getOperator()).finish();
    assertThat(harness.getSideOutput(Tallying.TALLIES)).hasSize(1);
  }
}
