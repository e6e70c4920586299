// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SqlAnalyzer.Kind;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tells names of tables that the pipeline writes from names that nobody knows. */
final class WrittenTables {

  private static final SqlError NO_PLACE = new SqlError(Kind.INVALID, "", 0, 0, null);

  private final Pipeline pipeline;
  private final Reporter reporter;

  /** Each table by the names that a statement may have for it. */
  private final Map<String, TableName> tables = new LinkedHashMap<>();

  private final Map<String, View> views = new LinkedHashMap<>();
  private final ViewOrder order;
  private final QueriesOfOthers queries;

  WrittenTables(Pipeline pipeline, Reporter reporter) {
    this.pipeline = pipeline;
    this.reporter = reporter;
    this.order = ViewOrder.of(pipeline);
    this.queries = new QueriesOfOthers(pipeline);
    pipeline.views().forEach(view -> views.putIfAbsent(view.name(), view));
    for (StreamingTable table : pipeline.tables()) {
      TableName name = table.name();
      tables.putIfAbsent(name.table(), name);
      tables.putIfAbsent(name.schema() + "." + name.table(), name);
      tables.putIfAbsent(name.toString(), name);
    }
  }

  Optional<TableName> find(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  /** The first of them that a query reads. */
  Optional<TableName> readBy(String sql) {
    return RelationNames.of(sql, tables.keySet()).stream().findFirst().map(tables::get);
  }

  /**
   * Reports that something reads one.
   *
   * @param reader what reads it, for messages: {@code flow 'f'}
   */
  void report(String path, String reader, TableName table) {
    report(path, NO_PLACE, reader, table);
  }

  /** The same at the place in a SQL text that the planner complains about. */
  void report(String path, SqlError error, String reader, TableName table) {
    Set<String> fillers = new TreeSet<>();
    for (Flow flow : pipeline.flows()) {
      if (flow.target().equals(table) && !find(flow.source()).equals(Optional.of(table))) {
        View view = views.get(flow.source());
        fillers.addAll(
            view != null && queries.contains(view.name())
                ? order.inputsOf(view)
                : Set.of(flow.source()));
      }
    }
    String elsewhere =
        "read the table in a pipeline of its own, with the source type: paimon and table: " + table;
    reporter.sqlError(
        path,
        error,
        ErrorCode.NOT_AVAILABLE,
        reader + " reads '" + table + "', which this pipeline writes",
        "flows and views read sources and views",
        fillers.isEmpty()
            ? elsewhere
            : "read what fills it, '" + String.join("', '", fillers) + "', or " + elsewhere);
  }
}
