// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.List;

/** All events of one key with the time at which they became known, one for each pair of times. */
public interface KnowledgeLog<R> {

  /** The event with exactly these times; null if there is none. */
  KnownEvent<R> get(Sequence system, Sequence business);

  /** The events, ordered by system time, then by business time. */
  List<KnownEvent<R>> all();

  /** Adds an event, or replaces the one with its times. */
  void put(KnownEvent<R> event);

  /** Removes the event with these times. */
  void remove(KnownEvent<R> event);
}
