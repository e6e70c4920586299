// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Map;

/**
 * Where the knowledge about a key begins after its final part has been dropped (semantics.md,
 * section 9). Of what was known by {@link #system}, only the SCD type 2 timeline of that time is
 * left, and of that nothing before the left context of {@link #business}.
 *
 * @param system no event at or before this system time can come any more
 * @param business no event at or before this business time can come any more
 * @param since by its business start, since when each row of that timeline was believed
 */
public record BeliefBase(Sequence system, Sequence business, Map<Sequence, Sequence> since) {

  public BeliefBase {
    since = Map.copyOf(since);
  }
}
