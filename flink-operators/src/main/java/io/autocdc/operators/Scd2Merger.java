// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Event;
import io.autocdc.merge.Expiry;
import io.autocdc.merge.Horizon;
import io.autocdc.merge.Outcome;
import io.autocdc.merge.Scd2Core;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.data.RowData;

/** {@link Scd2Core} over keyed state: the head at hand, everything older in a sorted log. */
final class Scd2Merger extends HistoryMerger {

  private static final long serialVersionUID = 1L;

  private transient Scd2Core<RowData> core;

  Scd2Merger(TargetShape target, Retention tombstones, Retention history) {
    super(target, tombstones, history);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new Scd2Core<>(target().semantics());
  }

  @Override
  Outcome merge(ChangeEvent change, Event<RowData> event, Horizon horizon) {
    return core.apply(event, horizon, timeline(), emitter());
  }

  @Override
  Expiry expire(Horizon horizon, long now) {
    return core.expire(horizon, now, timeline());
  }
}
