// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.runtime.rest.handler.legacy.messages.ClusterOverviewWithVersion;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;

/** What is known of a cluster before a job is submitted to it. */
final class ClusterChecks {

  private ClusterChecks() {}

  /**
   * Jobs are Java objects of one minor version of Flink.
   *
   * @throws AutoCdcException CLUSTER_UNREACHABLE, CLUSTER_VERSION
   */
  static void requireSameFlink(ClusterAddress address, Map<String, String> flinkOptions) {
    try (ClusterRest cluster = new ClusterRest(address, flinkOptions)) {
      String theirs = cluster.overview().getVersion();
      String ours = EnvironmentInformation.getVersion();
      if (!minor(theirs).equals(minor(ours))) {
        throw new AutoCdcException(
            Problem.error(
                null,
                ErrorCode.CLUSTER_VERSION,
                "the cluster at " + address + " runs Flink " + theirs,
                "this program makes jobs for Flink " + minor(ours),
                "use a cluster of Flink " + minor(ours)));
      }
    }
  }

  /**
   * The jars that a cluster has not got. What it has in its own class path is loaded once; what
   * comes with a job is loaded for each job again, and takes long to go away.
   */
  static List<Path> missingJars(
      ClusterAddress address, Map<String, String> flinkOptions, List<Path> jars) {
    try (ClusterRest cluster = new ClusterRest(address, flinkOptions)) {
      Set<String> there = cluster.jars();
      return jars.stream().filter(jar -> !there.contains(jar.getFileName().toString())).toList();
    }
  }

  /** {@code 1.20} of {@code 1.20.3}. */
  static String minor(String version) {
    String[] parts = version.split("[.-]");
    return parts.length < 2 ? version : parts[0] + "." + parts[1];
  }

  /** Slots that a job takes: as many as the widest operator of each sharing group has subtasks. */
  static int slots(StreamGraph graph) {
    Map<String, Integer> groups = new HashMap<>();
    for (StreamNode node : graph.getStreamNodes()) {
      groups.merge(String.valueOf(node.getSlotSharingGroup()), node.getParallelism(), Integer::max);
    }
    return groups.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** A job without slots waits, and nobody would know what for. */
  static void noteMissingSlots(
      ClusterAddress address, Map<String, String> flinkOptions, int needed, RunListener listener) {
    try (ClusterRest cluster = new ClusterRest(address, flinkOptions)) {
      ClusterOverviewWithVersion overview = cluster.overview();
      if (overview.getNumSlotsAvailable() < needed) {
        listener.note(
            "the job needs %d slots and waits for them; of %d at %s, %d are free"
                .formatted(
                    needed, overview.getNumSlotsTotal(), address, overview.getNumSlotsAvailable()));
      }
    }
  }
}
