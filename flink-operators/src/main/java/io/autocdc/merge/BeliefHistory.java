// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Grows the beliefs of one key from its events in the order in which they became known. What is
 * believed at each system time is an SCD type 2 timeline, kept by {@link Scd2Core}; what that
 * changes at a system time closes one belief and opens another.
 */
final class BeliefHistory<R> implements ChangeSink<R> {

  private final RowSemantics<R> rows;
  private final Scd2Core<R> core;
  private final TreeTimeline<R> timeline = new TreeTimeline<>();

  /** Beliefs that have ended. */
  private final List<Belief<R>> closed = new ArrayList<>();

  /** Beliefs that hold, by their business start. */
  private final Map<Sequence, Belief<R>> open = new TreeMap<>();

  private Sequence now;

  BeliefHistory(RowSemantics<R> rows, Scd2Core<R> core) {
    this.rows = rows;
    this.core = core;
  }

  /**
   * Grows the beliefs that follow from events.
   *
   * @param events the events in the order of their system times
   * @param base what has been dropped of them; null if nothing
   */
  static <R> BeliefHistory<R> grow(
      List<KnownEvent<R>> events, BeliefBase base, RowSemantics<R> rows, Scd2Core<R> core) {
    BeliefHistory<R> history = new BeliefHistory<>(rows, core);
    if (base == null) {
      events.forEach(history::learn);
      return history;
    }
    TreeMap<Sequence, Event<R>> believed = new TreeMap<>();
    for (KnownEvent<R> known : events) {
      if (known.system().compareTo(base.system()) <= 0) {
        believed.put(known.event().sequence(), known.event());
      }
    }
    history.begin(believed.values(), base.since());
    for (KnownEvent<R> known : events) {
      if (known.system().compareTo(base.system()) > 0) {
        history.learn(known);
      }
    }
    return history;
  }

  /** Takes what was believed at some time, in order, with since when. */
  private void begin(Collection<Event<R>> events, Map<Sequence, Sequence> since) {
    Sequence lastStart = null;
    for (Version<R> version : core.versions(events)) {
      lastStart = version.start();
      open.put(lastStart, new Belief<>(version, since.get(lastStart), null));
    }
    for (Event<R> event : events) {
      Timeline.Head<R> older = timeline.head();
      if (older != null) {
        timeline.put(older.newest());
      }
      timeline.setHead(new Timeline.Head<>(event, event.isDelete() ? null : lastStart));
    }
  }

  /** What is believed at last. */
  TreeTimeline<R> timeline() {
    return timeline;
  }

  /** Since when the rows that start at some times are believed. */
  Map<Sequence, Sequence> since(Set<Sequence> starts) {
    Map<Sequence, Sequence> since = new HashMap<>();
    open.forEach(
        (start, belief) -> {
          if (starts.contains(start)) {
            since.put(start, belief.systemStart());
          }
        });
    return since;
  }

  /**
   * Takes the next event; system times must not descend, and there is one event for each pair of
   * times. An event with the business time of one that was known before corrects it.
   */
  void learn(KnownEvent<R> known) {
    now = known.system();
    core.correct(known.event(), timeline, this);
  }

  /** All beliefs so far. */
  List<Belief<R>> beliefs() {
    List<Belief<R>> all = new ArrayList<>(closed);
    all.addAll(open.values());
    return all;
  }

  /** Makes a state believe what is believed here. */
  void copyTo(BeliefState<R> state) {
    state.clearBeliefs();
    timeline.copyTo(state.believed());
    open.forEach((start, belief) -> state.setBelievedSince(start, belief.systemStart()));
  }

  @Override
  public void insert(Version<R> version) {
    for (int i = closed.size() - 1; i >= 0 && now.equals(closed.get(i).systemEnd()); i--) {
      if (same(closed.get(i).version(), version)) {
        // It ended at this very time: nobody has ever seen it ended.
        Belief<R> reopened = closed.remove(i).closedAt(null);
        open.put(version.start(), reopened);
        return;
      }
    }
    open.put(version.start(), new Belief<>(version, now, null));
  }

  @Override
  public void update(Version<R> before, Version<R> after) {
    delete(before);
    insert(after);
  }

  @Override
  public void delete(Version<R> version) {
    Belief<R> belief = open.remove(version.start());
    if (!belief.systemStart().equals(now)) {
      closed.add(belief.closedAt(now));
    }
  }

  private boolean same(Version<R> a, Version<R> b) {
    return a.start().equals(b.start())
        && Objects.equals(a.end(), b.end())
        && rows.compare(a.row(), b.row()) == 0;
  }
}
