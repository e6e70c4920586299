// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Where the jobs of runs go. */
public abstract sealed class JobTarget permits LocalCluster, RemoteCluster, FlinkRun {

  /** A mini cluster in this process, one for each job. */
  public static JobTarget local() {
    return new LocalCluster();
  }

  /**
   * A session cluster.
   *
   * @param jars what jobs need; those that the cluster has under the same name are not sent
   */
  public static JobTarget remote(ClusterAddress address, List<Path> jars) {
    return new RemoteCluster(address, jars);
  }

  /**
   * The cluster that {@code flink run} names, from within a program that it has started.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException NOT_AVAILABLE if there is no such cluster
   */
  public static JobTarget ofFlinkRun() {
    return FlinkRun.current();
  }

  /**
   * Options of Flink that the user has given before the program began; they win over a project's.
   */
  public Map<String, String> givenOptions() {
    return Map.of();
  }

  /** True if jobs go on when the program ends. */
  public boolean outlivesProgram() {
    return address().isPresent();
  }

  /** True if nobody watches the job: the program ends as soon as it is submitted. */
  public boolean isDetached() {
    return false;
  }

  /**
   * Looks whether jobs can go there, before anything is changed for one.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException CLUSTER_UNREACHABLE, CLUSTER_VERSION
   */
  abstract void check(RunOptions options);

  /** The REST interface that knows the jobs when this process has ended; empty if none does. */
  abstract Optional<ClusterAddress> address();

  /** Options of Flink for questions to the cluster, such as those of TLS. */
  Map<String, String> clientOptions(RunOptions options) {
    return options.flinkOptions();
  }

  /** The savepoint that the user wants to go on from; empty for the newest. */
  Optional<Path> requestedSavepoint() {
    return Optional.empty();
  }

  /**
   * Options for a job: defaults, then what the user sets, then what restarts rely on.
   *
   * @param runFolder where checkpoints and the savepoint go
   * @param temporaryFolder where working files go
   * @param restorePoint what the job starts from
   */
  abstract Configuration configuration(
      RunOptions options,
      Path runFolder,
      Path temporaryFolder,
      Optional<RestorePoint> restorePoint);

  /** An environment whose jobs go there. */
  abstract StreamExecutionEnvironment environment(Configuration configuration);

  /** Called with the graph of a job just before it is submitted. */
  abstract void prepare(
      StreamExecutionEnvironment env,
      StreamGraph graph,
      Configuration configuration,
      RunListener listener);

  /** Keeps what Flink logs in this process; closed when the run ends. */
  abstract Log openLog(Path file);

  /** What is logged in this process during a run. */
  interface Log extends AutoCloseable {
    @Override
    void close();
  }
}
