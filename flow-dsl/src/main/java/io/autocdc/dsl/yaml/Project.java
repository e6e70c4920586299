// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Pipeline.Checked;
import io.autocdc.dsl.SourceDescriber;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was read from a file or folder, not yet checked.
 *
 * @param folder the project folder, absolute; paths of sources and tables are relative to it
 * @param settings the settings of the project file
 * @param pipelines the pipelines in the order of their files
 * @param variables the environment variables that texts refer to, with their values; empty unless
 *     it was read with {@link ReadOptions#keepsReferences}
 * @param problems what is wrong with the files themselves; what is wrong with a pipeline comes from
 *     {@link #check}
 */
public record Project(
    Path folder,
    ProjectFile settings,
    List<Pipeline.Builder> pipelines,
    Map<String, String> variables,
    List<Problem> problems) {

  public Project {
    pipelines = List.copyOf(pipelines);
    variables = Map.copyOf(variables);
    problems = List.copyOf(problems);
  }

  /** Texts that nothing may show. */
  public Set<String> secrets() {
    return pipelines.stream()
        .flatMap(pipeline -> pipeline.secrets().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Checks all pipelines, without a look at the systems behind their sources.
   *
   * @param sql judges SQL texts
   */
  public CheckedProject check(SqlAnalyzer sql) {
    return check(sql, SourceDescriber.NONE);
  }

  /**
   * Checks all pipelines.
   *
   * @param sql judges SQL texts
   * @param describer tells what declarations of sources leave out
   */
  public CheckedProject check(SqlAnalyzer sql, SourceDescriber describer) {
    Problems found = new Problems();
    found.addAll(problems);
    List<Pipeline> checked = new ArrayList<>();
    Map<TableName, String> owners = new HashMap<>();
    for (Pipeline.Builder builder : pipelines) {
      Checked result = builder.check(sql, describer);
      found.addAll(result.problems());
      checked.add(result.pipeline());
      reportOwnedTables(result.pipeline(), builder.locations(), owners, found);
    }
    return new CheckedProject(checked, new ArrayList<>(new LinkedHashSet<>(found.sorted())));
  }

  private static void reportOwnedTables(
      Pipeline pipeline, Locations locations, Map<TableName, String> owners, Problems found) {
    for (StreamingTable table : pipeline.tables()) {
      String owner = owners.putIfAbsent(table.name(), pipeline.name());
      if (owner != null && !owner.equals(pipeline.name())) {
        found.error(
            locations.find(Locations.table(table.name().toString())),
            ErrorCode.TARGET_OWNED,
            "pipelines '"
                + owner
                + "' and '"
                + pipeline.name()
                + "' write the table '"
                + table.name()
                + "'",
            "two owners would overwrite each other",
            "put both flows into one pipeline, or write into another table");
      }
    }
  }

  /**
   * Pipelines with everything that was found.
   *
   * @param pipelines the pipelines, usable only without errors
   * @param problems errors and warnings of all files, in the order of their places
   */
  public record CheckedProject(List<Pipeline> pipelines, List<Problem> problems) {

    public CheckedProject {
      pipelines = List.copyOf(pipelines);
      problems = List.copyOf(problems);
    }

    public boolean isValid() {
      return problems.stream().noneMatch(Problem::isError);
    }
  }
}
