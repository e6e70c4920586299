// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * Gives records without a timestamp that of the watermark. Flink's planner wants every record of a
 * stream with watermarks to have one, and takes it off again; nothing depends on its value.
 */
final class TimestampFallbackOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private transient long watermark;

  TimestampFallbackOperator() {
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    watermark = Math.max(0, mark.getTimestamp());
    super.processWatermark(mark);
  }

  @Override
  public void processElement(StreamRecord<RowData> element) {
    if (!element.hasTimestamp()) {
      element.setTimestamp(watermark);
    }
    output.collect(element);
  }
}
