// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** A pipeline that runs on a mini cluster until it is stopped, with its tables in a folder. */
final class RunningPipeline {

  private final Path folder;
  private final Map<String, CatalogOptions> catalogs;
  private final JobClient client;

  /**
   * @param folder relative paths start here
   */
  RunningPipeline(Pipeline pipeline, Path folder, Duration checkpointInterval) throws Exception {
    this.folder = folder;
    this.catalogs =
        Map.of(
            TableName.DEFAULT_CATALOG,
            new CatalogOptions("paimon", folder.resolve("warehouse").toString(), Map.of()));
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpointInterval);
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.resolve("checkpoints").toUri() + "");
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(2);
    PipelineCompiler.compile(pipeline, env, new CompileOptions(folder, catalogs, false));
    client = env.executeAsync();
  }

  JobClient client() {
    return client;
  }

  /** An accumulator of the running job; zero while the job has none. */
  long accumulated(String name) throws Exception {
    Object value = client.getAccumulators().get(60, TimeUnit.SECONDS).get(name);
    return value == null ? 0 : ((Number) value).longValue();
  }

  /** The final accumulators. */
  Map<String, Object> stop() throws Exception {
    client
        .stopWithSavepoint(
            false, folder.resolve("savepoints").toUri() + "", SavepointFormatType.CANONICAL)
        .get(60, TimeUnit.SECONDS);
    return client.getJobExecutionResult().get(60, TimeUnit.SECONDS).getAllAccumulatorResults();
  }

  /** Ends the job if it still runs. */
  void cancel() throws Exception {
    if (!client.getJobStatus().get(60, TimeUnit.SECONDS).isGloballyTerminalState()) {
      client.cancel().get(60, TimeUnit.SECONDS);
    }
  }

  List<RowData> read(TableName table) throws Exception {
    List<RowData> rows = new ArrayList<>();
    try (Catalogs open = new Catalogs(catalogs);
        CloseableIterator<RowData> all = open.of(table).read(table)) {
      all.forEachRemaining(rows::add);
    }
    return rows;
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited two minutes for " + what);
      }
      Thread.sleep(20);
    }
  }
}
