// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/** Gives records the time of one of their columns as timestamp, and leaves watermarks alone. */
final class TimestampOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final int column;
  private final int precision;

  /**
   * @param column position of a TIMESTAMP or TIMESTAMP_LTZ column
   * @param precision its precision
   */
  TimestampOperator(int column, int precision) {
    this.column = column;
    this.precision = precision;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  public void processElement(StreamRecord<RowData> element) {
    RowData row = element.getValue();
    if (row.isNullAt(column)) {
      element.eraseTimestamp();
    } else {
      element.setTimestamp(row.getTimestamp(column, precision).getMillisecond());
    }
    output.collect(element);
  }
}
