// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.jobs.cli.Projects.ValidProject;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.explain.ExplanationJson;
import io.autocdc.jobs.explain.ExplanationText;
import io.autocdc.jobs.explain.PipelineExplainer;
import io.autocdc.jobs.explain.PipelineExplanation;
import io.autocdc.jobs.run.NextRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: shows what pipelines are made of, with everything resolved. */
@Command(
    name = "explain",
    description =
        "Show parameters and where they come from, targets, state and operators of every flow."
            + " Nothing is run or changed.",
    sortOptions = false)
final class ExplainCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "PATH", description = "A pipeline file or a project folder.")
  private String path;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default), or json: one object a pipeline, one a line.")
  private OutputFormat format = OutputFormat.TEXT;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Optional<ValidProject> valid = Projects.readValid(path, options, console);
    if (valid.isEmpty()) {
      return ExitCodes.USERS_FAULT;
    }
    Project project = valid.get().project();
    Path warehouse = Projects.warehouse(project, options, console);
    CompileOptions compile = Runs.compileOptions(project, warehouse, true);
    Path scratch = Files.createTempDirectory("autocdc-explain");
    try {
      for (int i = 0; i < valid.get().pipelines().size(); i++) {
        Pipeline pipeline = valid.get().pipelines().get(i);
        PipelineExplainer explainer =
            new PipelineExplainer(pipeline, project.pipelines().get(i).locations(), compile);
        NextRun nextRun = NextRun.of(pipeline, warehouse, compile);
        print(explainer.explain(nextRun, scratch.resolve(String.valueOf(i))));
      }
    } finally {
      delete(scratch);
    }
    return ExitCodes.FINE;
  }

  private void print(PipelineExplanation explanation) {
    if (format == OutputFormat.JSON) {
      console.out().println(ExplanationJson.render(explanation));
    } else {
      List<String> lines = ExplanationText.render(explanation, console.width());
      lines.forEach(console.out()::println);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
