// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Event;
import io.autocdc.merge.Expiry;
import io.autocdc.merge.Horizon;
import io.autocdc.merge.Outcome;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.state.KeyHead;
import io.autocdc.spi.FlowCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.table.data.RowData;

/**
 * A merger of a target with history, where events become final and are dropped from state
 * (semantics.md, section 9). A key has one timer at a time: what became final is dropped when it
 * fires, and it is set again as long as something is left to become final. Which events come too
 * late does not depend on that.
 */
abstract class HistoryMerger extends KeyMerger {

  private static final long serialVersionUID = 1L;

  private final Retention history;
  private transient StateTimeline timeline;
  private transient long newestTime;

  /**
   * @param tombstones how long deletes of keys without history are remembered
   * @param history how long events stay open to change
   */
  HistoryMerger(TargetShape target, Retention tombstones, Retention history) {
    super(target, tombstones);
    this.history = history;
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    timeline = new StateTimeline(this, context, sortedState);
  }

  final StateTimeline timeline() {
    return timeline;
  }

  final Retention history() {
    return history;
  }

  /**
   * The time of the clock of history, in ms; {@link Event#UNKNOWN} before the first watermark. It
   * never goes back.
   */
  final long clock(TimerService timers) {
    if (!history.isAtEnd(timers)) {
      newestTime = Math.max(newestTime, history.now(timers));
    }
    return newestTime;
  }

  /** Tells, before {@link #open}, the time at which the clock had stood. */
  final void setClock(long time) {
    newestTime = time;
  }

  @Override
  final Outcome merge(
      ChangeEvent change, Long timestamp, Sequence truncatedAt, TimerService timers) {
    KeyHead before = head();
    if (history.isForEver()) {
      timeline.turnToCurrentKey(!change.isDelete(), tombstoneClock(timers), false);
      return remembered(merge(change, change.event(), Horizon.NONE));
    }
    long now = clock(timers);
    Event<RowData> event = change.event().at(timeOf(timestamp, now));
    boolean unknown = event.time() == Event.UNKNOWN;
    // The first event of a key has nothing before it that could be dropped.
    boolean expires = before != null || unknown;
    boolean reminded = before != null && before.isExpiring();
    timeline.turnToCurrentKey(!change.isDelete(), tombstoneClock(timers), expires);
    Outcome outcome = remembered(merge(change, event, horizon(now)));
    if (outcome.isApplied() && expires && (unknown || !reminded)) {
      remind(event.time(), timers);
    }
    return outcome;
  }

  private Outcome remembered(Outcome outcome) {
    if (outcome.isApplied()) {
      timeline.rememberKey();
    }
    return outcome;
  }

  /** An event without a time of its own has that of its arrival. */
  private long timeOf(Long timestamp, long now) {
    return timestamp == null || !history.eventTime() ? now : Math.max(timestamp, Event.FINAL + 1);
  }

  private Horizon horizon(long now) {
    return now < Event.FINAL + history.millis()
        ? Horizon.NONE
        : new Horizon(now - history.millis());
  }

  private void remind(long time, TimerService timers) {
    history.remind(time == Event.UNKNOWN ? time : time + 1, timers);
  }

  /** Drops what is final of the current key. */
  @Override
  final void expireHistory(TimerService timers) {
    if (history.isForEver() || history.isAtEnd(timers)) {
      return;
    }
    long now = clock(timers);
    timeline.turnToCurrentKey(false, tombstoneClock(timers), true);
    if (now == Event.UNKNOWN) {
      timeline.rememberKey();
      remind(Event.UNKNOWN, timers);
      return;
    }
    Expiry expiry = expire(horizon(now), now);
    count(FlowCounter.HISTORY_EXPIRED, expiry.dropped());
    timeline.setExpiring(expiry.isPending());
    timeline.rememberKey();
    if (expiry.isPending()) {
      remind(expiry.next(), timers);
    }
  }

  /**
   * Applies an event over the timeline of the current key.
   *
   * @param event the change as an event with its time
   */
  abstract Outcome merge(ChangeEvent change, Event<RowData> event, Horizon horizon);

  /**
   * Drops what is final of the current key, which has a head.
   *
   * @param now time of the clock, in ms
   */
  abstract Expiry expire(Horizon horizon, long now);

  /** Deletes of a key without history close nothing; those that end a visible row belong to it. */
  @Override
  final boolean isTombstone(KeyHead head) {
    return head.isDelete() && !head.hasHistory();
  }

  @Override
  void clearKey() {
    super.clearKey();
    timeline.clearLog();
  }
}
