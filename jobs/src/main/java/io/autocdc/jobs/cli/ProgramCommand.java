// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.check.PipelineChecker;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.jobs.run.JobTarget;
import io.autocdc.jobs.run.StopRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a pipeline that a program declares. */
@Command(
    description = "Run the pipeline. A later run continues where it ended.",
    sortOptions = false)
final class ProgramCommand implements Callable<Integer> {

  /** Gives the pipeline and its settings; called once. */
  @FunctionalInterface
  interface Declaration {
    PipelineProgram get();
  }

  private final Console console;
  private final Declaration declaration;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "triggered (default): apply all input that is there, then stop; or continuous: go on"
              + " until stopped by Ctrl-C.")
  private RunCommand.Mode mode = RunCommand.Mode.TRIGGERED;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Summary: text (default), or json: one object.")
  private OutputFormat format = OutputFormat.TEXT;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Relative paths of the declaration start here. Default: the working directory.")
  private String folder = "";

  @Mixin private LocalOptions options;
  @Mixin private HelpOptions help;
  @Spec private CommandSpec spec;

  ProgramCommand(Console console, Declaration declaration) {
    this.console = console;
    this.declaration = declaration;
  }

  @Override
  public Integer call() throws InterruptedException {
    Runs.requireParallelism(options, spec);
    PipelineProgram program = declaration.get();
    Pipeline pipeline = program.pipeline();
    Path base = console.workingDirectory().resolve(folder).normalize();
    Project project =
        new Project(
            base,
            program.settings(),
            List.of(Pipeline.named(pipeline.name()).secrets(program.secrets())),
            Map.of(),
            List.of());
    check(pipeline, project);
    boolean triggered = mode == RunCommand.Mode.TRIGGERED;
    StopRequest stop = new StopRequest();
    if (!triggered) {
      StopSignals.install(stop, console.err());
    }
    Runs.runner(project, options, console, triggered, JobTarget.local(), stop)
        .run(List.of(pipeline), summary -> Runs.print(summary, format, console));
    return ExitCodes.FINE;
  }

  /** What could be checked without a planner was, when the pipeline was built. */
  private void check(Pipeline pipeline, Project project) {
    Set<String> catalogs =
        Projects.catalogs(project.settings(), project.folder(), project.folder()).keySet();
    Problems problems = new Problems();
    new PipelineChecker(
            pipeline,
            new Locations(),
            Set.of(),
            catalogs,
            Projects.analyzer(project, options, console),
            problems)
        .check();
    Problems shown = new Problems();
    problems.sorted().forEach(problem -> shown.add(problem.hiding(project.secrets())));
    shown.list().stream().filter(p -> !p.isError()).forEach(console.err()::println);
    shown.throwIfErrors();
  }
}
