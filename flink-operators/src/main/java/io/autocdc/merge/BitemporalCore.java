// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A bitemporal table for one key (semantics.md, section 6): for every system time the believed rows
 * are the SCD type 2 table of the events known by then. An event may be late on either axis, so the
 * beliefs are grown once without and once with it, and the difference is emitted.
 */
public final class BitemporalCore<R> {

  private static final Comparator<KnownEvent<?>> BY_KNOWLEDGE =
      Comparator.<KnownEvent<?>, Sequence>comparing(KnownEvent::system)
          .thenComparing(known -> known.event().sequence());

  private final RowSemantics<R> rows;
  private final Supplier<Timeline<R>> timelines;

  /**
   * @param timelines makes empty timelines in memory
   */
  public BitemporalCore(RowSemantics<R> rows, Supplier<Timeline<R>> timelines) {
    this.rows = rows;
    this.timelines = timelines;
  }

  /** Applies an event. */
  public Outcome apply(KnownEvent<R> event, KnowledgeLog<R> log, BeliefSink<R> changes) {
    List<KnownEvent<R>> before = log.all();
    List<KnownEvent<R>> after = new ArrayList<>(before);
    int place = placeOf(event, before);
    Outcome outcome = place == before.size() ? Outcome.NEWEST : Outcome.LATE;
    if (place < before.size() && BY_KNOWLEDGE.compare(before.get(place), event) == 0) {
      outcome = Ties.resolve(event.event(), before.get(place).event(), rows);
      if (!outcome.isApplied()) {
        return outcome;
      }
      after.set(place, event);
    } else {
      after.add(place, event);
    }
    log.put(event);
    emitDifference(beliefs(before), beliefs(after), changes);
    return outcome;
  }

  private static <R> int placeOf(KnownEvent<R> event, List<KnownEvent<R>> ordered) {
    int place = ordered.size();
    while (place > 0 && BY_KNOWLEDGE.compare(ordered.get(place - 1), event) >= 0) {
      place--;
    }
    return place;
  }

  private Map<List<Sequence>, Belief<R>> beliefs(List<KnownEvent<R>> events) {
    BeliefHistory<R> history = new BeliefHistory<>(rows, timelines.get());
    events.forEach(history::learn);
    Map<List<Sequence>, Belief<R>> byStarts = new LinkedHashMap<>();
    for (Belief<R> belief : history.beliefs()) {
      byStarts.put(List.of(belief.version().start(), belief.systemStart()), belief);
    }
    return byStarts;
  }

  private void emitDifference(
      Map<List<Sequence>, Belief<R>> before,
      Map<List<Sequence>, Belief<R>> after,
      BeliefSink<R> changes) {
    before.forEach(
        (starts, belief) -> {
          if (!after.containsKey(starts)) {
            changes.delete(belief);
          }
        });
    before.forEach(
        (starts, belief) -> {
          Belief<R> now = after.get(starts);
          if (now != null && !same(belief, now)) {
            changes.update(belief, now);
          }
        });
    after.forEach(
        (starts, belief) -> {
          if (!before.containsKey(starts)) {
            changes.insert(belief);
          }
        });
  }

  private boolean same(Belief<R> a, Belief<R> b) {
    return Objects.equals(a.version().end(), b.version().end())
        && Objects.equals(a.systemEnd(), b.systemEnd())
        && rows.compare(a.version().row(), b.version().row()) == 0;
  }
}
