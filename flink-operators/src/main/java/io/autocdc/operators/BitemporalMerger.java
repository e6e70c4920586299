// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.BitemporalCore;
import io.autocdc.merge.KnownEvent;
import io.autocdc.merge.Outcome;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.state.KeyHead;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.data.RowData;

/**
 * {@link BitemporalCore} over keyed state: a timeline as for SCD type 2 with what is believed now,
 * and beside it what became known when.
 */
final class BitemporalMerger extends KeyMerger {

  private static final long serialVersionUID = 1L;

  private transient BitemporalCore<RowData> core;
  private transient StateTimeline timeline;
  private transient StateBeliefs beliefs;

  BitemporalMerger(TargetShape target, Retention retention) {
    super(target, retention);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new BitemporalCore<>(target().semantics());
    timeline = new StateTimeline(this, context, sortedState);
    beliefs = new StateBeliefs(timeline, target(), context);
  }

  @Override
  Outcome merge(ChangeEvent change, Sequence truncatedAt, long now) {
    timeline.turnToCurrentKey(!change.isDelete(), now);
    KnownEvent<RowData> known = new KnownEvent<>(change.system(), change.event());
    Outcome outcome = core.apply(known, beliefs, emitter());
    if (outcome.isApplied()) {
      timeline.rememberHistory();
    }
    return outcome;
  }

  /** Deletes alone have never made a row, at no system time. */
  @Override
  boolean isTombstone(KeyHead head) {
    return head.isDelete() && !head.hasHistory();
  }

  @Override
  void clearKey() {
    super.clearKey();
    beliefs.clear();
  }
}
