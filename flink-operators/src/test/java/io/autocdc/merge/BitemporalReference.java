// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The slow truth about a bitemporal table, belief by belief: for each system time the SCD type 2
 * table of the events known by then, straight from semantics.md, section 6. It shares no code with
 * the core.
 */
public final class BitemporalReference<R> {

  private final RowSemantics<R> rows;

  public BitemporalReference(RowSemantics<R> rows) {
    this.rows = rows;
  }

  /** All beliefs that follow from these events. */
  public List<Belief<R>> beliefs(Collection<KnownEvent<R>> events) {
    TreeSet<Sequence> times = new TreeSet<>();
    events.forEach(event -> times.add(event.system()));
    List<Belief<R>> beliefs = new ArrayList<>();
    List<Belief<R>> open = new ArrayList<>();
    for (Sequence time : times) {
      List<Version<R>> believed = new ArrayList<>(believedAt(time, events));
      for (Iterator<Belief<R>> all = open.iterator(); all.hasNext(); ) {
        Belief<R> belief = all.next();
        if (!believed.removeIf(version -> same(version, belief.version()))) {
          beliefs.add(new Belief<>(belief.version(), belief.systemStart(), time));
          all.remove();
        }
      }
      believed.forEach(version -> open.add(new Belief<>(version, time, null)));
    }
    beliefs.addAll(open);
    return beliefs;
  }

  private boolean same(Version<R> a, Version<R> b) {
    return a.start().equals(b.start())
        && Objects.equals(a.end(), b.end())
        && rows.compare(a.row(), b.row()) == 0;
  }

  /** Of the events with one business time, the ones that became known last. */
  private List<Version<R>> believedAt(Sequence time, Collection<KnownEvent<R>> events) {
    Map<Sequence, Sequence> newest = new TreeMap<>();
    for (KnownEvent<R> event : events) {
      if (event.system().compareTo(time) <= 0) {
        newest.merge(
            event.event().sequence(), event.system(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
      }
    }
    List<Event<R>> latest = new ArrayList<>();
    for (KnownEvent<R> event : events) {
      if (event.system().equals(newest.get(event.event().sequence()))) {
        latest.add(event.event());
      }
    }
    return new Reference<>(rows).scd2(latest);
  }
}
