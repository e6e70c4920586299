// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * The mini cluster of this process, set up for a small process that starts and stops fast. It ends
 * with its job, and its job with it.
 */
final class LocalCluster extends JobTarget {

  private static final String LOOPBACK = "localhost";

  /**
   * Accumulators reach the program with heartbeats, among them the signal that all input has been
   * read; so this is how long a triggered run lingers at its end.
   */
  private static final Duration HEARTBEAT = Duration.ofMillis(50);

  @Override
  void check(RunOptions options) {}

  @Override
  Optional<ClusterAddress> address() {
    return Optional.empty();
  }

  @Override
  Configuration configuration(
      RunOptions options,
      Path runFolder,
      Path temporaryFolder,
      Optional<RestorePoint> restorePoint) {
    Configuration configuration = defaults();
    configuration.set(CoreOptions.TMP_DIRS, temporaryFolder.toString());
    Configuration users = Configuration.fromMap(options.flinkOptions());
    configuration.addAll(users);
    if (options.parallelism() != null) {
      configuration.set(CoreOptions.DEFAULT_PARALLELISM, options.parallelism());
    }
    if (!users.contains(TaskManagerOptions.MANAGED_MEMORY_SIZE)) {
      configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, managedMemory(configuration));
    }
    JobOptions.setState(configuration, runFolder, restorePoint);
    return configuration;
  }

  @Override
  StreamExecutionEnvironment environment(Configuration configuration) {
    return StreamExecutionEnvironment.createLocalEnvironment(configuration);
  }

  @Override
  void prepare(
      StreamExecutionEnvironment env,
      StreamGraph graph,
      Configuration configuration,
      RunListener listener) {
    env.configure(NetworkMemory.forJob(graph, configuration));
  }

  @Override
  Log openLog(Path file) {
    return RunLog.toFile(file);
  }

  private static Configuration defaults() {
    Configuration c = JobOptions.defaults();
    int cores = Runtime.getRuntime().availableProcessors();
    c.set(CoreOptions.DEFAULT_PARALLELISM, Math.min(2, cores));
    c.set(StateBackendOptions.STATE_BACKEND, "hashmap");
    // Paimon's writer fails once on purpose after it was restored.
    JobOptions.restart(c, 5, Duration.ofSeconds(1));

    // All heartbeats stay in one process: a late one means a long pause, not a lost worker.
    c.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, HEARTBEAT);
    c.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofMinutes(10));
    c.set(RpcOptions.ASK_TIMEOUT_DURATION, Duration.ofMinutes(2));

    c.set(JobManagerOptions.ADDRESS, LOOPBACK);
    c.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    c.set(TaskManagerOptions.HOST, LOOPBACK);
    c.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    c.set(RestOptions.ADDRESS, LOOPBACK);
    c.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    c.set(RestOptions.BIND_PORT, "0");
    return c;
  }

  /** RocksDB keeps its memory outside of the heap, within this limit; nobody else needs any. */
  private static MemorySize managedMemory(Configuration configuration) {
    boolean rocksDb = "rocksdb".equals(configuration.get(StateBackendOptions.STATE_BACKEND));
    return MemorySize.ofMebiBytes(rocksDb ? 256 : 8);
  }
}
