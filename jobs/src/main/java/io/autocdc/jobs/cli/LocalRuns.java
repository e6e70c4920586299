// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.run.PipelineRunner;
import io.autocdc.jobs.run.RunOptions;
import io.autocdc.jobs.run.RunSummary;
import io.autocdc.jobs.run.StopRequest;
import io.autocdc.jobs.run.SummaryJson;
import io.autocdc.jobs.run.SummaryText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the commands that run pipelines in this process have in common. */
final class LocalRuns {

  private LocalRuns() {}

  /**
   * @throws ParameterException if the parallelism makes no sense
   * @throws AutoCdcException NOT_AVAILABLE for a remote target
   */
  static void requireRunnable(CommonOptions options, CommandSpec spec) {
    requireParallelism(options, spec);
    if (options.target == CommonOptions.Target.REMOTE) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.NOT_AVAILABLE,
              "--target remote" + (options.address == null ? "" : " --address " + options.address),
              "this version runs pipelines in its own process only",
              "leave --target out"));
    }
  }

  /**
   * @throws ParameterException if the parallelism makes no sense
   */
  static void requireParallelism(LocalOptions options, CommandSpec spec) {
    if (options.parallelism != null && options.parallelism < 1) {
      throw new ParameterException(
          spec.commandLine(), "--parallelism must be at least 1: " + options.parallelism);
    }
  }

  /** Runs pipelines of a project, and remembers its warehouse. */
  static PipelineRunner runner(
      Project project, LocalOptions options, Console console, boolean triggered, StopRequest stop) {
    Path warehouse = Projects.warehouse(project, options, console);
    new RecentWarehouses(console.environment()).add(warehouse);
    return new PipelineRunner(
        runOptions(project, warehouse, options, triggered),
        compileOptions(project, warehouse, triggered),
        stop,
        console.err(),
        console.errIsTerminal());
  }

  static RunOptions runOptions(
      Project project, Path warehouse, LocalOptions options, boolean triggered) {
    Map<String, String> flinkOptions = new LinkedHashMap<>(project.settings().flink());
    flinkOptions.putAll(options.flinkOptions);
    return new RunOptions(warehouse, flinkOptions, options.parallelism, triggered);
  }

  static CompileOptions compileOptions(Project project, Path warehouse, boolean triggered) {
    return new CompileOptions(
            project.folder(),
            Projects.catalogs(project.settings(), project.folder(), warehouse),
            triggered)
        .with(project.settings().eventLog(), project.secrets());
  }

  static void print(RunSummary summary, OutputFormat format, Console console) {
    if (format == OutputFormat.JSON) {
      console.out().println(SummaryJson.render(summary));
    } else {
      SummaryText.render(summary).forEach(console.out()::println);
    }
    console.out().flush();
  }
}
