// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;

/**
 * Gives uids to the operators of a sink that have none. Paimon sets them for its writer and its
 * committer; generated ones for the others would change with the rest of the job, and some of them
 * keep state, too.
 */
final class StableUids {

  private StableUids() {}

  /**
   * @param sink the last transformation
   * @param source the transformation in front of the sink, which is left alone
   */
  static void assign(Transformation<?> sink, Transformation<?> source, String prefix) {
    Deque<Transformation<?>> open = new ArrayDeque<>();
    Set<Transformation<?>> seen = new HashSet<>();
    open.add(sink);
    int distance = 0;
    while (!open.isEmpty()) {
      Transformation<?> current = open.remove();
      if (current == source || !seen.add(current)) {
        continue;
      }
      if (current instanceof PhysicalTransformation && current.getUid() == null) {
        // Counted from the end: what is put in front later leaves the others as they are.
        current.setUid(prefix + "-sink-" + distance);
      }
      distance++;
      open.addAll(current.getInputs());
    }
  }
}
