// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.BitemporalCore;
import io.autocdc.merge.Event;
import io.autocdc.merge.Expiry;
import io.autocdc.merge.Horizon;
import io.autocdc.merge.KnownEvent;
import io.autocdc.merge.Outcome;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.data.RowData;

/**
 * {@link BitemporalCore} over keyed state: a timeline as for SCD type 2 with what is believed now,
 * and beside it what became known when.
 */
final class BitemporalMerger extends HistoryMerger {

  private static final long serialVersionUID = 1L;

  private transient BitemporalCore<RowData> core;
  private transient StateBeliefs beliefs;

  BitemporalMerger(TargetShape target, Retention tombstones, Retention history) {
    super(target, tombstones, history);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new BitemporalCore<>(target().semantics());
    beliefs = new StateBeliefs(timeline(), target(), context);
  }

  @Override
  Outcome merge(ChangeEvent change, Event<RowData> event, Horizon horizon) {
    return core.apply(new KnownEvent<>(change.system(), event), horizon, beliefs, emitter());
  }

  @Override
  Expiry expire(Horizon horizon, long now) {
    return core.expire(horizon, now, beliefs);
  }

  @Override
  void clearKey() {
    super.clearKey();
    beliefs.clear();
  }
}
