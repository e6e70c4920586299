// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.SourceDescriber;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import io.autocdc.dsl.yaml.ProjectFile;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import io.autocdc.jobs.compile.Descriptions;
import io.autocdc.jobs.sql.SqlAnalyzers;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds projects, their warehouses and catalogs. */
final class Projects {

  static final String DEFAULT_WAREHOUSE = "warehouse";

  private static final Pattern URI_SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:.*");

  private Projects() {}

  static Project read(Path path, CommonOptions options, Console console) {
    return ProjectReader.read(path, readOptions(options, console));
  }

  static ReadOptions readOptions(CommonOptions options, Console console) {
    return new ReadOptions(options.env, options.set, console.environment());
  }

  /**
   * A project without errors.
   *
   * @param pipelines its pipelines, in the order of {@link Project#pipelines}
   */
  record ValidProject(Project project, List<Pipeline> pipelines) {}

  /** Reads and checks a project and prints what is wrong; empty if there are errors. */
  static Optional<ValidProject> readValid(String path, CommonOptions options, Console console) {
    Project project = read(console.path(path), options, console);
    CheckedProject checked = check(project, options, console);
    checked.problems().forEach(console.err()::println);
    if (!checked.isValid()) {
      console.err().println(ValidateCommand.counts(checked.problems()));
      return Optional.empty();
    }
    return Optional.of(new ValidProject(project, checked.pipelines()));
  }

  /** Checks a project, with a look at the systems behind its sources. */
  static CheckedProject check(Project project, CommonOptions options, Console console) {
    return project.check(analyzer(project, options, console), describer(project, options, console));
  }

  /** Judges SQL texts with Flink's planner, which knows the catalogs of the project. */
  static SqlAnalyzer analyzer(Project project, LocalOptions options, Console console) {
    Map<String, CatalogOptions> catalogs =
        catalogs(project.settings(), project.folder(), warehouse(project, options, console));
    return SqlAnalyzers.ofPlanner(CompileOptions.ofFlink(catalogs));
  }

  /** Asks the systems behind sources. */
  static SourceDescriber describer(Project project, LocalOptions options, Console console) {
    Path warehouse = warehouse(project, options, console);
    return new Descriptions(
        catalogs(project.settings(), project.folder(), warehouse), project.folder());
  }

  /**
   * Folder of the tables: that of the command line, else that of the project file, else {@code
   * warehouse} in the project folder.
   *
   * @throws AutoCdcException NOT_AVAILABLE if it is no local folder
   */
  static Path warehouse(Project project, LocalOptions options, Console console) {
    if (options.warehouse != null) {
      return folder(options.warehouse, console.workingDirectory());
    }
    String declared = project.settings().warehouse();
    return folder(declared == null ? DEFAULT_WAREHOUSE : declared, project.folder());
  }

  /** A local folder from a path or {@code file:} URI. */
  static Path folder(String text, Path base) {
    if (!URI_SCHEME.matcher(text).matches()) {
      return base.resolve(text).normalize();
    }
    if (text.startsWith("file:")) {
      return Path.of(URI.create(text).getPath()).normalize();
    }
    throw new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.NOT_AVAILABLE,
            "the warehouse '" + text + "' is no local folder",
            "the state of local runs is kept beside the tables, in a local folder",
            "use a local folder as the warehouse; declare other storage under 'catalogs'"));
  }

  /** The built-in catalog and those of the project file. */
  static Map<String, CatalogOptions> catalogs(ProjectFile settings, Path folder, Path warehouse) {
    Map<String, CatalogOptions> catalogs = new LinkedHashMap<>(builtIn(warehouse));
    settings
        .catalogs()
        .forEach(
            (name, declared) ->
                catalogs.put(
                    name,
                    new CatalogOptions(
                        declared.type(),
                        location(declared.warehouse(), folder, warehouse),
                        declared.options())));
    return catalogs;
  }

  static Map<String, CatalogOptions> builtIn(Path warehouse) {
    return Map.of(
        TableName.DEFAULT_CATALOG,
        new CatalogOptions(TableName.DEFAULT_CATALOG, warehouse.toString(), Map.of()));
  }

  private static String location(String declared, Path folder, Path warehouse) {
    if (declared == null) {
      return warehouse.toString();
    }
    return URI_SCHEME.matcher(declared).matches()
        ? declared
        : folder.resolve(declared).normalize().toString();
  }
}
