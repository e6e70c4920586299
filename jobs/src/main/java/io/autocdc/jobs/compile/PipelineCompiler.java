// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.Pipeline;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Turns a pipeline into a Flink job. */
public final class PipelineCompiler {

  private PipelineCompiler() {}

  public static CompiledPipeline compile(
      Pipeline pipeline, StreamExecutionEnvironment env, CompileOptions options) {
    return null;
  }
}
