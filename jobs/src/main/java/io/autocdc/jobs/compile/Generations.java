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

  String sourceUid(String source) {
    return "source-" + source + suffix(sources.getOrDefault(source, 1));
  }

  String targetUid(TableName target) {
    return "target-" + target + suffix(ofTarget(target));
  }

  /**
   * For what compares the snapshots of a source: where they are read from the beginning, all of
   * them are new to it. Its changes are those that it found before, so they change nothing.
   */
  String snapshotUid(String flow, String source) {
    return "flow-" + flow + "-snapshots" + suffix(sources.getOrDefault(source, 1));
  }

  int ofTarget(TableName target) {
    return targets.getOrDefault(target.toString(), 1);
  }

  private static String suffix(int generation) {
    return generation == 1 ? "" : "-generation-" + generation;
  }
}
