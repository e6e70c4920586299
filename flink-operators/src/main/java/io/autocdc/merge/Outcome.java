// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/** What became of an event. */
public enum Outcome {
  /** It is the newest of its key. */
  NEWEST,
  /** It is older than the newest, and was woven into the history. */
  LATE,
  /** It is older than what decides the visible row, and means nothing any more. */
  STALE,
  /** It was there already. */
  DUPLICATE,
  /** It took the place of a different event with the same sequence. */
  TIE_WON,
  /** A different event with the same sequence keeps its place. */
  TIE_LOST,
  /** It would change history that is final, and is invalid (semantics.md, section 9). */
  TOO_LATE;

  /** True if the event is now part of the state. */
  public boolean isApplied() {
    return this == NEWEST || this == LATE || this == TIE_WON;
  }
}
