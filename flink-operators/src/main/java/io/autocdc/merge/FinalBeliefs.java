// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Retention of bitemporal history (semantics.md, section 9). An event is final on both axes: what
 * comes later must be newer than every final event in system time, since it would rewrite what was
 * believed, and in business time, since it would rewrite what held.
 */
final class FinalBeliefs<R> {

  private final RowSemantics<R> rows;
  private final Scd2Core<R> core;

  FinalBeliefs(RowSemantics<R> rows, Scd2Core<R> core) {
    this.rows = rows;
    this.core = core;
  }

  /** What has been dropped of a key; null if nothing. */
  static <R> BeliefBase base(BeliefState<R> state) {
    return state.believed().isTrimmed() ? state.base() : null;
  }

  /** Why an event is not applied, see {@link FinalEvents#refuse}; null if it may be. */
  Outcome refuse(KnownEvent<R> known, Horizon horizon, BeliefState<R> state) {
    if (horizon.isNone() && !state.believed().isTrimmed()) {
      return null;
    }
    Timeline.Head<R> head = state.believed().head();
    Event<R> event = known.event();
    boolean newest =
        head == null
            || known.system().compareTo(state.newestSystem()) > 0
                && event.sequence().compareTo(head.newest().sequence()) > 0;
    if (!newest) {
      KnownEvent<R> standing = state.knowledge().get(known.system(), event.sequence());
      boolean same =
          standing != null && Ties.resolve(event, standing.event(), rows) == Outcome.DUPLICATE;
      Frontier frontier = Frontier.of(state.knowledge().all(), horizon, base(state));
      if (frontier != null && frontier.covers(known)) {
        return same && frontier.isAt(known) ? Outcome.DUPLICATE : Outcome.TOO_LATE;
      }
      if (same) {
        return Outcome.DUPLICATE;
      }
    }
    return horizon.isBehind(event) ? Outcome.TOO_LATE : null;
  }

  /** Drops what is final, see {@link BitemporalCore#expire}. */
  Expiry expire(Horizon horizon, long now, BeliefState<R> state) {
    List<KnownEvent<R>> events = withTimes(now, state.knowledge());
    Expiry expiry = Expiry.NOTHING;
    for (KnownEvent<R> known : events) {
      if (events.size() > 1 && !horizon.isBehind(known.event())) {
        expiry = expiry.dueWith(known.event().time());
      }
    }
    BeliefBase base = base(state);
    Frontier frontier = Frontier.of(events, horizon, base);
    return frontier == null ? expiry : expiry.dropping(drop(events, frontier, base, state));
  }

  private List<KnownEvent<R>> withTimes(long now, KnowledgeLog<R> knowledge) {
    List<KnownEvent<R>> events = new ArrayList<>();
    for (KnownEvent<R> known : knowledge.all()) {
      if (known.event().time() == Event.UNKNOWN) {
        KnownEvent<R> timed = new KnownEvent<>(known.system(), known.event().at(now));
        knowledge.put(timed);
        events.add(timed);
      } else {
        events.add(known);
      }
    }
    return events;
  }

  private int drop(
      List<KnownEvent<R>> events, Frontier frontier, BeliefBase base, BeliefState<R> state) {
    List<KnownEvent<R>> known = new ArrayList<>();
    Sequence oldestPending = null;
    for (KnownEvent<R> event : events) {
      Sequence business = event.event().sequence();
      if (event.system().compareTo(frontier.system()) <= 0) {
        known.add(event);
      } else if (oldestPending == null || business.compareTo(oldestPending) < 0) {
        oldestPending = business;
      }
    }
    BeliefHistory<R> history = BeliefHistory.grow(known, base, rows, core);
    Map<Sequence, Event<R>> kept = leftContext(history.timeline(), frontier, oldestPending);
    Map<Sequence, Sequence> systems = new HashMap<>();
    Map<Sequence, Long> times = new HashMap<>();
    for (KnownEvent<R> event : known) {
      systems.put(event.event().sequence(), event.system());
      times.merge(event.event().sequence(), event.event().time(), Math::min);
    }
    int dropped = 0;
    for (KnownEvent<R> event : known) {
      Sequence business = event.event().sequence();
      if (!kept.containsKey(business) || !event.system().equals(systems.get(business))) {
        state.knowledge().remove(event);
        dropped++;
      }
    }
    if (dropped > 0) {
      for (Event<R> event : kept.values()) {
        // What it has inherited could not be found again, nor when what it corrects becomes final.
        Sequence business = event.sequence();
        state
            .knowledge()
            .put(new KnownEvent<>(systems.get(business), event.at(times.get(business))));
      }
      state.setBase(
          new BeliefBase(frontier.system(), frontier.business(), history.since(kept.keySet())));
      dropBelieved(frontier.business(), state);
    }
    return dropped;
  }

  /**
   * What must be kept of a timeline so that later events, all of them newer than the frontier or
   * among those that are pending, find what is around them.
   *
   * @param oldestPending business time of the oldest event that comes on top of the timeline; null
   *     if there is none
   */
  private Map<Sequence, Event<R>> leftContext(
      TreeTimeline<R> timeline, Frontier frontier, Sequence oldestPending) {
    List<Event<R>> events = timeline.events();
    Event<R> left = null;
    for (Event<R> event : events) {
      if (event.sequence().compareTo(frontier.business()) <= 0
          && (oldestPending == null || event.sequence().compareTo(oldestPending) < 0)) {
        left = event;
      }
    }
    Sequence runStart = left == null ? null : core.startOfRow(left, timeline);
    Map<Sequence, Event<R>> kept = new HashMap<>();
    for (Event<R> event : events) {
      if (left == null
          || event.sequence().equals(runStart)
          || event.sequence().compareTo(left.sequence()) >= 0) {
        kept.put(event.sequence(), event);
      }
    }
    return kept;
  }

  /**
   * What is believed now has an event at the frontier; rows that end before it stay as they are.
   */
  private void dropBelieved(Sequence business, BeliefState<R> state) {
    Timeline<R> believed = state.believed();
    Event<R> newest = believed.head().newest();
    Event<R> left = newest.sequence().equals(business) ? newest : believed.log().get(business);
    state.forgetBelievedBefore(core.startOfRow(left, believed));
    core.trim(left, believed);
    believed.setTrimmed();
  }
}
