// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Outcome;
import io.autocdc.merge.Scd2Core;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.state.KeyHead;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.data.RowData;

/** {@link Scd2Core} over keyed state: the head at hand, everything older in a sorted log. */
final class Scd2Merger extends KeyMerger {

  private static final long serialVersionUID = 1L;

  private transient Scd2Core<RowData> core;
  private transient StateTimeline timeline;

  Scd2Merger(TargetShape target, Retention retention) {
    super(target, retention);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new Scd2Core<>(target().semantics());
    timeline = new StateTimeline(this, context, sortedState);
  }

  @Override
  Outcome merge(ChangeEvent change, Sequence truncatedAt, long now) {
    timeline.turnToCurrentKey(!change.isDelete(), now);
    Outcome outcome = core.apply(change.event(), timeline, emitter());
    if (outcome.isApplied()) {
      timeline.rememberHistory();
    }
    return outcome;
  }

  /** Deletes of a key without history close nothing; those that end a visible row belong to it. */
  @Override
  boolean isTombstone(KeyHead head) {
    return head.isDelete() && !head.hasHistory();
  }

  @Override
  void clearKey() {
    super.clearKey();
    timeline.clearLog();
  }
}
