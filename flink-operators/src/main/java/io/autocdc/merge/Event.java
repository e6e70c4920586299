// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Objects;

/**
 * One change of one key.
 *
 * @param sequence its place in the order of the key
 * @param row the values that it sets; null for a delete
 * @param time when it happened or came by the clock of retention, in ms; {@link #UNKNOWN} where no
 *     time is kept; {@link #FINAL} for one whose past has been dropped
 */
public record Event<R>(Sequence sequence, R row, long time) {

  /** The time of events whose time nobody keeps. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  /** Older than every horizon: final whatever the clock says from now on. */
  public static final long FINAL = Long.MIN_VALUE + 1;

  public Event {
    Objects.requireNonNull(sequence);
  }

  /** An event without a time. */
  public Event(Sequence sequence, R row) {
    this(sequence, row, UNKNOWN);
  }

  public static <R> Event<R> upsert(Sequence sequence, R row) {
    return new Event<>(sequence, Objects.requireNonNull(row));
  }

  public static <R> Event<R> delete(Sequence sequence) {
    return new Event<>(sequence, null);
  }

  public boolean isDelete() {
    return row == null;
  }

  /** The same event with a time. */
  public Event<R> at(long time) {
    return time == this.time ? this : new Event<>(sequence, row, time);
  }
}
