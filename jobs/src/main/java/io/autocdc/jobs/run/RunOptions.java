// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;
import java.util.Map;

/**
 * How pipelines are run.
 *
 * @param warehouse folder of the tables, and of the state beside them
 * @param flinkOptions options of Flink: those of the project, overridden by those of the user
 * @param parallelism subtasks of each operator; null for the Flink option or the default
 * @param triggered true to stop when all input that is there has been applied
 * @param target where the jobs go
 */
public record RunOptions(
    Path warehouse,
    Map<String, String> flinkOptions,
    Integer parallelism,
    boolean triggered,
    JobTarget target) {}
