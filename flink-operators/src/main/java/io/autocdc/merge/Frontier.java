// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.List;

/**
 * The greatest final times of a bitemporal key on each axis. What comes at or before one of them
 * would change what was believed, or what held, when nobody expects a change any more.
 */
record Frontier(Sequence system, Sequence business) {

  /**
   * @param base what has been dropped; null if nothing
   * @return null if nothing is final
   */
  static <R> Frontier of(List<KnownEvent<R>> events, Horizon horizon, BeliefBase base) {
    Frontier frontier = base == null ? null : new Frontier(base.system(), base.business());
    for (KnownEvent<R> known : events) {
      if (horizon.isBehind(known.event())) {
        frontier =
            frontier == null
                ? new Frontier(known.system(), known.event().sequence())
                : new Frontier(
                    max(frontier.system, known.system()),
                    max(frontier.business, known.event().sequence()));
      }
    }
    return frontier;
  }

  private static Sequence max(Sequence a, Sequence b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  boolean covers(KnownEvent<?> known) {
    return known.system().compareTo(system) <= 0
        || known.event().sequence().compareTo(business) <= 0;
  }

  boolean isAt(KnownEvent<?> known) {
    return known.system().equals(system) && known.event().sequence().equals(business);
  }
}
