// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * SCD type 1 for one key: the newest event decides (semantics.md, section 3). The state of a key is
 * its newest event; a delete stays as a tombstone.
 */
public final class Scd1Core<R> {

  /** Where the newest event of a key is kept. */
  public interface State<R> {

    /** The newest event; null if none is known. */
    Event<R> newest();

    void setNewest(Event<R> event);

    void clear();
  }

  private final RowSemantics<R> rows;

  public Scd1Core(RowSemantics<R> rows) {
    this.rows = rows;
  }

  /**
   * Applies an event.
   *
   * @param truncatedAt the greatest truncate of the table, which deleted every key; null for none
   */
  public Outcome apply(
      Event<R> event, Sequence truncatedAt, State<R> state, ChangeSink<R> changes) {
    if (truncatedAt != null && event.sequence().compareTo(truncatedAt) <= 0) {
      return Outcome.STALE;
    }
    Event<R> newest = state.newest();
    Outcome outcome = judge(event, newest);
    if (outcome.isApplied()) {
      state.setNewest(event);
      emit(newest, event, changes);
    }
    return outcome;
  }

  /** Applies a truncate of the whole table to a key. */
  public void truncate(Sequence truncatedAt, State<R> state, ChangeSink<R> changes) {
    Event<R> newest = state.newest();
    if (newest == null || newest.sequence().compareTo(truncatedAt) > 0) {
      return;
    }
    state.clear();
    if (!newest.isDelete()) {
      changes.delete(visible(newest));
    }
  }

  private Outcome judge(Event<R> event, Event<R> newest) {
    if (newest == null) {
      return Outcome.NEWEST;
    }
    int order = event.sequence().compareTo(newest.sequence());
    if (order == 0) {
      return Ties.resolve(event, newest, rows);
    }
    return order > 0 ? Outcome.NEWEST : Outcome.STALE;
  }

  private void emit(Event<R> before, Event<R> after, ChangeSink<R> changes) {
    boolean was = before != null && !before.isDelete();
    boolean is = !after.isDelete();
    if (was && is) {
      if (rows.compare(before.row(), after.row()) != 0) {
        changes.update(visible(before), visible(after));
      }
    } else if (was) {
      changes.delete(visible(before));
    } else if (is) {
      changes.insert(visible(after));
    }
  }

  private static <R> Version<R> visible(Event<R> event) {
    return new Version<>(event.row(), null, null);
  }
}
