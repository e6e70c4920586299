// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Event;
import io.autocdc.merge.Outcome;
import io.autocdc.merge.Scd1Core;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.state.KeyHead;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.table.data.RowData;

/** {@link Scd1Core} over keyed state: the head is all there is. */
final class Scd1Merger extends TruncatableMerger {

  private static final long serialVersionUID = 1L;

  private transient Scd1Core<RowData> core;
  private transient HeadAsState state;

  Scd1Merger(TargetShape target, Retention retention) {
    super(target, retention);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new Scd1Core<>(target().semantics());
    state = new HeadAsState();
  }

  @Override
  Outcome merge(ChangeEvent change, Long timestamp, Sequence truncatedAt, TimerService timers) {
    state.now = tombstoneClock(timers);
    return core.apply(change.event(), truncatedAt, state, emitter());
  }

  @Override
  void truncate(Sequence truncatedAt) {
    core.truncate(truncatedAt, state, emitter());
  }

  @Override
  boolean isTombstone(KeyHead head) {
    return head.isDelete();
  }

  private final class HeadAsState implements Scd1Core.State<RowData> {
    private long now;

    @Override
    public Event<RowData> newest() {
      KeyHead head = head();
      return head == null ? null : head.newest(rows());
    }

    @Override
    public void setNewest(Event<RowData> event) {
      setHead(KeyHead.of(event, rows(), null, false, now));
    }

    @Override
    public void clear() {
      clearKey();
    }
  }
}
