// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.testing;

import static org.apache.flink.runtime.checkpoint.CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;

/** Jobs with the settings that the product uses: no Kryo, object reuse, no generated uids. */
public final class TestJobs {

  public static final Duration OFTEN = Duration.ofMillis(100);
  public static final Duration NEVER = Duration.ofHours(1);

  private TestJobs() {}

  public static MiniClusterExtension cluster() {
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());
  }

  public static Configuration configuration(Duration checkpointInterval) {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpointInterval);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    return configuration;
  }

  public static Configuration restarting(Configuration configuration, int attempts) {
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, attempts);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
    return configuration;
  }

  public static Configuration restoring(Configuration configuration, String savepoint) {
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, false);
    return configuration;
  }

  public static StreamExecutionEnvironment environment(
      Configuration configuration, int parallelism) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(parallelism);
    return env;
  }

  /** Runs a job to its end. */
  public static void run(StreamExecutionEnvironment env) throws Exception {
    env.executeAsync().getJobExecutionResult().get(60, TimeUnit.SECONDS);
  }

  /** Takes a savepoint of a job that goes on, once all of its tasks are running. */
  public static String savepoint(JobClient job, Path folder) throws Exception {
    AtomicReference<String> savepoint = new AtomicReference<>();
    await(
        "a savepoint",
        () -> {
          try {
            savepoint.set(
                job.triggerSavepoint(folder.toUri().toString(), SavepointFormatType.CANONICAL)
                    .get(60, TimeUnit.SECONDS));
            return true;
          } catch (ExecutionException e) {
            boolean early =
                ExceptionUtils.findThrowable(e, CheckpointException.class)
                    .map(CheckpointException::getCheckpointFailureReason)
                    .filter(NOT_ALL_REQUIRED_TASKS_RUNNING::equals)
                    .isPresent();
            if (early) {
              return false;
            }
            throw e;
          }
        });
    return savepoint.get();
  }

  public static String stopWithSavepoint(JobClient job, Path folder) throws Exception {
    String savepoint =
        job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
            .get(60, TimeUnit.SECONDS);
    job.getJobExecutionResult().get(60, TimeUnit.SECONDS);
    return savepoint;
  }

  public static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited a minute for " + what);
      }
      Thread.sleep(20);
    }
  }
}
