// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rules about views: what they read, their queries, their expectations. */
final class ViewChecks {

  private final Reporter reporter;
  private final Set<String> relations;

  /**
   * @param relations names of all sources and views
   */
  ViewChecks(Reporter reporter, Set<String> relations) {
    this.reporter = reporter;
    this.relations = relations;
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
    if (!relations.contains(view.source())) {
      reporter.error(
          path + "/source",
          ErrorCode.UNKNOWN_SOURCE,
          "view '" + view.name() + "' reads from '" + view.source() + "'",
          "there is no source or view of that name",
          Suggestions.didYouMean(view.source(), relations));
    }
    expectations.check(
        view.expectations(), "view '" + view.name() + "'", path, Set.of(view.source()));
  }

  /** Reports what the planner found wrong with a query. */
  void reportQuery(
      View.SqlView view, SqlError error, String path, Map<String, TableSchema> schemas) {
    String remedy = "correct the query, it is Flink SQL over the names of sources and views";
    if (error.unknownName() != null) {
      Set<String> candidates = new TreeSet<>(relations);
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
        "the query of view '" + view.name() + "' is not valid",
        error.message(),
        remedy);
  }
}
