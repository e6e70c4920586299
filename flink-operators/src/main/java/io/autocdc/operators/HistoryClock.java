// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Event;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;

/**
 * Carries the clock of history over a restart: without it event time would begin anew, and for a
 * while nothing would come too late. The greatest time of all subtasks counts, so that no key goes
 * back behind what has become final.
 */
final class HistoryClock {

  /** Of each subtask: whether the clock is event time, and the time, in ms. */
  private static final ListStateDescriptor<Tuple2<Boolean, Long>> CLOCK =
      new ListStateDescriptor<>("history-clock", Types.TUPLE(Types.BOOLEAN, Types.LONG));

  private final ListState<Tuple2<Boolean, Long>> state;
  private final Retention history;
  private final boolean restored;
  private boolean known;
  private long time = Event.UNKNOWN;

  private HistoryClock(
      ListState<Tuple2<Boolean, Long>> state, Retention history, boolean restored) {
    this.state = state;
    this.history = history;
    this.restored = restored;
  }

  static HistoryClock restore(StateInitializationContext context, Retention history)
      throws Exception {
    HistoryClock clock =
        new HistoryClock(
            context.getOperatorStateStore().getUnionListState(CLOCK),
            history,
            context.isRestored());
    for (Tuple2<Boolean, Long> saved : clock.state.get()) {
      if (saved.f0 == history.eventTime()) {
        clock.known = true;
        clock.time = Math.max(clock.time, saved.f1);
      }
    }
    return clock;
  }

  /** {@link Event#UNKNOWN} if there is none. */
  long restoredTime() {
    return time;
  }

  /** True if keys come from a time when history had no retention, or one by another clock. */
  boolean isNewToRestoredKeys() {
    return restored && !known && !history.isForEver();
  }

  /** Keeps nothing for history that stays for ever. */
  void save(long now) throws Exception {
    state.update(history.isForEver() ? List.of() : List.of(Tuple2.of(history.eventTime(), now)));
  }
}
