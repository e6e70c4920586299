// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.yaml.Project;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.run.JobTarget;
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

/** What the commands that run pipelines have in common. */
final class Runs {

  private Runs() {}

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
      Project project,
      LocalOptions options,
      Console console,
      boolean triggered,
      JobTarget target,
      StopRequest stop) {
    Path warehouse = Projects.warehouse(project, options, console);
    new RecentWarehouses(console.environment()).add(warehouse);
    return new PipelineRunner(
        runOptions(project, warehouse, options, triggered, target),
        compileOptions(project, warehouse, triggered),
        stop,
        console.err(),
        console.errIsTerminal());
  }

  static RunOptions runOptions(
      Project project, Path warehouse, LocalOptions options, boolean triggered, JobTarget target) {
    Map<String, String> flinkOptions = new LinkedHashMap<>(project.settings().flink());
    flinkOptions.putAll(target.givenOptions());
    flinkOptions.putAll(options.flinkOptions);
    return new RunOptions(warehouse, flinkOptions, options.parallelism, triggered, target);
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
