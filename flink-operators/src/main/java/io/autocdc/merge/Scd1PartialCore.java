// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import io.autocdc.merge.Timeline.Head;

/**
 * SCD type 1 with partial updates for one key (semantics.md, section 5): the visible row is the
 * newest effective event. Each column may come from another event, so that all events since the
 * newest delete are kept; what is older means nothing any more. Where events that author all
 * columns win ties, the newest of these is such a barrier, too.
 */
public final class Scd1PartialCore<R> {

  private final RowSemantics<R> rows;
  private final Weaver<R> weaver;

  public Scd1PartialCore(RowSemantics<R> rows) {
    this.rows = rows;
    this.weaver = new Weaver<>(rows);
  }

  /**
   * Applies an event.
   *
   * @param truncatedAt the greatest truncate of the table, which deleted every key; null for none
   */
  public Outcome apply(
      Event<R> event, Sequence truncatedAt, Timeline<R> timeline, ChangeSink<R> changes) {
    if (truncatedAt != null && event.sequence().compareTo(truncatedAt) <= 0) {
      return Outcome.STALE;
    }
    Head<R> head = timeline.head();
    if (head == null || event.sequence().compareTo(head.newest().sequence()) > 0) {
      Event<R> last = head == null ? null : head.newest();
      append(event, last, timeline);
      emit(last, timeline.head().newest(), changes);
      return Outcome.NEWEST;
    }
    Outcome outcome = weave(event, head, timeline);
    if (outcome.isApplied()) {
      emit(head.newest(), timeline.head().newest(), changes);
    }
    return outcome;
  }

  /** Applies a truncate of the whole table to a key. */
  public void truncate(Sequence truncatedAt, Timeline<R> timeline, ChangeSink<R> changes) {
    Head<R> head = timeline.head();
    if (head == null) {
      return;
    }
    if (head.newest().sequence().compareTo(truncatedAt) <= 0) {
      timeline.clear();
      emit(head.newest(), null, changes);
      return;
    }
    apply(Event.delete(truncatedAt), null, timeline, changes);
  }

  private void append(Event<R> event, Event<R> last, Timeline<R> timeline) {
    if (!isBarrier(event)) {
      if (last != null) {
        timeline.log().put(last);
      }
    } else if (last != null && (event.isDelete() || !isBarrier(last))) {
      // Nothing is kept below a barrier, so behind another one there is nothing to remove.
      timeline.log().removeBelow(event.sequence());
    }
    timeline.setHead(new Head<>(weaver.effective(event, last), null));
  }

  private Outcome weave(Event<R> event, Head<R> head, Timeline<R> timeline) {
    EventLog<R> log = timeline.log();
    boolean atHead = event.sequence().equals(head.newest().sequence());
    Event<R> present = atHead ? head.newest() : log.get(event.sequence());
    Outcome outcome = Outcome.LATE;
    if (present != null) {
      outcome = Ties.resolve(event, present, rows);
      if (!outcome.isApplied()) {
        return outcome;
      }
    } else {
      Event<R> next = Weaver.higher(event.sequence(), timeline);
      if (isBarrier(next)) {
        return Outcome.STALE;
      }
    }
    Event<R> previous = log.lower(event.sequence());
    if (isBarrier(event)) {
      log.removeBelow(event.sequence());
    }
    weaver.weave(event, present, previous, timeline);
    return outcome;
  }

  /** True if nothing before the event matters. */
  private boolean isBarrier(Event<R> event) {
    return event.isDelete() || rows.completeWins() && !rows.isPartial(event.row());
  }

  private void emit(Event<R> before, Event<R> after, ChangeSink<R> changes) {
    R was = before == null ? null : before.row();
    R is = after == null ? null : after.row();
    if (was == null && is != null) {
      changes.insert(new Version<>(is, null, null));
    } else if (was != null && is == null) {
      changes.delete(new Version<>(was, null, null));
    } else if (was != null && rows.compare(was, is) != 0) {
      changes.update(new Version<>(was, null, null), new Version<>(is, null, null));
    }
  }
}
