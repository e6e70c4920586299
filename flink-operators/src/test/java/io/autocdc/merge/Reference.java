// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The slow truth: sorts all events of a key and builds its table from scratch, straight from
 * semantics.md, sections 3, 4, 5 and 8. It shares no code with the cores.
 */
public final class Reference<R> {

  private final RowSemantics<R> rows;

  public Reference(RowSemantics<R> rows) {
    this.rows = rows;
  }

  /** SCD type 1: the row of the greatest event, unless that is a delete or a truncate. */
  public List<Version<R>> scd1(Collection<Event<R>> events, Collection<Sequence> truncates) {
    List<Event<R>> all = new ArrayList<>(events);
    truncates.forEach(truncate -> all.add(Event.delete(truncate)));
    List<Event<R>> sorted = effective(onePerSequence(all).values());
    if (sorted.isEmpty() || sorted.get(sorted.size() - 1).isDelete()) {
      return List.of();
    }
    return List.of(new Version<>(sorted.get(sorted.size() - 1).row(), null, null));
  }

  /** SCD type 2: one row a run. */
  public List<Version<R>> scd2(Collection<Event<R>> events) {
    List<Event<R>> sorted = effective(onePerSequence(events).values());
    List<Version<R>> versions = new ArrayList<>();
    int first = 0;
    while (first < sorted.size()) {
      if (sorted.get(first).isDelete()) {
        first++;
        continue;
      }
      int last = first;
      while (last + 1 < sorted.size()
          && !sorted.get(last + 1).isDelete()
          && rows.sameVersion(sorted.get(last).row(), sorted.get(last + 1).row())) {
        last++;
      }
      Sequence end = last + 1 < sorted.size() ? sorted.get(last + 1).sequence() : null;
      versions.add(new Version<>(sorted.get(last).row(), sorted.get(first).sequence(), end));
      first = last + 1;
    }
    return versions;
  }

  /** Section 5: what an event does not author it has from the event before it, unless a delete. */
  private List<Event<R>> effective(Collection<Event<R>> sorted) {
    List<Event<R>> effective = new ArrayList<>();
    R before = null;
    for (Event<R> event : sorted) {
      before = event.isDelete() ? null : rows.inherit(event.row(), before);
      effective.add(new Event<>(event.sequence(), before));
    }
    return effective;
  }

  private TreeMap<Sequence, Event<R>> onePerSequence(Collection<Event<R>> events) {
    TreeMap<Sequence, Event<R>> sorted = new TreeMap<>();
    for (Event<R> event : events) {
      sorted.merge(event.sequence(), event, this::stronger);
    }
    return sorted;
  }

  private Event<R> stronger(Event<R> a, Event<R> b) {
    if (a.isDelete() || b.isDelete()) {
      return a.isDelete() ? a : b;
    }
    return rows.compareAuthored(a.row(), b.row()) >= 0 ? a : b;
  }
}
