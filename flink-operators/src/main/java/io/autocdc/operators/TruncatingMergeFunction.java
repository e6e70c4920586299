// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Sequence;
import io.autocdc.operators.ledger.Tallying;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/**
 * Keeps an SCD type 1 target with truncates. The greatest truncate is known to every subtask
 * through broadcast state, for ever: it removes the rows of all keys when it comes, and stands
 * against every event at or below it that comes later, of keys never seen as well (semantics.md,
 * section 3).
 */
final class TruncatingMergeFunction
    extends KeyedBroadcastProcessFunction<RowData, ChangeEvent, byte[], RowData>
    implements Tallying {

  private static final long serialVersionUID = 1L;

  /** One entry, {@link #GREATEST}: the bytes of the greatest truncate's sequence. */
  static final MapStateDescriptor<String, byte[]> TRUNCATES =
      new MapStateDescriptor<>(
          "truncates", Types.STRING, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);

  private static final String GREATEST = "greatest";

  private final TruncatableMerger merger;

  TruncatingMergeFunction(TruncatableMerger merger) {
    this.merger = merger;
  }

  @Override
  public void open(OpenContext context) {
    merger.open(getRuntimeContext(), false);
  }

  @Override
  public void processElement(ChangeEvent change, ReadOnlyContext context, Collector<RowData> out)
      throws Exception {
    merger.process(
        change,
        context.timestamp(),
        greatest(context.getBroadcastState(TRUNCATES)),
        context.timerService(),
        out);
  }

  @Override
  public void processBroadcastElement(byte[] truncate, Context context, Collector<RowData> out)
      throws Exception {
    BroadcastState<String, byte[]> state = context.getBroadcastState(TRUNCATES);
    Sequence truncatedAt = new Sequence(truncate);
    Sequence known = greatest(state);
    if (known != null && truncatedAt.compareTo(known) <= 0) {
      return;
    }
    state.put(GREATEST, truncate);
    context.applyToKeyedState(
        merger.headDescriptor(), (key, head) -> merger.truncate(truncatedAt, key, out));
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<RowData> out)
      throws Exception {
    merger.onTimer(context.timerService());
  }

  @Override
  public void drainTallies(Consumer<RowData> ledger) {
    merger.drainTallies(ledger);
  }

  /** The greatest truncate; null if there was none. */
  static Sequence greatest(ReadOnlyBroadcastState<String, byte[]> state) throws Exception {
    byte[] bytes = state.get(GREATEST);
    return bytes == null ? null : new Sequence(bytes);
  }
}
