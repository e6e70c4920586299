// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescriber;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.ProjectFile;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.jobs.cli.Projects.ValidProject;
import io.autocdc.jobs.generate.DeclaredProject;
import io.autocdc.jobs.generate.GeneratedFile;
import io.autocdc.jobs.generate.ProjectGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code generate}: writes pipelines in other languages. */
@Command(
    name = "generate",
    description =
        "Write pipelines as SQL scripts, the targets as Flink DDL, and Java programs. Tables are"
            + " neither made nor changed.",
    sortOptions = false)
final class GenerateCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "PATH", description = "A pipeline file or a project folder.")
  private String path;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      required = true,
      description = "Where the files go; made if it is not there.")
  private String output;

  @Option(names = "--force", description = "Overwrite files that were not generated.")
  private boolean force;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default): the files, one a line; or json: one document.")
  private OutputFormat format = OutputFormat.TEXT;

  @Mixin private CommonOptions options;
  @Mixin private HelpOptions help;

  GenerateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Optional<ValidProject> valid = Projects.readValid(path, options, console);
    if (valid.isEmpty()) {
      return ExitCodes.USERS_FAULT;
    }
    Path folder = console.path(output).toAbsolutePath().normalize();
    requireAnotherFolder(folder, valid.get().project().folder());
    List<GeneratedFile> files = generator(valid.get(), folder).generate();
    requireReplaceable(folder, files);
    write(folder, files);
    print(files);
    return ExitCodes.FINE;
  }

  private ProjectGenerator generator(ValidProject valid, Path folder) {
    Project project = valid.project();
    DeclaredProject real = declared(project, valid.pipelines(), folder);
    Project kept =
        ProjectReader.read(
            console.path(path), Projects.readOptions(options, console).keepingReferences());
    DeclaredProject declared =
        kept.variables().isEmpty()
            ? real
            : declared(
                kept,
                kept.pipelines().stream()
                    .map(
                        pipeline ->
                            pipeline
                                .check(SqlAnalyzer.NONE, asKnown(valid, pipeline.name()))
                                .pipeline())
                    .toList(),
                folder);
    return new ProjectGenerator(
        declared,
        real,
        kept.variables(),
        Projects.catalogs(
            project.settings(), project.folder(), Projects.warehouse(project, options, console)),
        Projects.analyzer(project, options, console),
        folder);
  }

  /** What was told before: without values of secrets, systems do not answer. */
  private static SourceDescriber asKnown(ValidProject valid, String pipeline) {
    Map<String, Source> known =
        valid.pipelines().stream()
            .filter(checked -> checked.name().equals(pipeline))
            .flatMap(checked -> checked.sources().stream())
            .filter(source -> source.schema() != null)
            .collect(Collectors.toMap(Source::name, source -> source));
    return source ->
        Optional.ofNullable(known.get(source.name()))
            .map(real -> new SourceDescription(real.schema(), ChangeFeeds.primaryKey(real)));
  }

  private DeclaredProject declared(Project project, List<Pipeline> pipelines, Path folder) {
    ProjectFile settings = project.settings();
    String warehouse = null;
    if (options.warehouse != null) {
      Path named = Projects.folder(options.warehouse, console.workingDirectory());
      warehouse = folder.relativize(named.toAbsolutePath().normalize()).toString();
    }
    return new DeclaredProject(
        project.folder(),
        new ProjectFile(
            settings.name(), warehouse, settings.catalogs(), settings.eventLog(), settings.flink()),
        pipelines);
  }

  /** A project that holds the files would have each of its pipelines twice. */
  private void requireAnotherFolder(Path folder, Path projectFolder) {
    if (projectFolder.startsWith(folder)) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.INVALID_VALUE,
              "--output " + output + " is the project folder, or holds it",
              "the project would have its pipelines twice",
              "name another folder; it may be inside of the project"));
    }
  }

  private void requireReplaceable(Path folder, List<GeneratedFile> files) {
    Problems problems = new Problems();
    for (GeneratedFile file : files) {
      Path path = folder.resolve(file.name());
      if (Files.exists(path) && !force && !isGenerated(path)) {
        problems.error(
            null,
            ErrorCode.FOLDER_NOT_EMPTY,
            "the file " + shown(file) + " exists and was not generated",
            "what somebody has written is not overwritten",
            "name another folder, or pass --force");
      }
    }
    problems.throwIfErrors();
  }

  private static boolean isGenerated(Path path) {
    try {
      return Files.isRegularFile(path)
          && GeneratedFile.isGenerated(
              new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return false; // Whatever it is, it is not ours.
    }
  }

  private void write(Path folder, List<GeneratedFile> files) {
    try {
      Files.createDirectories(folder);
      for (GeneratedFile file : files) {
        Files.writeString(folder.resolve(file.name()), file.text());
      }
    } catch (IOException e) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.FILE_NOT_FOUND,
              "--output " + output,
              "the files cannot be written: " + e.getClass().getSimpleName(),
              "name a folder that can be made and written"),
          e);
    }
  }

  private void print(List<GeneratedFile> files) {
    if (format == OutputFormat.TEXT) {
      files.forEach(file -> console.out().println(shown(file)));
      return;
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("files");
      for (GeneratedFile file : files) {
        json.writeStartObject();
        json.writeStringField("file", shown(file));
        json.writeStringField("kind", file.kind().text());
        json.writeStringField("pipeline", file.pipeline());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    console.out().println(text);
  }

  /** The file below the folder as the user named it. */
  private String shown(GeneratedFile file) {
    return output + (output.endsWith("/") ? "" : "/") + file.name();
  }
}
