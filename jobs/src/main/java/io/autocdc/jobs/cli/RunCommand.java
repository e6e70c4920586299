// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.jobs.cli.Projects.ValidProject;
import io.autocdc.jobs.run.JobTarget;
import io.autocdc.jobs.run.StopRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run}: runs pipelines. */
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

  private final Console console;
  private final TargetChooser targets;

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
  private OutputFormat format = OutputFormat.TEXT;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;
  @Spec private CommandSpec spec;

  RunCommand(Console console, TargetChooser targets) {
    this.console = console;
    this.targets = targets;
  }

  @Override
  public Integer call() throws InterruptedException {
    Runs.requireParallelism(options, spec);
    JobTarget target = targets.choose(options, spec);
    boolean triggered = mode == Mode.TRIGGERED;
    if (triggered && target.isDetached()) {
      throw new ParameterException(
          spec.commandLine(),
          "A triggered run has to be watched until its end: leave -d out, or add --mode continuous");
    }
    Optional<ValidProject> valid = Projects.readValid(path, options, console);
    if (valid.isEmpty()) {
      return ExitCodes.USERS_FAULT;
    }
    StopRequest stop = new StopRequest();
    // A triggered run on one machine ends with its process; the next goes on from its checkpoint.
    if (!target.isDetached() && (!triggered || target.outlivesProgram())) {
      StopSignals.install(stop, console.err());
    }
    Runs.runner(valid.get().project(), options, console, triggered, target, stop)
        .run(valid.get().pipelines(), summary -> Runs.print(summary, format, console));
    return ExitCodes.FINE;
  }
}
