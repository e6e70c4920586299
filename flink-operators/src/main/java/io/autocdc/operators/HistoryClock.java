// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Event;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.TimerService;

/**
 * Carries the clock of history over a restart: without it event time would begin anew, and for a
 * while nothing would come too late. The greatest time of all subtasks counts, so that no key goes
 * back behind what has become final.
 */
final class HistoryClock {

  /** Of each subtask: whether the clock is event time, the time, in ms, and whether timers wait. */
  private static final ListStateDescriptor<Tuple3<Boolean, Long, Boolean>> CLOCK =
      new ListStateDescriptor<>(
          "history-clock", Types.TUPLE(Types.BOOLEAN, Types.LONG, Types.BOOLEAN));

  private final ListState<Tuple3<Boolean, Long, Boolean>> state;
  private final Retention history;
  private final boolean restored;
  private boolean known;
  private long time = Event.UNKNOWN;

  private HistoryClock(
      ListState<Tuple3<Boolean, Long, Boolean>> state, Retention history, boolean restored) {
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
    boolean timersWait = true;
    for (Tuple3<Boolean, Long, Boolean> saved : clock.state.get()) {
      if (saved.f0 == history.eventTime()) {
        clock.known = true;
        clock.time = Math.max(clock.time, saved.f1);
        timersWait &= saved.f2;
      }
    }
    clock.known &= timersWait;
    return clock;
  }

  /** {@link Event#UNKNOWN} if there is none. */
  long restoredTime() {
    return time;
  }

  /**
   * True if keys come without timers: from a time when history had no retention or one by another
   * clock, or from a stream that was at its end.
   */
  boolean isNewToRestoredKeys() {
    return restored && !known && !history.isForEver();
  }

  /** The time counts also where history stays for ever: a later run may declare a retention. */
  void save(long now, TimerService timers) throws Exception {
    boolean timersWait = !history.isForEver() && !history.isAtEnd(timers);
    state.update(List.of(Tuple3.of(history.eventTime(), now, timersWait)));
  }
}
