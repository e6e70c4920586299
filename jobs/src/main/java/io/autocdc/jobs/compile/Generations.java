// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.TableName;
import java.util.Map;

/**
 * How often the state of sources and targets has begun anew. The number is part of the uids, so
 * that a new generation finds no state of an older one.
 *
 * @param sources by name; 1 where nothing stands
 * @param targets by {@link TableName#toString}; 1 where nothing stands
 */
public record Generations(Map<String, Integer> sources, Map<String, Integer> targets) {

  /** Nothing has begun anew. */
  public static final Generations FIRST = new Generations(Map.of(), Map.of());

  public Generations {
    sources = Map.copyOf(sources);
    targets = Map.copyOf(targets);
  }

  /** What the uids of a source's operators begin with. */
  public String sourceUid(String source) {
    return "source-" + source + suffix(ofSource(source));
  }

  /** What the uids of the operators of a target, its merge and its sinks, begin with. */
  public String targetUid(TableName target) {
    return "target-" + target + suffix(ofTarget(target));
  }

  int ofSource(String source) {
    return sources.getOrDefault(source, 1);
  }

  /** For what compares the snapshots of a flow: it begins anew with the target. */
  String snapshotUid(String flow, TableName target) {
    return targetUid(target) + "-flow-" + flow + "-snapshots";
  }

  int ofTarget(TableName target) {
    return targets.getOrDefault(target.toString(), 1);
  }

  private static String suffix(int generation) {
    return generation == 1 ? "" : "-generation-" + generation;
  }
}
