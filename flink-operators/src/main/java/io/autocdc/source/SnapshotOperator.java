// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import io.autocdc.spi.SnapshotEnds;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.OutputTag;

/**
 * Turns the records of a source into rows of snapshots, with an end and a watermark behind each
 * snapshot, see {@link SnapshotEnds}. Runs with parallelism 1, since snapshots come one after the
 * other.
 *
 * @param <IN> records of the source, with something that marks the end of a snapshot
 */
public abstract class SnapshotOperator<IN> extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<IN, RowData> {

  private static final long serialVersionUID = 1L;

  private static final ListStateDescriptor<long[]> PROGRESS =
      new ListStateDescriptor<>("progress", PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO);

  private final OutputTag<RowData> ends;
  private final long base;

  private transient ListState<long[]> progress;

  /** The snapshot that was read last, given up or not. */
  private transient long number;

  /** Snapshots that were read to their end. */
  private transient long whole;

  /** Rows so far of the snapshot that is being read. */
  private transient long rows;

  /**
   * @param version type of the versions
   * @param generation how often the source has begun anew, from 1
   */
  protected SnapshotOperator(LogicalType version, int generation) {
    this.ends = ends(version);
    this.base = SnapshotEnds.firstNumber(generation) - 1;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  /** Where the ends of snapshots leave. */
  public static OutputTag<RowData> ends(LogicalType version) {
    return new OutputTag<>("snapshot-ends", SnapshotEnds.typeInfo(version));
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    progress = context.getOperatorStateStore().getListState(PROGRESS);
    number = base;
    whole = 0;
    rows = 0;
    for (long[] saved : progress.get()) {
      number = saved[0];
      whole = saved[1];
      rows = saved[2];
    }
  }

  /**
   * Watermarks are not part of a checkpoint; readers must know which snapshots are behind them, and
   * that those of an earlier generation are.
   */
  @Override
  public void open() throws Exception {
    super.open();
    if (number > 0) {
      output.emitWatermark(new Watermark(number));
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    progress.clear();
    progress.add(new long[] {number, whole, rows});
  }

  /** Watermarks of the source mean nothing here. */
  @Override
  public void processWatermark(Watermark mark) {}

  /** The version that the snapshot has if versions are counted. */
  protected final long counter() {
    return whole + 1;
  }

  /** Passes on a row of the snapshot that is being read. */
  protected final void emit(RowData row) {
    rows++;
    // The planner wants every row of a stream with watermarks to have a time.
    output.collect(new StreamRecord<>(row, number + 1));
  }

  /**
   * The snapshot has been read to its end.
   *
   * @param version its version in Flink's internal form
   * @param name what people call it
   */
  protected final void end(Object version, String name) {
    whole++;
    end(version, name, true);
  }

  /** The snapshot cannot be read to its end as it was begun; what was passed on does not count. */
  protected final void giveUp(String name) {
    end(null, name, false);
  }

  private void end(Object version, String name, boolean isWhole) {
    number++;
    RowData end = SnapshotEnds.of(number, version, name, rows, isWhole);
    output.collect(ends, new StreamRecord<>(end, number));
    output.emitWatermark(new Watermark(number));
    rows = 0;
  }
}
