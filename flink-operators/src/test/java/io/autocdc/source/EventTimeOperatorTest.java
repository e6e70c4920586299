// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.Test;

class EventTimeOperatorTest {

  private static final Duration NEVER = Duration.ZERO;

  @Test
  void theWatermarkStaysBehindTheNewestRow() throws Exception {
    try (var harness = harness(NEVER)) {
      harness.processElement(row(50_000L), 0);
      harness.processElement(row(40_000L), 0);
      harness.setProcessingTime(200);
      harness.setProcessingTime(400);
      harness.processElement(row(60_000L), 0);
      harness.setProcessingTime(600);
      assertThat(output(harness)).containsExactly("50000", "40000", "W44999", "60000", "W54999");
    }
  }

  @Test
  void rowsWithoutTimeLeaveTheWatermarkAlone() throws Exception {
    try (var harness = harness(NEVER)) {
      harness.processElement(row(null), 0);
      harness.setProcessingTime(200);
      harness.processElement(row(-1L), 0);
      harness.processElement(row(null), 0);
      harness.setProcessingTime(400);
      assertThat(output(harness)).containsExactly("none", "-1", "none", "W-5002");
    }
  }

  @Test
  void passesOnThatTheSourceIsIdleBehindItsLastWatermark() throws Exception {
    try (var harness = harness(NEVER)) {
      harness.processElement(row(50_000L), 0);
      harness.processWatermarkStatus(WatermarkStatus.IDLE);
      harness.processElement(row(60_000L), 0);
      assertThat(output(harness)).containsExactly("50000", "W44999", "idle", "active", "60000");
    }
  }

  @Test
  void aStreamWithoutRowsIsIdleAfterTheTimeout() throws Exception {
    try (var harness = harness(Duration.ofSeconds(10))) {
      harness.setProcessingTime(5_000);
      harness.processElement(row(50_000L), 0);
      harness.setProcessingTime(14_000);
      assertThat(output(harness)).containsExactly("50000", "W44999");
      harness.setProcessingTime(15_000);
      harness.setProcessingTime(30_000);
      harness.processElement(row(51_000L), 0);
      assertThat(output(harness)).containsExactly("50000", "W44999", "idle", "active", "51000");
    }
  }

  @Test
  void onlyTheEndOfAllTimeComesThroughFromTheSource() throws Exception {
    try (var harness = harness(NEVER)) {
      harness.processElement(row(50_000L), 0);
      harness.processWatermark(new Watermark(7));
      harness.processWatermark(Watermark.MAX_WATERMARK);
      harness.setProcessingTime(200);
      assertThat(output(harness)).containsExactly("50000", "W" + Long.MAX_VALUE);
    }
  }

  @Test
  void eventTimeGoesOnAfterARestartWhereTheSlowestSubtaskStood() throws Exception {
    OperatorSubtaskState saved;
    try (var fast = harness(2, 0, null);
        var slow = harness(2, 1, null)) {
      fast.processElement(row(90_000L), 0);
      slow.processElement(row(50_000L), 0);
      saved =
          AbstractStreamOperatorTestHarness.repackageState(
              fast.snapshot(1, 1), slow.snapshot(1, 1));
    }
    for (int subtask = 0; subtask < 3; subtask++) {
      try (var harness = harness(3, subtask, restored(saved, 2, 3, subtask))) {
        harness.processElement(row(10_000L), 0);
        harness.setProcessingTime(200);
        harness.processElement(row(60_000L), 0);
        harness.setProcessingTime(400);
        assertThat(output(harness)).containsExactly("W44999", "10000", "60000", "W54999");
      }
    }
  }

  @Test
  void aSubtaskWithoutRowsDoesNotHoldEventTimeBackAfterARestart() throws Exception {
    OperatorSubtaskState saved;
    try (var busy = harness(2, 0, null);
        var empty = harness(2, 1, null)) {
      busy.processElement(row(90_000L), 0);
      saved =
          AbstractStreamOperatorTestHarness.repackageState(
              busy.snapshot(1, 1), empty.snapshot(1, 1));
    }
    try (var harness = harness(1, 0, restored(saved, 2, 1, 0))) {
      harness.setProcessingTime(200);
      assertThat(output(harness)).containsExactly("W84999");
    }
  }

  private static OperatorSubtaskState restored(
      OperatorSubtaskState saved, int before, int after, int subtask) {
    return AbstractStreamOperatorTestHarness.repartitionOperatorState(
        saved, 16, before, after, subtask);
  }

  private static OneInputStreamOperatorTestHarness<RowData, RowData> harness(
      int parallelism, int subtask, OperatorSubtaskState restored) throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<RowData, RowData>(
            new EventTimeOperator(0, 3, Duration.ofSeconds(5), NEVER), 16, parallelism, subtask);
    harness.getExecutionConfig().setAutoWatermarkInterval(200);
    harness.setup();
    if (restored != null) {
      harness.initializeState(restored);
    }
    harness.open();
    return harness;
  }

  private static OneInputStreamOperatorTestHarness<RowData, RowData> harness(Duration idleTimeout)
      throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<RowData, RowData>(
            new EventTimeOperator(0, 3, Duration.ofSeconds(5), idleTimeout));
    harness.getExecutionConfig().setAutoWatermarkInterval(200);
    harness.open();
    return harness;
  }

  private static RowData row(Long millis) {
    return GenericRowData.of(millis == null ? null : TimestampData.fromEpochMillis(millis));
  }

  private static List<String> output(OneInputStreamOperatorTestHarness<RowData, RowData> harness) {
    return harness.getOutput().stream().map(EventTimeOperatorTest::describe).toList();
  }

  private static String describe(Object element) {
    if (element instanceof StreamRecord<?> record) {
      return record.hasTimestamp() ? String.valueOf(record.getTimestamp()) : "none";
    }
    if (element instanceof Watermark mark) {
      return "W" + mark.getTimestamp();
    }
    return ((WatermarkStatus) element).isIdle() ? "idle" : "active";
  }
}
