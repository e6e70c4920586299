// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Grows the beliefs of one key from its events in the order in which they became known. What is
 * believed at each system time is an SCD type 2 timeline, kept by {@link Scd2Core}; what that
 * changes at a system time closes one belief and opens another.
 */
final class BeliefHistory<R> implements ChangeSink<R> {

  private final RowSemantics<R> rows;
  private final Scd2Core<R> core;
  private final Timeline<R> timeline;

  /** Beliefs that have ended. */
  private final List<Belief<R>> closed = new ArrayList<>();

  /** Beliefs that hold, by their business start. */
  private final Map<Sequence, Belief<R>> open = new HashMap<>();

  /** When the event at a business sequence became known. */
  private final Map<Sequence, Sequence> knownSince = new HashMap<>();

  private Sequence now;

  /**
   * @param timeline an empty timeline
   */
  BeliefHistory(RowSemantics<R> rows, Timeline<R> timeline) {
    this.rows = rows;
    this.core = new Scd2Core<>(rows);
    this.timeline = timeline;
  }

  /** Takes the next event; system times must not descend, and every event comes once. */
  void learn(KnownEvent<R> known) {
    now = known.system();
    Sequence business = known.event().sequence();
    Sequence knownBefore = knownSince.put(business, now);
    if (now.equals(knownBefore)) {
      core.apply(known.event(), timeline, this);
    } else {
      core.correct(known.event(), timeline, this);
    }
  }

  /** All beliefs so far. */
  List<Belief<R>> beliefs() {
    List<Belief<R>> all = new ArrayList<>(closed);
    all.addAll(open.values());
    return all;
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
