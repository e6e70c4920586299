// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** A session cluster, reached through its REST interface. */
final class RemoteCluster extends JobTarget {

  private final ClusterAddress address;
  private final List<Path> jars;

  RemoteCluster(ClusterAddress address, List<Path> jars) {
    this.address = address;
    this.jars = List.copyOf(jars);
  }

  @Override
  void check(RunOptions options) {
    ClusterChecks.requireSameFlink(address, options.flinkOptions());
  }

  @Override
  Optional<ClusterAddress> address() {
    return Optional.of(address);
  }

  @Override
  Configuration configuration(
      RunOptions options,
      Path runFolder,
      Path temporaryFolder,
      Optional<RestorePoint> restorePoint) {
    Configuration c = JobOptions.defaults();
    c.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    if (options.triggered()) {
      restartTriggered(c);
    }
    c.addAll(Configuration.fromMap(options.flinkOptions()));
    if (options.parallelism() != null) {
      c.set(CoreOptions.DEFAULT_PARALLELISM, options.parallelism());
    }
    JobOptions.setState(c, runFolder, restorePoint);
    ClusterRest.setAddress(c, address);
    c.set(DeploymentOptions.ATTACHED, true);
    List<Path> missing = ClusterChecks.missingJars(address, options.flinkOptions(), jars);
    c.set(PipelineOptions.JARS, missing.stream().map(jar -> jar.toUri().toString()).toList());
    return c;
  }

  /**
   * A triggered run shall end, but a lost task manager may take its time to come back. Continuous
   * ones have Flink's own strategy, which tries for ever.
   */
  static void restartTriggered(Configuration c) {
    JobOptions.restart(c, 20, Duration.ofSeconds(3));
  }

  @Override
  StreamExecutionEnvironment environment(Configuration configuration) {
    return new StreamExecutionEnvironment(configuration, RemoteCluster.class.getClassLoader());
  }

  @Override
  void prepare(
      StreamExecutionEnvironment env,
      StreamGraph graph,
      Configuration configuration,
      RunListener listener) {
    ClusterChecks.noteMissingSlots(
        address, Map.copyOf(configuration.toMap()), ClusterChecks.slots(graph), listener);
  }

  @Override
  Log openLog(Path file) {
    return RunLog.toFile(file);
  }
}
