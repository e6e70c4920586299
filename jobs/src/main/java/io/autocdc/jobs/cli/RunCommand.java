// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.run.PipelineRunner;
import io.autocdc.jobs.run.RunOptions;
import io.autocdc.jobs.run.RunSummary;
import io.autocdc.jobs.run.StopRequest;
import io.autocdc.jobs.run.SummaryJson;
import io.autocdc.jobs.run.SummaryText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run}: runs pipelines in this process. */
@Command(
    name = "run",
    description = "Run the pipelines of a file or project. A later run continues where it ended.",
    sortOptions = false)
final class RunCommand implements Callable<Integer> {

  /** When a run ends. */
  enum Mode {
    TRIGGERED,
    CONTINUOUS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Forms of the summary. */
  enum Format {
    TEXT,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Console console;

  @Parameters(paramLabel = "PATH", description = "A pipeline file or a project folder.")
  private String path;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "triggered (default): apply all input that is there, then stop; or continuous: go on"
              + " until stopped by Ctrl-C.")
  private Mode mode = Mode.TRIGGERED;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Summary: text (default), or json: one object a pipeline, one a line.")
  private Format format = Format.TEXT;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;
  @Spec private CommandSpec spec;

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (options.parallelism != null && options.parallelism < 1) {
      throw new ParameterException(
          spec.commandLine(), "--parallelism must be at least 1: " + options.parallelism);
    }
    if (options.target == CommonOptions.Target.REMOTE) {
      throw remoteIsNotAvailable();
    }
    Project project = Projects.read(console.path(path), options, console);
    CheckedProject checked = Projects.check(project, options, console);
    checked.problems().forEach(console.err()::println);
    if (!checked.isValid()) {
      console.err().println(ValidateCommand.counts(checked.problems()));
      return ExitCodes.USERS_FAULT;
    }
    run(project, checked);
    return ExitCodes.FINE;
  }

  private void run(Project project, CheckedProject checked) throws InterruptedException {
    Path warehouse = Projects.warehouse(project, options, console);
    boolean triggered = mode == Mode.TRIGGERED;
    StopRequest stop = new StopRequest();
    if (!triggered) {
      StopSignals.install(stop, console.err());
    }
    new RecentWarehouses(console.environment()).add(warehouse);
    Map<String, String> flinkOptions = new LinkedHashMap<>(project.settings().flink());
    flinkOptions.putAll(options.flinkOptions);
    PipelineRunner runner =
        new PipelineRunner(
            new RunOptions(warehouse, flinkOptions, options.parallelism, triggered),
            new CompileOptions(
                    project.folder(),
                    Projects.catalogs(project.settings(), project.folder(), warehouse),
                    triggered)
                .with(project.settings().eventLog(), project.secrets()),
            stop,
            console.err(),
            console.errIsTerminal());
    runner.run(checked.pipelines(), this::print);
  }

  private void print(RunSummary summary) {
    if (format == Format.JSON) {
      console.out().println(SummaryJson.render(summary));
    } else {
      SummaryText.render(summary).forEach(console.out()::println);
    }
    console.out().flush();
  }

  private AutoCdcException remoteIsNotAvailable() {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.NOT_AVAILABLE,
            "--target remote" + (options.address == null ? "" : " --address " + options.address),
            "this version runs pipelines in its own process only",
            "leave --target out"));
  }
}
