// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/** Which of two events with one key and one sequence counts (semantics.md, section 8). */
final class Ties {

  private Ties() {}

  /** What becomes of a challenger that meets an event of its own sequence. */
  static <R> Outcome resolve(Event<R> challenger, Event<R> present, RowSemantics<R> rows) {
    if (challenger.isDelete()) {
      return present.isDelete() ? Outcome.DUPLICATE : Outcome.TIE_WON;
    }
    if (present.isDelete()) {
      return Outcome.TIE_LOST;
    }
    int order = rows.compareAuthored(challenger.row(), present.row());
    return order == 0 ? Outcome.DUPLICATE : order > 0 ? Outcome.TIE_WON : Outcome.TIE_LOST;
  }
}
