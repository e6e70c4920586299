// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.check.Lineage;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code validate}: shows every problem of every file. The problems are its data. */
@Command(
    name = "validate",
    description = "Show every problem of every file at once.",
    sortOptions = false)
final class ValidateCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "PATH", description = "A pipeline file or a project folder.")
  private String path;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default): one problem a line; or json: one document.")
  private OutputFormat format = OutputFormat.TEXT;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Project project = Projects.read(console.path(path), options, console);
    CheckedProject checked = Projects.check(project, options, console);
    if (format == OutputFormat.JSON) {
      console.out().println(ProblemJson.render(checked));
    } else {
      checked.problems().forEach(console.out()::println);
      if (checked.isValid()) {
        console.out().println("OK: " + contents(checked));
      }
    }
    if (!checked.problems().isEmpty()) {
      console.out().flush();
      console.err().println(counts(checked.problems()));
    }
    return checked.isValid() ? ExitCodes.FINE : ExitCodes.USERS_FAULT;
  }

  private static String contents(CheckedProject checked) {
    List<String> counts = new ArrayList<>();
    counts.add(count(checked.pipelines().size(), "pipeline"));
    counts.add(count(sum(checked, p -> p.sources().size() - sinks(p)), "source"));
    counts.add(count(sum(checked, p -> p.views().size()), "view"));
    counts.add(count(sum(checked, p -> p.tables().size()), "table"));
    counts.add(count(sum(checked, p -> p.flows().size()), "flow"));
    long inserts = sum(checked, p -> p.inserts().size());
    if (inserts > 0) {
      counts.add(count(inserts, "insert"));
    }
    return String.join(", ", counts);
  }

  private static long sum(CheckedProject checked, ToLongFunction<Pipeline> what) {
    return checked.pipelines().stream().mapToLong(what).sum();
  }

  /** Declared like sources, but only written. */
  private static long sinks(Pipeline pipeline) {
    Set<String> written = new Lineage(pipeline).onlyWritten();
    return pipeline.sources().stream().filter(s -> written.contains(s.name())).count();
  }

  /** For example {@code 2 errors, 1 warning}. */
  static String counts(List<Problem> problems) {
    long errors = problems.stream().filter(Problem::isError).count();
    long warnings = problems.size() - errors;
    List<String> counts = new ArrayList<>();
    if (errors > 0) {
      counts.add(count(errors, "error"));
    }
    if (warnings > 0) {
      counts.add(count(warnings, "warning"));
    }
    return String.join(", ", counts);
  }

  private static String count(long n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
