// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * The events of one key but the newest, at most one a sequence, in order. All of them are kept: a
 * late event may cut a run of equal events anywhere, and an old delete may end a late upsert.
 */
public interface EventLog<R> {

  /** The event with exactly that sequence; null if there is none. */
  Event<R> get(Sequence sequence);

  /** The newest event before that sequence; null if there is none. */
  Event<R> lower(Sequence sequence);

  /** The oldest event after that sequence; null if there is none. */
  Event<R> higher(Sequence sequence);

  /** Adds an event, or replaces the one with its sequence. */
  void put(Event<R> event);

  /**
   * Removes every event before that sequence.
   *
   * @return how many there were
   */
  int removeBelow(Sequence sequence);
}
