// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.CompiledPipeline;
import io.autocdc.jobs.compile.Generations;
import io.autocdc.jobs.compile.PipelineCompiler;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Starts the job of a flow.
 *
 * @param env where the job is made, with the options of the session
 * @param options with the session of tables over that environment
 */
record FlowStart(Configuration session, StreamExecutionEnvironment env, CompileOptions options) {

  /**
   * @param pipeline a pipeline of one flow, without errors
   * @throws AutoCdcException ALREADY_RUNNING, or as {@link SessionState} and {@link
   *     PipelineCompiler}
   */
  JobID start(Pipeline pipeline) {
    refuseSecondJob(pipeline.name());
    TableName target = pipeline.flows().get(0).target();
    Generations generations;
    try (Catalogs catalogs = new Catalogs(options.catalogs())) {
      generations = SessionState.of(target, catalogs, session);
    }
    CompiledPipeline compiled =
        PipelineCompiler.compile(pipeline, env, options.with(generations, Map.of()));
    if (compiled.readsAnew()) {
      Configuration restore = new Configuration();
      restore.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
      env.configure(restore);
    }
    StreamGraph graph = env.getStreamGraph();
    graph.setJobName(pipeline.name());
    try {
      return env.executeAsync(graph).getJobID();
    } catch (Exception e) {
      throw new FlinkRuntimeException("The job of " + pipeline.name() + " does not start.", e);
    }
  }

  private void refuseSecondJob(String name) {
    RunningJobs.find(session, name)
        .ifPresent(
            job -> {
              throw new AutoCdcException(
                  Problem.error(
                      null,
                      ErrorCode.ALREADY_RUNNING,
                      "the job " + job + " of the cluster has the name '" + name + "', too",
                      "two jobs of one flow would overwrite each other",
                      "stop it: STOP JOB '"
                          + job
                          + "' WITH SAVEPOINT, or give this flow another name"));
            });
  }
}
