// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.operators.ProcessingTimeService.ProcessingTimeCallback;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;

/**
 * Gives rows their event time and the stream its watermark, which stays a fixed time behind the
 * newest row. Unlike Flink's own operator it passes on that a source is idle: a source held open at
 * the end of its input must not hold back the others. Rows without a time leave the watermark
 * alone. Event time goes on after a restart where it stood: every subtask begins at the least of
 * the times that were reached.
 */
final class EventTimeOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, ProcessingTimeCallback {

  private static final long serialVersionUID = 1L;

  /** Time of the newest row of each subtask that has seen one, in ms. */
  private static final ListStateDescriptor<Long> NEWEST =
      new ListStateDescriptor<>("newest-event-time", Types.LONG);

  private final int column;
  private final int precision;
  private final long delayMillis;
  private final long idleMillis;

  private transient ListState<Long> saved;
  private transient boolean restored;
  private transient long interval;
  private transient long newest;
  private transient long emitted;
  private transient long lastRowAt;
  private transient boolean idle;

  /**
   * @param column position of a TIMESTAMP or TIMESTAMP_LTZ column
   * @param precision its precision
   * @param delay how far the watermark stays behind the newest row
   * @param idleTimeout after this time without a row the stream counts as idle; zero for never
   */
  EventTimeOperator(int column, int precision, Duration delay, Duration idleTimeout) {
    this.column = column;
    this.precision = precision;
    this.delayMillis = delay.toMillis();
    this.idleMillis = idleTimeout.toMillis();
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    saved = context.getOperatorStateStore().getUnionListState(NEWEST);
    newest = Long.MAX_VALUE;
    for (long time : saved.get()) {
      newest = Math.min(newest, time);
    }
    restored = newest != Long.MAX_VALUE;
    if (!restored) {
      newest = Long.MIN_VALUE;
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    saved.update(newest == Long.MIN_VALUE ? List.of() : List.of(newest));
  }

  @Override
  public void open() throws Exception {
    super.open();
    emitted = Long.MIN_VALUE;
    interval = getExecutionConfig().getAutoWatermarkInterval();
    lastRowAt = getProcessingTimeService().getCurrentProcessingTime();
    if (interval > 0) {
      schedule();
    }
  }

  @Override
  public void processElement(StreamRecord<RowData> element) {
    if (idleMillis > 0) {
      lastRowAt = getProcessingTimeService().getCurrentProcessingTime();
    }
    if (idle) {
      setIdle(false);
    }
    if (restored) {
      // The first row after a restart must not meet a stream without a time.
      restored = false;
      emitWatermark();
    }
    RowData row = element.getValue();
    if (row.isNullAt(column)) {
      element.eraseTimestamp();
    } else {
      TimestampData time = row.getTimestamp(column, precision);
      element.setTimestamp(time.getMillisecond());
      newest = Math.max(newest, time.getMillisecond());
    }
    output.collect(element);
  }

  @Override
  public void onProcessingTime(long now) {
    emitWatermark();
    if (idleMillis > 0 && !idle && now - lastRowAt >= idleMillis) {
      setIdle(true);
    }
    schedule();
  }

  /** The watermark is this operator's own, but the end of the stream stays the end. */
  @Override
  public void processWatermark(Watermark mark) {
    if (mark.getTimestamp() == Long.MAX_VALUE) {
      emitted = Long.MAX_VALUE;
      output.emitWatermark(mark);
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) {
    emitWatermark();
    if (idle != status.isIdle()) {
      setIdle(status.isIdle());
    }
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    emitWatermark();
  }

  private void emitWatermark() {
    // A watermark promises that no row with its own time or an older one follows, hence the one.
    long mark = newest - delayMillis - 1;
    if (newest != Long.MIN_VALUE && mark > emitted) {
      emitted = mark;
      output.emitWatermark(new Watermark(mark));
    }
  }

  private void setIdle(boolean nowIdle) {
    idle = nowIdle;
    output.emitWatermarkStatus(nowIdle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE);
  }

  private void schedule() {
    long now = getProcessingTimeService().getCurrentProcessingTime();
    getProcessingTimeService().registerTimer(now + interval, this);
  }
}
