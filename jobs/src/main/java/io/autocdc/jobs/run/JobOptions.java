// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.RestoreMode;

/** Flink's options that belong to a job, wherever it runs. */
public final class JobOptions {

  private JobOptions() {}

  /** What users may set otherwise. */
  public static Configuration defaults() {
    Configuration c = new Configuration();
    // The largest parallelism that saved state can be spread over, the same for every run.
    c.set(PipelineOptions.MAX_PARALLELISM, 128);
    c.set(PipelineOptions.OBJECT_REUSE, true);
    c.set(PipelineOptions.GENERIC_TYPES, false);
    c.setString("table.local-time-zone", "UTC");
    c.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
    c.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofMillis(200));
    c.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 3);
    return c;
  }

  /**
   * Flink would refuse the job only when an earlier one was stopped for it.
   *
   * @throws AutoCdcException INVALID_VALUE if state cannot be spread over as many subtasks
   */
  static void requireParallelism(RunOptions options) {
    Configuration c = defaults();
    c.addAll(Configuration.fromMap(options.flinkOptions()));
    int parallelism;
    int most;
    try {
      parallelism =
          options.parallelism() == null
              ? c.get(CoreOptions.DEFAULT_PARALLELISM)
              : options.parallelism();
      most = c.get(PipelineOptions.MAX_PARALLELISM);
    } catch (IllegalArgumentException e) {
      throw RunFailures.describe("", e);
    }
    if (most > 0 && parallelism > most) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.INVALID_VALUE,
              "a parallelism of " + parallelism + " is too high",
              "state can be spread over " + most + " subtasks (pipeline.max-parallelism)",
              "lower --parallelism, -p or parallelism.default"));
    }
  }

  static void restart(Configuration c, int attempts, Duration delay) {
    c.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    c.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, attempts);
    c.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, delay);
  }

  /**
   * What later runs rely on; nobody may set it otherwise.
   *
   * @param runFolder where checkpoints and the savepoint go
   * @param restorePoint what the job starts from
   */
  static void setState(Configuration c, Path runFolder, Optional<RestorePoint> restorePoint) {
    String folder = FlinkPaths.of(runFolder);
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
          c.set(StateRecoveryOptions.SAVEPOINT_PATH, FlinkPaths.of(point.folder()));
          c.set(StateRecoveryOptions.RESTORE_MODE, RestoreMode.NO_CLAIM);
        });
  }
}
