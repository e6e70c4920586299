// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.RestoreMode;

/**
 * Flink's options for a job in the mini cluster of this process. Three layers: defaults for a small
 * process that starts and stops fast, then what the user sets, then what restarts rely on.
 */
final class LocalCluster {

  private static final String LOOPBACK = "localhost";

  /**
   * Accumulators reach the program with heartbeats, among them the signal that all input has been
   * read; so this is how long a triggered run lingers at its end.
   */
  private static final Duration HEARTBEAT = Duration.ofMillis(50);

  private LocalCluster() {}

  /**
   * @param runFolder where checkpoints and the savepoint go
   * @param temporaryFolder where working files go
   * @param restorePoint what the job starts from
   */
  static Configuration configuration(
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
    setStateFolders(configuration, runFolder, restorePoint);
    return configuration;
  }

  private static Configuration defaults() {
    Configuration c = new Configuration();
    int cores = Runtime.getRuntime().availableProcessors();
    c.set(CoreOptions.DEFAULT_PARALLELISM, Math.min(2, cores));
    // The largest parallelism that saved state can be spread over, the same for every run.
    c.set(PipelineOptions.MAX_PARALLELISM, 128);
    c.set(PipelineOptions.OBJECT_REUSE, true);
    c.set(PipelineOptions.GENERIC_TYPES, false);
    c.setString("table.local-time-zone", "UTC");

    c.set(StateBackendOptions.STATE_BACKEND, "hashmap");
    c.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
    c.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofMillis(200));
    c.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 3);

    // Paimon's writer fails once on purpose after it was restored.
    c.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    c.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 5);
    c.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));

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

  private static void setStateFolders(
      Configuration c, Path runFolder, Optional<RestorePoint> restorePoint) {
    String folder = runFolder.toUri().toString();
    c.setString("execution.runtime-mode", RuntimeExecutionMode.STREAMING.name());
    c.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    c.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    c.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder);
    c.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, folder);
    c.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    restorePoint.ifPresent(
        point -> {
          c.set(StateRecoveryOptions.SAVEPOINT_PATH, point.folder().toUri().toString());
          c.set(StateRecoveryOptions.RESTORE_MODE, RestoreMode.NO_CLAIM);
        });
  }
}
