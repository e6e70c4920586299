// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.jobs.cli.Projects.ValidProject;
import io.autocdc.jobs.run.JobTarget;
import io.autocdc.jobs.run.PipelineRunner;
import io.autocdc.jobs.run.StopRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code refresh}: fills targets anew. */
@Command(
    name = "refresh",
    description =
        "Forget state and rows of targets, and fill them anew from all input that is still there.",
    sortOptions = false)
final class RefreshCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "PATH", description = "A pipeline file or a project folder.")
  private String path;

  @Option(
      names = "--full",
      description = "Required: rows, state and quarantine of the targets are removed.")
  private boolean full;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "A target to refresh. May be repeated. Default: all.")
  private List<String> tables = new ArrayList<>();

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  private boolean yes;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Summary: text (default), or json: one object a pipeline, one a line.")
  private OutputFormat format = OutputFormat.TEXT;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;
  @Spec private CommandSpec spec;

  RefreshCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (!full) {
      throw new ParameterException(
          spec.commandLine(),
          "Missing --full: only a full refresh is different from 'autocdc run', which applies what"
              + " is new");
    }
    if (!yes && console.answers() == null) {
      throw new ParameterException(
          spec.commandLine(), "There is no terminal to ask on; add --yes to remove rows and state");
    }
    Runs.requireParallelism(options, spec);
    JobTarget target = TargetChooser.byOptions(options, spec);
    Optional<ValidProject> valid = Projects.readValid(path, options, console);
    if (valid.isEmpty()) {
      return ExitCodes.USERS_FAULT;
    }
    Map<Pipeline, Set<TableName>> selected = select(valid.get().pipelines());
    if (!yes && !confirm(selected)) {
      console.err().println("nothing was changed");
      return ExitCodes.USERS_FAULT;
    }
    StopRequest stop = new StopRequest();
    if (target.outlivesProgram()) {
      StopSignals.install(stop, console.err());
    }
    PipelineRunner runner =
        Runs.runner(valid.get().project(), options, console, true, target, stop);
    for (Map.Entry<Pipeline, Set<TableName>> entry : selected.entrySet()) {
      runner.forget(entry.getKey(), entry.getValue());
    }
    runner.run(List.copyOf(selected.keySet()), summary -> Runs.print(summary, format, console));
    return ExitCodes.FINE;
  }

  /** The targets to refresh, of those pipelines that have one. */
  private Map<Pipeline, Set<TableName>> select(List<Pipeline> pipelines) {
    Map<Pipeline, Set<TableName>> targets = new LinkedHashMap<>();
    for (Pipeline pipeline : pipelines) {
      targets.put(
          pipeline,
          pipeline.flows().stream()
              .map(Flow::target)
              .collect(Collectors.toCollection(LinkedHashSet::new)));
    }
    if (!tables.isEmpty()) {
      Set<TableName> all = new LinkedHashSet<>();
      targets.values().forEach(all::addAll);
      Set<TableName> named = new LinkedHashSet<>();
      tables.forEach(text -> named.add(find(text, all)));
      targets.values().forEach(ofPipeline -> ofPipeline.retainAll(named));
    }
    targets.values().removeIf(Set::isEmpty);
    return targets;
  }

  /** A name without a schema may stand for the only target that is called so. */
  private static TableName find(String text, Set<TableName> targets) {
    TableName name = TableName.parse(text);
    if (targets.contains(name)) {
      return name;
    }
    List<TableName> alike =
        targets.stream()
            .filter(target -> TableName.isBare(text) && target.table().equals(name.table()))
            .toList();
    if (alike.size() == 1) {
      return alike.get(0);
    }
    throw new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.UNKNOWN_TARGET,
            "--table " + text,
            alike.isEmpty() ? "no flow writes into it" : "several targets are called so",
            Suggestions.didYouMean(
                name.toString(), targets.stream().map(TableName::toString).toList())));
  }

  private boolean confirm(Map<Pipeline, Set<TableName>> selected) throws IOException {
    console.err().println("Rows, state and quarantine of these tables are removed:");
    selected
        .values()
        .forEach(targets -> targets.forEach(target -> console.err().println("  " + target)));
    console.err().print("They are filled anew from the input that is still there. Go on? [y/N] ");
    console.err().flush();
    String answer = console.answers().readLine();
    return answer != null && Set.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
  }
}
