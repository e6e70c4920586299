// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SqlAnalyzer.QueryResult;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Finds the columns that the readers of every source and view see. */
public final class SchemaResolver {

  private SchemaResolver() {}

  /**
   * The columns of every source and view by its name: sources first, then views, each behind those
   * that it reads. A name is missing if its columns are unknown: the pipeline is wrong there, or
   * the analyzer has no planner.
   *
   * @param pipeline a pipeline, checked or not
   * @param sql judges the queries of views
   */
  public static Map<String, TableSchema> resolve(Pipeline pipeline, SqlAnalyzer sql) {
    return resolve(pipeline, ViewOrder.of(pipeline), sql, (view, error) -> {});
  }

  static Map<String, TableSchema> resolve(
      Pipeline pipeline,
      ViewOrder order,
      SqlAnalyzer sql,
      BiConsumer<View.SqlView, SqlError> onError) {
    Map<String, TableSchema> schemas = new LinkedHashMap<>();
    for (Source source : pipeline.sources()) {
      if (source.schema() != null && SourceTypes.find(source.type()).isPresent()) {
        schemas.putIfAbsent(source.name(), source.visibleSchema());
      }
    }
    for (View view : order.views()) {
      TableSchema schema = schemaOf(view, order, schemas, sql, onError);
      if (schema != null) {
        schemas.putIfAbsent(view.name(), schema);
      }
    }
    return schemas;
  }

  private static TableSchema schemaOf(
      View view,
      ViewOrder order,
      Map<String, TableSchema> schemas,
      SqlAnalyzer sql,
      BiConsumer<View.SqlView, SqlError> onError) {
    if (view instanceof View.QualityView quality) {
      return schemas.get(quality.source());
    }
    if (!schemas.keySet().containsAll(order.inputsOf(view))) {
      return null;
    }
    View.SqlView query = (View.SqlView) view;
    QueryResult result = sql.analyzeQuery(query.sql(), schemas);
    if (result.error() != null) {
      onError.accept(query, result.error());
    }
    return result.schema() == null
        ? null
        : withoutAdded(result.schema(), order.inputsOf(view).stream().map(schemas::get).toList());
  }

  /** A column that a source added stays out of targets behind a query, too. */
  private static TableSchema withoutAdded(TableSchema result, List<TableSchema> inputs) {
    Set<String> added =
        inputs.stream()
            .flatMap(input -> input.columns().stream())
            .filter(Column::metadata)
            .map(Column::name)
            .collect(Collectors.toSet());
    return new TableSchema(
        result.columns().stream()
            .map(c -> added.contains(c.name()) ? Column.metadata(c.name(), c.type()) : c)
            .toList());
  }
}
