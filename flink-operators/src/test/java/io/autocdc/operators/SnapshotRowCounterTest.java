// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.merge.Sequence;
import io.autocdc.spi.SnapshotEnds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.junit.jupiter.api.Test;

class SnapshotRowCounterTest {

  private OneInputStreamOperatorTestHarness<ChangeEvent, ChangeEvent> operator;

  @Test
  void theRowsOfASnapshotAreToldAtItsEndAlsoAfterARestart() throws Exception {
    operator = start(null);
    row(1);
    row(1);
    end(1);
    row(2);
    OperatorSubtaskState state = operator.snapshot(1, 1);
    assertThat(counts()).containsExactly("1: 2");
    operator.close();
    operator = start(state);
    end(1); // As the source does.
    row(2);
    end(2);
    end(3);
    row(4);
    end(4);
    assertThat(counts()).containsExactly("2: 2", "4: 1");
    operator.close();
  }

  private static OneInputStreamOperatorTestHarness<ChangeEvent, ChangeEvent> start(
      OperatorSubtaskState state) throws Exception {
    var started =
        new OneInputStreamOperatorTestHarness<ChangeEvent, ChangeEvent>(
            new SnapshotRowCounter(new BigIntType()));
    started.setup(
        new ChangeEventTypeInfo(1, 1, false).createSerializer(new SerializerConfigImpl()));
    if (state != null) {
      started.initializeState(state);
    }
    started.open();
    return started;
  }

  private void row(long number) throws Exception {
    Sequence sequence = new Sequence(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    operator.processElement(
        new StreamRecord<>(new ChangeEvent(0, null, sequence, new BinaryRowData(1), null)));
  }

  private void end(long number) throws Exception {
    operator.processWatermark(new Watermark(number));
  }

  private List<String> counts() {
    List<String> counts = new ArrayList<>();
    for (StreamRecord<RowData> told :
        operator.getSideOutput(SnapshotRowCounter.counts(new BigIntType()))) {
      RowData count = told.getValue();
      assertThat(SnapshotEnds.isCount(count)).isTrue();
      counts.add(SnapshotEnds.number(count) + ": " + SnapshotEnds.rows(count));
    }
    return counts;
  }
}
