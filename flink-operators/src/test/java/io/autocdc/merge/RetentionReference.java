// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The slow truth about final history, straight from semantics.md, section 9: it keeps every event
 * of a key for ever, and says which ones come too late. It shares no code with the cores.
 */
final class RetentionReference<R> {

  private final RowSemantics<R> rows;
  private final TreeMap<Sequence, Event<R>> standing = new TreeMap<>();

  RetentionReference(RowSemantics<R> rows) {
    this.rows = rows;
  }

  /** All events that were accepted and won their ties. */
  Collection<Event<R>> events() {
    return standing.values();
  }

  /**
   * Takes an event if it does not come too late.
   *
   * @param horizon older events are final; null if nothing is
   */
  Verdict take(Event<R> event, Long horizon) {
    Sequence frontier = frontier(horizon);
    Event<R> present = standing.get(event.sequence());
    int order = frontier == null ? 1 : event.sequence().compareTo(frontier);
    if (order >= 0 && present != null && same(event, present)) {
      return Verdict.DUPLICATE;
    }
    if (order <= 0 || horizon != null && event.time() < horizon) {
      return Verdict.TOO_LATE;
    }
    if (present == null || beats(event, present)) {
      standing.put(event.sequence(), event);
    }
    return Verdict.ACCEPTED;
  }

  enum Verdict {
    ACCEPTED,
    DUPLICATE,
    TOO_LATE
  }

  private Sequence frontier(Long horizon) {
    return horizon == null
        ? null
        : standing.entrySet().stream()
            .filter(entry -> entry.getValue().time() < horizon)
            .map(Map.Entry::getKey)
            .max(Sequence::compareTo)
            .orElse(null);
  }

  private boolean same(Event<R> a, Event<R> b) {
    return a.isDelete() || b.isDelete()
        ? a.isDelete() && b.isDelete()
        : rows.compareAuthored(a.row(), b.row()) == 0;
  }

  private boolean beats(Event<R> challenger, Event<R> present) {
    if (challenger.isDelete() || present.isDelete()) {
      return challenger.isDelete();
    }
    return rows.compareAuthored(challenger.row(), present.row()) > 0;
  }
}
