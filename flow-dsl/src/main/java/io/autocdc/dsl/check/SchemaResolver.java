// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SqlAnalyzer.QueryResult;
import io.autocdc.dsl.check.SqlAnalyzer.SourceResult;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    return resolve(pipeline, ViewOrder.of(pipeline), sql).schemas();
  }

  /**
   * What is known of the sources and views of a pipeline.
   *
   * @param schemas their columns, see {@link SchemaResolver#resolve(Pipeline, SqlAnalyzer)}
   * @param changelogs names of those that take back rows
   * @param filtered views that filter such rows
   * @param filteredSources sources of type sql that do
   * @param bounded sources of type sql that have an end
   * @param declarationErrors what is wrong with statements of Flink, by their places
   * @param sourceErrors what is wrong with sources of type sql
   * @param viewErrors what is wrong with the queries of views
   */
  record Relations(
      Map<String, TableSchema> schemas,
      Set<String> changelogs,
      Set<View.SqlView> filtered,
      Set<Source> filteredSources,
      Set<String> bounded,
      Map<Integer, SqlError> declarationErrors,
      Map<Source, SqlError> sourceErrors,
      Map<View.SqlView, SqlError> viewErrors) {

    Relations() {
      this(
          new LinkedHashMap<>(),
          new LinkedHashSet<>(),
          new LinkedHashSet<>(),
          new LinkedHashSet<>(),
          new LinkedHashSet<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>());
    }
  }

  static Relations resolve(Pipeline pipeline, ViewOrder order, SqlAnalyzer sql) {
    Relations relations = new Relations();
    Set<String> read = new Lineage(pipeline).read();
    sql.begin();
    for (int i = 0; i < pipeline.declarations().size(); i++) {
      Optional<SqlError> error = sql.declare(pipeline.declarations().get(i));
      if (error.isPresent()) {
        relations.declarationErrors().put(i, error.get());
      }
    }
    for (Source source : pipeline.sources()) {
      if (source.type().equals(SourceTypes.SQL)) {
        resolve(source, read.contains(source.name()), sql, relations);
      } else if (source.schema() != null && SourceTypes.find(source.type()).isPresent()) {
        relations.schemas().putIfAbsent(source.name(), source.visibleSchema());
        if (TableFeeds.isChangelog(source)) {
          relations.changelogs().add(source.name());
        }
      }
    }
    for (View view : order.views()) {
      if (view instanceof View.QualityView quality) {
        copy(quality, relations);
      } else if (relations.schemas().keySet().containsAll(order.inputsOf(view))) {
        resolve((View.SqlView) view, order.inputsOf(view), sql, relations);
      }
    }
    return relations;
  }

  private static void resolve(Source source, boolean read, SqlAnalyzer sql, Relations relations) {
    boolean query = source.options().containsKey(SourceTypes.QUERY);
    if (query == source.options().containsKey(SourceTypes.DEFINITION)) {
      return;
    }
    SourceResult result = sql.analyzeSource(source, read);
    if (result.error() != null) {
      relations.sourceErrors().put(source, result.error());
    }
    if (result.schema() != null
        && relations.schemas().putIfAbsent(source.name(), result.schema()) == null) {
      if (result.changelog()) {
        relations.changelogs().add(source.name());
      }
      if (result.filtered()) {
        relations.filteredSources().add(source);
      }
      if (result.bounded()) {
        relations.bounded().add(source.name());
      }
    }
  }

  private static void copy(View.QualityView view, Relations relations) {
    TableSchema schema = relations.schemas().get(view.source());
    if (schema != null
        && relations.schemas().putIfAbsent(view.name(), schema) == null
        && relations.changelogs().contains(view.source())) {
      relations.changelogs().add(view.name());
    }
  }

  private static void resolve(
      View.SqlView view, Set<String> inputs, SqlAnalyzer sql, Relations relations) {
    Map<String, TableSchema> schemas = relations.schemas();
    QueryResult result = sql.analyzeQuery(view.sql(), schemas, relations.changelogs());
    if (result.error() != null) {
      relations.viewErrors().put(view, result.error());
    }
    if (result.schema() == null || schemas.containsKey(view.name())) {
      return;
    }
    schemas.put(
        view.name(), withoutAdded(result.schema(), inputs.stream().map(schemas::get).toList()));
    if (result.changelog()) {
      relations.changelogs().add(view.name());
    }
    if (result.filtered()) {
      relations.filtered().add(view);
    }
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
