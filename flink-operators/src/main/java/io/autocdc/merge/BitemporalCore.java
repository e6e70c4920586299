// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A bitemporal table for one key (semantics.md, section 6): for every system time the believed rows
 * are the SCD type 2 table of the events known by then.
 *
 * <p>What becomes known after everything else, by far the most frequent, changes what is believed
 * now and nothing that was believed before: it costs what {@link Scd2Core} costs. An event that is
 * late on the system axis rewrites what was believed since; the beliefs are grown once without and
 * once with it, and the difference is emitted.
 */
public final class BitemporalCore<R> {

  private static final Comparator<KnownEvent<?>> BY_KNOWLEDGE =
      Comparator.<KnownEvent<?>, Sequence>comparing(KnownEvent::system)
          .thenComparing(known -> known.event().sequence());

  private final RowSemantics<R> rows;
  private final Scd2Core<R> core;
  private final FinalBeliefs<R> finalBeliefs;

  public BitemporalCore(RowSemantics<R> rows) {
    this.rows = rows;
    this.core = new Scd2Core<>(rows);
    this.finalBeliefs = new FinalBeliefs<>(rows, core);
  }

  /** Applies an event to a history of which nothing becomes final. */
  public Outcome apply(KnownEvent<R> known, BeliefState<R> state, BeliefSink<R> changes) {
    return apply(known, Horizon.NONE, state, changes);
  }

  /**
   * Drops the knowledge that is final. What was believed by the newest final system time shrinks to
   * the timeline of that time, and that to what stands around the newest final business time and
   * after it.
   *
   * @param now time of the clock, in ms; that of events whose time is not known
   */
  public Expiry expire(Horizon horizon, long now, BeliefState<R> state) {
    return finalBeliefs.expire(horizon, now, state);
  }

  /** Applies an event, unless it would change what is final. */
  public Outcome apply(
      KnownEvent<R> known, Horizon horizon, BeliefState<R> state, BeliefSink<R> changes) {
    Outcome refused = finalBeliefs.refuse(known, horizon, state);
    if (refused != null) {
      return refused;
    }
    Sequence newest = state.newestSystem();
    return newest == null || known.system().compareTo(newest) > 0
        ? learn(known, state, changes)
        : learnLate(known, newest, state, changes);
  }

  private Outcome learn(KnownEvent<R> known, BeliefState<R> state, BeliefSink<R> changes) {
    state.knowledge().put(known);
    state.setNewestSystem(known.system());
    Step<R> step = new Step<>(known.system(), state, changes);
    return core.correct(known.event().at(Event.UNKNOWN), state.believed(), step) == Outcome.NEWEST
        ? Outcome.NEWEST
        : Outcome.LATE;
  }

  private Outcome learnLate(
      KnownEvent<R> known, Sequence newest, BeliefState<R> state, BeliefSink<R> changes) {
    Sequence business = known.event().sequence();
    KnownEvent<R> present = state.knowledge().get(known.system(), business);
    boolean first =
        known.system().equals(newest)
            && business.compareTo(state.believed().head().newest().sequence()) > 0;
    Outcome outcome = first ? Outcome.NEWEST : Outcome.LATE;
    if (present != null) {
      outcome = Ties.resolve(known.event(), present.event(), rows);
      if (!outcome.isApplied()) {
        return outcome;
      }
    }
    List<KnownEvent<R>> events = state.knowledge().all();
    BeliefBase base = FinalBeliefs.base(state);
    BeliefHistory<R> before = BeliefHistory.grow(events, base, rows, core);
    BeliefHistory<R> after = BeliefHistory.grow(with(known, events), base, rows, core);
    state.knowledge().put(known);
    emitDifference(byStarts(before), byStarts(after), changes);
    after.copyTo(state);
    return outcome;
  }

  private static <R> List<KnownEvent<R>> with(KnownEvent<R> known, List<KnownEvent<R>> events) {
    List<KnownEvent<R>> all = new ArrayList<>(events);
    all.removeIf(other -> BY_KNOWLEDGE.compare(other, known) == 0);
    all.add(known);
    all.sort(BY_KNOWLEDGE);
    return all;
  }

  private Map<List<Sequence>, Belief<R>> byStarts(BeliefHistory<R> history) {
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

  /**
   * Turns the changes of what is believed at a new system time into changes of beliefs: a row that
   * changes or goes away is closed, a new one is opened.
   */
  private record Step<R>(Sequence now, BeliefState<R> state, BeliefSink<R> changes)
      implements ChangeSink<R> {

    @Override
    public void insert(Version<R> version) {
      state.setBelievedSince(version.start(), now);
      changes.insert(new Belief<>(version, now, null));
    }

    @Override
    public void update(Version<R> before, Version<R> after) {
      close(before);
      insert(after);
    }

    @Override
    public void delete(Version<R> version) {
      close(version);
      state.forgetBelievedSince(version.start());
    }

    private void close(Version<R> version) {
      Belief<R> open = new Belief<>(version, state.believedSince(version.start()), null);
      changes.update(open, open.closedAt(now));
    }
  }
}
