// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.source.RichSourceFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;

/**
 * Sends batches of rows; each waits until a checkpoint has completed that holds those before it. So
 * a test knows which rows share a checkpoint.
 */
public final class ScriptedSource extends RichSourceFunction<RowData>
    implements CheckpointedFunction, CheckpointListener {

  /** What the source does behind the last batch. */
  public enum End {
    FINISH,
    STAY_OPEN
  }

  private static final long serialVersionUID = 1L;

  private final RowType type;
  private final List<List<Row>> batches;
  private final End end;

  private transient RowRowConverter converter;
  private transient ListState<Integer> sentState;
  private transient Map<Long, Integer> sentByCheckpoint;
  private transient int sent;
  private transient volatile int completed;
  private transient volatile boolean cancelled;

  private ScriptedSource(RowType type, List<List<Row>> batches, End end) {
    this.type = type;
    this.batches = new ArrayList<>(batches);
    this.end = end;
  }

  /** Adds the source, with parallelism 1. */
  @SuppressWarnings("deprecation")
  public static DataStream<RowData> add(
      StreamExecutionEnvironment env, RowType type, End end, List<List<Row>> batches) {
    return env.addSource(new ScriptedSource(type, batches, end), InternalTypeInfo.of(type))
        .setParallelism(1)
        .uid("source");
  }

  @Override
  public void open(Configuration parameters) {
    converter = TestRows.converter(type);
  }

  @Override
  public void run(SourceContext<RowData> out) throws Exception {
    while (!cancelled && sent < batches.size()) {
      synchronized (out.getCheckpointLock()) {
        batches.get(sent).forEach(row -> out.collect(converter.toInternal(row)));
        sent++;
      }
      while (!cancelled && completed < sent && (end == End.STAY_OPEN || sent < batches.size())) {
        Thread.sleep(5);
      }
    }
    while (!cancelled && end == End.STAY_OPEN) {
      Thread.sleep(5);
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    sentByCheckpoint = new ConcurrentHashMap<>();
    sentState =
        context.getOperatorStateStore().getListState(new ListStateDescriptor<>("sent", Types.INT));
    for (int restored : sentState.get()) {
      sent = restored;
      completed = restored;
    }
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    sentState.update(Collections.singletonList(sent));
    sentByCheckpoint.put(context.getCheckpointId(), sent);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    completed = Math.max(completed, sentByCheckpoint.getOrDefault(checkpointId, 0));
  }
}
