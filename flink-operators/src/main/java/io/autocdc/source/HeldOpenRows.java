// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import io.autocdc.spi.RunSignals;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;

/**
 * Keeps rows that have an end open behind it, so that a run can stop with a savepoint. What gives
 * them may finish; a silent source beside them does not.
 */
public final class HeldOpenRows {

  private HeldOpenRows() {}

  /** The same rows for what stays open by itself. */
  public static SingleOutputStreamOperator<RowData> asTheyAre(
      DataStream<RowData> rows, String source, String uid) {
    return rows.map(row -> row)
        .returns(rows.getType())
        .name("source: " + source)
        .setParallelism(rows.getParallelism())
        .uid(uid + "-rows");
  }

  /**
   * The same rows and watermarks, without an end. Every subtask tells the client when it has seen
   * all rows, see {@link RunSignals#inputRead}.
   *
   * @param source name of the source
   * @param uid prefix for the uids of the operators
   */
  public static SingleOutputStreamOperator<RowData> of(
      DataStream<RowData> rows, String source, String uid) {
    StreamExecutionEnvironment env = rows.getExecutionEnvironment();
    HeldOpenSource<Long, ?, ?> silence =
        new HeldOpenSource<>(new NumberSequenceSource(0, 0), Types.LONG, () -> 1L);
    DataStream<Long> open =
        env.fromSource(silence, WatermarkStrategy.noWatermarks(), "held open: " + source)
            .setParallelism(1)
            .uid(uid + "-open");
    return rows.connect(open)
        .transform(
            "end of input: " + source,
            rows.getType(),
            new EndOfInputOperator(RunSignals.inputRead(source)))
        .setParallelism(rows.getParallelism())
        .uid(uid + "-end");
  }
}
