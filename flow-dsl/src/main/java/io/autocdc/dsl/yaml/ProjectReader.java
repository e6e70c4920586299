// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.sql.ScriptReader;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the pipelines of a file or of a project folder: YAML in the form of Lakehouse Plumber's
 * flowgroups, and SQL scripts.
 *
 * <p>In a folder, every {@code .yaml}, {@code .yml} and {@code .sql} file is a pipeline file,
 * except {@code autocdc.yaml}, hidden files and those whose name starts with {@code _}, and the
 * folders {@code substitutions}, {@code presets}, {@code templates}, {@code schemas}, {@code
 * expectations}, {@code data} and {@code warehouse}, and {@code .sql} files that a YAML file names.
 * Files that name the same pipeline form one, flowgroups before scripts, each in the order of file
 * paths.
 */
public final class ProjectReader {

  private ProjectReader() {}

  /**
   * Reads a project. A mistake in its files is no exception, but one of its problems.
   *
   * @param path a pipeline file or a project folder, as the user named it
   * @param options what decides the values of tokens
   */
  public static Project read(Path path, ReadOptions options) {
    Problems problems = new Problems();
    try {
      return read(path, options, problems);
    } catch (UncheckedIOException e) {
      problems.error(
          null,
          ErrorCode.FILE_NOT_FOUND,
          "the files of '" + path + "' cannot be listed",
          String.valueOf(e.getCause().getMessage()),
          "check the path and its permissions");
      return nothing(path, problems);
    }
  }

  private static Project read(Path path, ReadOptions options, Problems problems) {
    if (!Files.exists(path)) {
      problems.error(
          null,
          ErrorCode.FILE_NOT_FOUND,
          "'" + path + "' does not exist",
          "it is neither a file nor a folder",
          "check the path");
      return nothing(path, problems);
    }
    ProjectLayout layout = new ProjectLayout(path);
    TokenValues values = new TokenValues(options);
    ReadContext context = new ReadContext(layout, new TokenResolver(values), problems);
    Mapping projectFile = ProjectFileReader.load(context, values);
    if (options.env() != null) {
      new SubstitutionsReader(options.env(), layout, values, problems).read();
    }
    ProjectFile settings =
        projectFile == null ? ProjectFile.EMPTY : ProjectFileReader.read(projectFile, context);
    Map<String, PipelineAssembly> pipelines = new LinkedHashMap<>();
    FlowgroupReader reader =
        new FlowgroupReader(context, new Presets(context, projectFile), pipelines);
    int documents = 0;
    List<Path> files = layout.pipelineFiles();
    for (Path file : files) {
      if (ProjectLayout.isYaml(file)) {
        for (YamlNode document : layout.parse(file, problems)) {
          documents++;
          reader.read(document);
        }
      }
    }
    ScriptReader scripts = new ScriptReader(pipelines, context.tokens(), problems);
    readScripts(files, context, scripts);
    if (documents == 0 && pipelines.isEmpty() && !problems.hasErrors()) {
      reportNoPipeline(path, problems);
    }
    pipelines.values().forEach(assembly -> assembly.finish(layout.folder()));
    values
        .unusedOfSet()
        .forEach(
            (name, tokens) ->
                problems.warning(
                    null,
                    ErrorCode.NO_EFFECT,
                    "--set " + name + " has no effect",
                    "no file has the token ${" + name + "}",
                    Suggestions.didYouMean(name, tokens)));
    List<Pipeline.Builder> builders =
        pipelines.values().stream()
            .map(PipelineAssembly::builder)
            .map(
                builder ->
                    builder.catalogs(settings.catalogs().keySet()).secrets(values.usedSecrets()))
            .toList();
    return new Project(
        layout.folder(),
        settings.withFlink(scripts.flinkOptions()),
        builders,
        values.variables(),
        problems.sorted().stream().map(problem -> problem.hiding(values.usedSecrets())).toList());
  }

  /** Scripts come last: what YAML files name as queries and schemas are no scripts. */
  private static void readScripts(List<Path> files, ReadContext context, ScriptReader reader) {
    ProjectLayout layout = context.layout();
    for (Path file : files) {
      if (ProjectLayout.isScript(file) && !layout.isNamed(file)) {
        String text = layout.read(file, context.problems());
        String name = file.getFileName().toString();
        if (text != null) {
          reader.read(
              layout.display(file),
              text,
              name.substring(0, name.lastIndexOf('.')),
              layout.isGiven(file));
        }
      }
    }
  }

  private static void reportNoPipeline(Path path, Problems problems) {
    problems.error(
        null,
        ErrorCode.NO_PIPELINE,
        "there is no pipeline in '" + path + "'",
        "a pipeline file is a .yaml file with actions, or a .sql file with statements",
        "name such a file, or a folder that holds one");
  }

  private static Project nothing(Path path, Problems problems) {
    return new Project(
        path.toAbsolutePath(), ProjectFile.EMPTY, List.of(), Map.of(), problems.sorted());
  }
}
