// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.read.References;
import io.autocdc.dsl.sql.SqlWriter;
import io.autocdc.dsl.yaml.CatalogSettings;
import io.autocdc.dsl.yaml.ProjectFile;
import io.autocdc.dsl.yaml.ProjectFileWriter;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import io.autocdc.jobs.compile.NewTables;
import io.autocdc.jobs.generate.GeneratedFile.Kind;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a project in other languages: a project of scripts, statements that create its targets,
 * and Java. Nothing but the declaration decides what is written. Values of secrets and environment
 * variables are in none of the files; in their place stand tokens, and calls in Java.
 *
 * <p>What is written reads the same input, and has tables of its own: files are known by their
 * paths from the project folder, so that what appends would append all input once more to tables of
 * the original.
 */
public final class ProjectGenerator {

  private static final String PATHS = "Relative paths start at this folder.";
  private static final String PATHS_OF_PROCESS =
      "Relative paths start at the working directory, which should be this folder.";
  private static final String TOKENS = "Put values in the places of the tokens before you run it.";
  private static final String PROJECT_FILE = "autocdc.yaml";
  private static final String DEFAULT_WAREHOUSE = "warehouse";

  private final DeclaredProject project;
  private final DeclaredProject real;
  private final Map<String, String> variables;
  private final SqlAnalyzer sql;
  private final Relocation relocation;
  private final Map<String, CatalogOptions> catalogs;

  /**
   * @param project the project, with references in the place of values that are not to be written
   * @param real the same project with the values
   * @param variables the environment variables of the references, with their values
   * @param catalogs every catalog of the real project
   * @param sql judges the queries of views
   * @param output the folder that the files are for; neither the project folder nor one above it
   */
  public ProjectGenerator(
      DeclaredProject project,
      DeclaredProject real,
      Map<String, String> variables,
      Map<String, CatalogOptions> catalogs,
      SqlAnalyzer sql,
      Path output) {
    this.project = project;
    this.real = real;
    this.variables = variables;
    this.catalogs = catalogs;
    this.sql = sql;
    this.relocation = new Relocation(real.folder(), output);
  }

  /**
   * The files, in the order of the pipelines' names.
   *
   * @throws AutoCdcException NOT_AVAILABLE for what has no text; what a first run would refuse
   */
  public List<GeneratedFile> generate() {
    if (project.pipelines().size() != real.pipelines().size()) {
      throw dependsOnValues("project");
    }
    Map<String, Integer> byName = new TreeMap<>();
    for (int i = 0; i < project.pipelines().size(); i++) {
      byName.put(project.pipelines().get(i).name(), i);
    }
    Map<String, GeneratedNames> names = GeneratedNames.of(byName.keySet());
    List<GeneratedFile> files = new ArrayList<>();
    files.add(
        GeneratedFile.of(
            Kind.PROJECT_FILE,
            null,
            PROJECT_FILE,
            PATHS,
            References.asTokens(ProjectFileWriter.write(project.settings()))));
    byName.forEach(
        (name, i) ->
            files.addAll(
                generate(project.pipelines().get(i), real.pipelines().get(i), names.get(name))));
    return files;
  }

  private List<GeneratedFile> generate(
      Pipeline declared, Pipeline withValues, GeneratedNames names) {
    if (!haveTheSameParts(declared, withValues)) {
      throw dependsOnValues("pipeline '" + withValues.name() + "'");
    }
    Pipeline pipeline = relocation.move(declared, withValues);
    String java = JavaProgram.write(names.javaClass(), pipeline, project.settings());
    String script = References.asTokens(SqlWriter.write(pipeline));
    requireEqual(script, relocation.move(withValues, withValues));
    String ddl = References.asTokens(ddl(declared, withValues));
    String name = withValues.name();
    return List.of(
        GeneratedFile.of(Kind.SCRIPT, name, names.file() + ".sql", PATHS, "\n" + script),
        GeneratedFile.of(
            Kind.FLINK_DDL,
            name,
            names.file() + ".ddl",
            PATHS_OF_PROCESS + (ddl.contains("${") ? "\n" + TOKENS : ""),
            ddl),
        GeneratedFile.of(
            Kind.JAVA, name, names.javaClass() + ".java", PATHS_OF_PROCESS, "\n" + java));
  }

  private static boolean haveTheSameParts(Pipeline one, Pipeline other) {
    return one.sources().size() == other.sources().size()
        && one.views().size() == other.views().size()
        && one.tables().size() == other.tables().size()
        && one.flows().size() == other.flows().size()
        && one.declarations().size() == other.declarations().size()
        && one.inserts().size() == other.inserts().size();
  }

  /** Reads what was written, as a run of it would. */
  private void requireEqual(String script, Pipeline expected) {
    if (!ScriptCheck.readsAs(script, expected, variables)) {
      if (variables.isEmpty()) {
        throw new IllegalStateException(
            "the script of the pipeline '" + expected.name() + "' does not read back equal");
      }
      throw dependsOnValues("pipeline '" + expected.name() + "'");
    }
  }

  /** Types come from real texts, since a planner can do nothing with a reference. */
  private String ddl(Pipeline declared, Pipeline withValues) {
    List<View> views = new ArrayList<>();
    for (int i = 0; i < declared.views().size(); i++) {
      View view = declared.views().get(i);
      views.add(
          withValues.views().get(i) instanceof View.SqlView query
              ? new View.SqlView(view.name(), query.sql())
              : view);
    }
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < declared.sources().size(); i++) {
      Source source = declared.sources().get(i);
      sources.add(
          source.type().equals(SourceTypes.SQL)
              ? source.withOptions(withValues.sources().get(i).options())
              : source);
    }
    List<StreamingTable> tables = new ArrayList<>();
    for (int i = 0; i < declared.tables().size(); i++) {
      StreamingTable table = declared.tables().get(i);
      tables.add(
          new StreamingTable(
              table.name(), withValues.tables().get(i).properties(), table.expectations()));
    }
    Pipeline pipeline =
        new Pipeline(
            declared.name(),
            sources,
            views,
            tables,
            declared.flows(),
            withValues.declarations(),
            withValues.inserts());
    Map<TableName, TableDescription> stored = new LinkedHashMap<>();
    try (Catalogs open = new Catalogs(catalogs)) {
      NewTables.of(pipeline, sql, open)
          .forEach((name, table) -> stored.put(name, withReferences(table, name, declared)));
    }
    Map<String, CatalogSettings> reached = new TreeMap<>();
    catalogs.forEach((name, real) -> reached.put(name, reach(name, real.type())));
    return FlinkDdl.write(stored, reached);
  }

  private static TableDescription withReferences(
      TableDescription stored, TableName name, Pipeline declared) {
    Map<String, String> properties = new TreeMap<>(stored.properties());
    declared.tables().stream()
        .filter(table -> table.name().equals(name))
        .flatMap(table -> table.properties().entrySet().stream())
        .filter(property -> References.isIn(property.getValue()))
        .forEach(property -> properties.put(property.getKey(), property.getValue()));
    return new TableDescription(stored.schema(), stored.primaryKey(), properties);
  }

  private CatalogSettings reach(String catalog, String type) {
    ProjectFile settings = project.settings();
    CatalogSettings declared = settings.catalogs().get(catalog);
    String own = declared == null ? null : declared.warehouse();
    String common = settings.warehouse() == null ? DEFAULT_WAREHOUSE : settings.warehouse();
    return new CatalogSettings(
        type, own == null ? common : own, declared == null ? Map.of() : declared.options());
  }

  private static AutoCdcException dependsOnValues(String what) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.NOT_AVAILABLE,
            "a secret or an environment variable decides what the " + what + " is made of",
            "its value is not written into files, and no token can stand in its place",
            "use such values in conditions, options and properties only"));
  }
}
