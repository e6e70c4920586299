// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;

/**
 * Passes on the rows of its first input, and counts its end; its second input has no rows and no
 * end. The end of time, which comes with the end of the input, is not passed on: it would let all
 * state expire.
 */
final class EndOfInputOperator extends AbstractStreamOperator<RowData>
    implements TwoInputStreamOperator<RowData, Long, RowData>, BoundedMultiInput {

  private static final long serialVersionUID = 1L;

  private static final int ROWS = 1;

  private final String signal;

  /**
   * @param signal name of the accumulator that counts subtasks at the end of the input
   */
  EndOfInputOperator(String signal) {
    this.signal = signal;
  }

  @Override
  public void processElement1(StreamRecord<RowData> row) {
    output.collect(row);
  }

  @Override
  public void processElement2(StreamRecord<Long> nothing) {
    // The other input only keeps this operator alive.
  }

  /** The other input is idle from its start on, so that this is the watermark of the rows. */
  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.getTimestamp() != Long.MAX_VALUE) {
      super.processWatermark(mark);
    }
  }

  @Override
  public void endInput(int input) {
    if (input == ROWS) {
      getRuntimeContext().getIntCounter(signal).add(1);
      output.emitWatermarkStatus(WatermarkStatus.IDLE);
    }
  }
}
