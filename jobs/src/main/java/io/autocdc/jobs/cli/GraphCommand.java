// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.cli.Projects.ValidProject;
import io.autocdc.jobs.graph.GraphDot;
import io.autocdc.jobs.graph.GraphHtml;
import io.autocdc.jobs.graph.GraphMermaid;
import io.autocdc.jobs.graph.GraphText;
import io.autocdc.jobs.graph.LineageGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code graph}: draws what pipelines read and write. */
@Command(
    name = "graph",
    description = "Draw sources, views, expectations, flows, targets and quarantine tables.",
    sortOptions = false)
final class GraphCommand implements Callable<Integer> {

  /** Forms of the picture. */
  enum Format {
    TEXT,
    MERMAID,
    DOT,
    HTML;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Console console;

  @Parameters(paramLabel = "PATH", description = "A pipeline file or a project folder.")
  private String path;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default), mermaid, dot, or html: one page that needs nothing else.")
  private Format format = Format.TEXT;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where the picture goes. Default: stdout.")
  private String output;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;

  GraphCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Optional<ValidProject> valid = Projects.readValid(path, options, console);
    if (valid.isEmpty()) {
      return ExitCodes.USERS_FAULT;
    }
    Set<String> secrets = valid.get().project().secrets();
    String picture =
        render(valid.get().pipelines().stream().map(p -> LineageGraph.of(p, secrets)).toList());
    if (output == null) {
      console.out().print(picture);
    } else {
      write(picture);
    }
    return ExitCodes.FINE;
  }

  private String render(List<LineageGraph> graphs) {
    return switch (format) {
      case TEXT -> {
        List<String> lines = new ArrayList<>();
        graphs.forEach(graph -> lines.addAll(GraphText.render(graph)));
        yield text(lines);
      }
      case MERMAID -> text(GraphMermaid.render(graphs));
      case DOT -> text(GraphDot.render(graphs));
      case HTML -> GraphHtml.render(graphs);
    };
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private void write(String picture) {
    Path file = console.path(output);
    try {
      Files.writeString(file, picture);
    } catch (IOException e) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.FILE_NOT_FOUND,
              "--output " + output,
              "the file cannot be written: " + e.getClass().getSimpleName(),
              "name a file in a folder that exists"),
          e);
    }
    console.err().println("written to " + output);
  }
}
