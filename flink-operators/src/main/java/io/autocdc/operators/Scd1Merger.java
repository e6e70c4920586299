// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.merge.Event;
import io.autocdc.merge.Outcome;
import io.autocdc.merge.Scd1Core;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.state.KeyHead;
import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** {@link Scd1Core} over keyed state: the head is all there is. */
final class Scd1Merger extends KeyMerger {

  private static final long serialVersionUID = 1L;

  private transient Scd1Core<RowData> core;
  private transient HeadAsState state;

  Scd1Merger(ResolvedFlow target, List<String> flows, Retention retention) {
    super(target, flows, retention);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new Scd1Core<>(semantics());
    state = new HeadAsState();
  }

  @Override
  Outcome merge(Event<RowData> event, Sequence truncatedAt, long now) {
    state.now = now;
    return core.apply(event, truncatedAt, state, emitter());
  }

  /** Applies a truncate to a key whose state is given, outside of the processing of events. */
  void truncate(
      Sequence truncatedAt, RowData key, ValueState<KeyHead> keyState, Collector<RowData> out)
      throws Exception {
    KeyHead head = keyState.value();
    if (head == null) {
      return;
    }
    core.truncate(truncatedAt, new OneKey(head, keyState), emitter().of(key, out));
  }

  @Override
  boolean isTombstone(KeyHead head) {
    return head.isDelete();
  }

  private static Event<RowData> newest(KeyHead head) {
    return head == null ? null : new Event<>(head.sequence(), head.row());
  }

  private final class HeadAsState implements Scd1Core.State<RowData> {
    private long now;

    @Override
    public Event<RowData> newest() {
      return Scd1Merger.newest(head());
    }

    @Override
    public void setNewest(Event<RowData> event) {
      setHead(KeyHead.of(event, null, false, now));
    }

    @Override
    public void clear() {
      clearKey();
    }
  }

  private record OneKey(KeyHead head, ValueState<KeyHead> state)
      implements Scd1Core.State<RowData> {

    @Override
    public Event<RowData> newest() {
      return Scd1Merger.newest(head);
    }

    @Override
    public void setNewest(Event<RowData> event) {
      throw new IllegalStateException("a truncate removes rows, it sets none");
    }

    @Override
    public void clear() {
      state.clear();
    }
  }
}
