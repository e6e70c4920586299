// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Objects;

/**
 * One change of one key.
 *
 * @param sequence its place in the order of the key
 * @param row the values that it sets; null for a delete
 */
public record Event<R>(Sequence sequence, R row) {

  public Event {
    Objects.requireNonNull(sequence);
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
}
