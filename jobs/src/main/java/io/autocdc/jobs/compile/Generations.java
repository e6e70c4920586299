// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.TableName;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

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

  /**
   * What the uids of the operators of a view begin with. What a query remembers of its input begins
   * anew with that: an aggregate would count once more what is read once more.
   *
   * @param upstream names of what the view reads, directly or through other views
   */
  public String viewUid(String view, Collection<String> upstream) {
    StringBuilder uid = new StringBuilder("view-" + view);
    for (String source : new TreeSet<>(upstream)) {
      if (ofSource(source) > 1) {
        uid.append('-').append(sourceUid(source));
      }
    }
    return uid.toString();
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
