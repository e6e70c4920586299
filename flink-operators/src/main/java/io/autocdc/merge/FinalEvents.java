// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * Decides which events come too late (semantics.md, section 9). The newest final event of a key is
 * a frontier: nothing at or before it changes any more. Only times decide that, so that it makes no
 * difference whether what is final has been dropped yet.
 */
final class FinalEvents<R> {

  private final RowSemantics<R> rows;

  FinalEvents(RowSemantics<R> rows) {
    this.rows = rows;
  }

  /**
   * Says why an event is not applied.
   *
   * @return {@link Outcome#TOO_LATE}; {@link Outcome#DUPLICATE} for an event that stands there as
   *     it is, not before the frontier; null if the event may be applied
   */
  Outcome refuse(Event<R> event, Horizon horizon, Timeline<R> timeline) {
    if (horizon.isNone() && !timeline.isTrimmed()) {
      return null;
    }
    Event<R> standing = timeline.head() == null ? null : timeline.head().newest();
    while (standing != null && standing.sequence().compareTo(event.sequence()) >= 0) {
      if (standing.sequence().equals(event.sequence()) && isSame(event, standing)) {
        return Outcome.DUPLICATE;
      }
      if (horizon.isBehind(standing)) {
        return Outcome.TOO_LATE;
      }
      standing = timeline.log().lower(standing.sequence());
    }
    return horizon.isBehind(event) ? Outcome.TOO_LATE : null;
  }

  private boolean isSame(Event<R> event, Event<R> standing) {
    return Ties.resolve(event, standing, rows) == Outcome.DUPLICATE;
  }
}
