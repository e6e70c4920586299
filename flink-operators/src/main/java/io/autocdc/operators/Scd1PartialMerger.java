// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Outcome;
import io.autocdc.merge.Scd1PartialCore;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.state.KeyHead;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.table.data.RowData;

/**
 * {@link Scd1PartialCore} over keyed state: the head has the visible row, the log the events that
 * it may come from.
 */
final class Scd1PartialMerger extends TruncatableMerger {

  private static final long serialVersionUID = 1L;

  private transient Scd1PartialCore<RowData> core;
  private transient StateTimeline timeline;

  Scd1PartialMerger(TargetShape target, Retention retention) {
    super(target, retention);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new Scd1PartialCore<>(target().semantics());
    timeline = new StateTimeline(this, context, sortedState);
  }

  @Override
  Outcome merge(ChangeEvent change, Long timestamp, Sequence truncatedAt, TimerService timers) {
    timeline.turnToCurrentKey(false, tombstoneClock(timers), false);
    return core.apply(change.event(), truncatedAt, timeline, emitter());
  }

  /** A delete becomes the head only by an event, so there is no time to remember here. */
  @Override
  void truncate(Sequence truncatedAt) {
    timeline.turnToCurrentKey(false, 0, false);
    core.truncate(truncatedAt, timeline, emitter());
  }

  /** Nothing is kept that is older than a delete. */
  @Override
  boolean isTombstone(KeyHead head) {
    return head.isDelete();
  }

  @Override
  void clearKey() {
    super.clearKey();
    timeline.clearLog();
  }
}
