// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules about views: what they read, their queries, their expectations. */
final class ViewChecks {

  private final Reporter reporter;
  private final Set<String> relations;
  private final QueriesOfOthers queries;
  private final WrittenTables written;

  /**
   * @param relations names of all sources and views
   */
  ViewChecks(
      Reporter reporter, Set<String> relations, QueriesOfOthers queries, WrittenTables written) {
    this.reporter = reporter;
    this.relations = relations;
    this.queries = queries;
    this.written = written;
  }

  void checkCycle(List<String> cycle, String path) {
    reporter.error(
        path + "/source",
        ErrorCode.CYCLE,
        "the views read from each other: " + String.join(" -> ", cycle),
        "none of them could be made first",
        "break the circle");
  }

  void checkQuality(View.QualityView view, String path, ExpectationChecks expectations) {
    Optional<TableName> table = written.find(view.source());
    if (!relations.contains(view.source()) && table.isPresent()) {
      written.report(path + "/source", "view '" + view.name() + "'", table.get());
    } else if (!relations.contains(view.source())) {
      reporter.error(
          path + "/source",
          ErrorCode.UNKNOWN_SOURCE,
          "view '" + view.name() + "' reads from '" + view.source() + "'",
          "there is no source or view of that name",
          Suggestions.didYouMean(view.source(), namedRelations()));
    }
    expectations.check(
        view.expectations(), "view '" + view.name() + "'", path, Set.of(view.source()));
  }

  /** Reports what the planner found wrong with a query. */
  void reportQuery(
      View.SqlView view, SqlError error, String path, Map<String, TableSchema> schemas) {
    Optional<TableName> table =
        error.unknownName() == null ? Optional.empty() : written.readBy(view.sql());
    if (table.isPresent()) {
      written.report(path + "/sql", error, queries.subject(view.name()), table.get());
      return;
    }
    String remedy = "correct the query, it is Flink SQL over the names of sources and views";
    if (error.unknownName() != null) {
      Set<String> candidates = namedRelations();
      candidates.remove(view.name());
      schemas.values().forEach(schema -> candidates.addAll(schema.names()));
      remedy =
          Suggestions.nearest(error.unknownName(), candidates)
              .map(name -> "did you mean '" + name + "'?")
              .orElse(remedy);
    }
    reporter.sqlError(
        path + "/sql",
        error,
        ErrorCode.INVALID_QUERY,
        "the query of " + queries.subject(view.name()) + " is not valid",
        error.message(),
        remedy);
  }

  private Set<String> namedRelations() {
    return relations.stream()
        .filter(name -> !queries.contains(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
