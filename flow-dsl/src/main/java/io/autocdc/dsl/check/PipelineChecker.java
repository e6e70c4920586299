// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SchemaResolver.Relations;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.TableSchema;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a pipeline against the rules of declarations (semantics.md, section 2). It finds all
 * problems at once and throws nothing.
 */
public final class PipelineChecker {

  private final Pipeline pipeline;
  private final Set<String> brokenSources;
  private final Set<String> catalogs;
  private final SqlAnalyzer sql;
  private final Reporter reporter;
  private final Set<String> relations = new LinkedHashSet<>();
  private final QueriesOfOthers queries;
  private final WrittenTables written;
  private final List<String> sourcePaths;
  private final List<String> viewPaths;
  private final List<String> tablePaths;
  private final List<String> flowPaths;

  /**
   * @param pipeline what is checked
   * @param locations where its pieces stand
   * @param brokenSources sources whose schema has been reported as broken
   * @param catalogs names of the catalogs that tables can be in
   * @param sql judges SQL texts
   * @param problems takes what is found
   */
  public PipelineChecker(
      Pipeline pipeline,
      Locations locations,
      Set<String> brokenSources,
      Set<String> catalogs,
      SqlAnalyzer sql,
      Problems problems) {
    this.pipeline = pipeline;
    this.brokenSources = brokenSources;
    this.catalogs = catalogs;
    this.sql = sql;
    this.reporter = new Reporter(locations, problems);
    this.queries = new QueriesOfOthers(pipeline);
    this.written = new WrittenTables(pipeline, reporter);
    List<String> sources = pipeline.sources().stream().map(Source::name).toList();
    List<String> views = pipeline.views().stream().map(View::name).toList();
    relations.addAll(sources);
    relations.addAll(views);
    sourcePaths = Locations.paths(sources, Locations::source);
    viewPaths = Locations.paths(views, Locations::view);
    tablePaths =
        Locations.paths(
            pipeline.tables().stream().map(table -> table.name().toString()).toList(),
            Locations::table);
    flowPaths =
        Locations.paths(pipeline.flows().stream().map(Flow::name).toList(), Locations::flow);
  }

  public void check() {
    checkNames();
    Conditions conditions = new Conditions(sql, reporter);
    SourceChecks sourceChecks = new SourceChecks(reporter, brokenSources);
    for (int i = 0; i < pipeline.sources().size(); i++) {
      Source source = pipeline.sources().get(i);
      String path = sourcePaths.get(i);
      sourceChecks.check(source, path);
      if (TableFeeds.isFeed(source) || DeltaFeeds.isFeed(source)) {
        source
            .table()
            .flatMap(table -> written.find(table.toString()))
            .ifPresent(
                table ->
                    written.report(
                        path + "/options/" + SourceTypes.TABLE,
                        "source '" + source.name() + "'",
                        table));
      }
    }
    ViewOrder order = ViewOrder.of(pipeline);
    Relations found = SchemaResolver.resolve(pipeline, order, sql);
    Map<String, TableSchema> schemas = found.schemas();
    for (int i = 0; i < pipeline.sources().size(); i++) {
      SqlError error = found.sourceErrors().get(pipeline.sources().get(i));
      if (error != null) {
        sourceChecks.reportSql(pipeline.sources().get(i), error, sourcePaths.get(i));
      }
    }
    ExpectationChecks expectations = new ExpectationChecks(reporter, conditions, schemas);
    checkViews(order, found.viewErrors(), schemas, expectations);
    checkRepeatable(order, schemas);
    checkTables(expectations);
    checkFlows(conditions, schemas);
    new ChangelogChecks(pipeline, sql, reporter, found).check(flowPaths);
    new FlinkStatementChecks(pipeline, sql, reporter, found, written).check(order);
  }

  private void checkViews(
      ViewOrder order,
      Map<View.SqlView, SqlError> errors,
      Map<String, TableSchema> schemas,
      ExpectationChecks expectations) {
    ViewChecks checks = new ViewChecks(reporter, relations, queries, written);
    order.cycles().forEach(cycle -> checks.checkCycle(cycle, Locations.view(cycle.get(0))));
    errors.forEach(
        (view, error) -> checks.reportQuery(view, error, Locations.view(view.name()), schemas));
    for (int i = 0; i < pipeline.views().size(); i++) {
      if (pipeline.views().get(i) instanceof View.QualityView quality) {
        checks.checkQuality(quality, viewPaths.get(i), expectations);
      }
    }
  }

  /** What a flow keeps by keys is the same in every run only if what it reads is. */
  private void checkRepeatable(ViewOrder order, Map<String, TableSchema> schemas) {
    Set<String> needed =
        new Lineage(pipeline)
            .upstreamOf(pipeline.flows().stream().filter(KeyedFlow.class::isInstance).toList());
    for (View view : order.views()) {
      if (view instanceof View.SqlView query
          && needed.contains(view.name())
          && schemas.containsKey(view.name())) {
        reporter.unrepeatable(
            Locations.view(view.name()) + "/sql",
            "the query of " + queries.subject(view.name()),
            sql.unrepeatableFunctions(query.sql(), schemas));
      }
    }
  }

  private void checkTables(ExpectationChecks expectations) {
    TableChecks checks = new TableChecks(reporter, catalogs);
    for (int i = 0; i < pipeline.tables().size(); i++) {
      StreamingTable table = pipeline.tables().get(i);
      checks.check(table, tablePaths.get(i));
      Set<String> sources = new LinkedHashSet<>();
      pipeline.flows().stream()
          .filter(flow -> flow.target().equals(table.name()))
          .forEach(flow -> sources.add(flow.source()));
      expectations.check(
          table.expectations(), "table '" + table.name() + "'", tablePaths.get(i), sources);
    }
  }

  private void checkFlows(Conditions conditions, Map<String, TableSchema> schemas) {
    FeedFlows feeds = new FeedFlows(pipeline);
    FlowChecks checks =
        new FlowChecks(
            reporter, conditions, relations, queries, written, pipeline.tables(), schemas, feeds);
    SnapshotChecks snapshots = new SnapshotChecks(pipeline, reporter, sql, checks, schemas);
    TargetAgreement agreement = new TargetAgreement(reporter);
    TargetSharing sharing = new TargetSharing(pipeline, reporter);
    LostDeleteChecks lostDeletes = new LostDeleteChecks(pipeline, sql, reporter, schemas);
    FeedChecks feedChecks = new FeedChecks(pipeline, reporter, feeds);
    for (int i = 0; i < pipeline.sources().size(); i++) {
      feedChecks.checkKeys(pipeline.sources().get(i), sourcePaths.get(i));
    }
    for (int i = 0; i < pipeline.flows().size(); i++) {
      Flow flow = pipeline.flows().get(i);
      String path = flowPaths.get(i);
      TableSchema read = schemas.get(flow.source());
      Flow complete = flow;
      if (flow instanceof SnapshotCdcFlow snapshot) {
        read = snapshots.check(snapshot, path);
      } else if (flow instanceof AutoCdcFlow declared) {
        AutoCdcFlow changes = feeds.complete(declared, read);
        checks.check(changes, path);
        feedChecks.checkFlow(changes, read, path);
        lostDeletes.check(changes);
        complete = changes;
      } else {
        checks.checkReferences(flow, path);
        feedChecks.checkAppending((AppendFlow) flow, read, path);
      }
      if (complete instanceof KeyedFlow keyed) {
        agreement.add(keyed, read, path);
      }
      sharing.check(flow, path);
    }
    new OnceChecks(pipeline, reporter).check(flowPaths);
    new ReadModeChecks(pipeline, reporter).check(sourcePaths, flowPaths);
  }

  private void checkNames() {
    Map<String, String> kinds = new HashMap<>();
    for (int i = 0; i < pipeline.sources().size(); i++) {
      checkName(kinds, pipeline.sources().get(i).name(), "source", sourcePaths.get(i));
    }
    for (int i = 0; i < pipeline.views().size(); i++) {
      checkName(kinds, pipeline.views().get(i).name(), "view", viewPaths.get(i));
    }
    kinds.clear();
    for (int i = 0; i < pipeline.tables().size(); i++) {
      StreamingTable table = pipeline.tables().get(i);
      checkName(kinds, table.name().toString(), "table", tablePaths.get(i));
    }
    kinds.clear();
    for (int i = 0; i < pipeline.flows().size(); i++) {
      checkName(kinds, pipeline.flows().get(i).name(), "flow", flowPaths.get(i));
    }
  }

  /** Sources and views share their names, since flows read from both. */
  private void checkName(Map<String, String> kinds, String name, String kind, String path) {
    String before = kinds.putIfAbsent(name, kind);
    if (before != null) {
      reporter.error(
          path + "/name",
          ErrorCode.DUPLICATE_NAME,
          before.equals(kind)
              ? "there are two " + kind + "s '" + name + "'"
              : "there are a " + before + " and a " + kind + " '" + name + "'",
          "names are unique in a pipeline",
          "rename one of them");
    }
    if (name.isBlank()) {
      reporter.error(
          path + "/name",
          ErrorCode.INVALID_VALUE,
          "a " + kind + " has an empty name",
          "others refer to it by its name",
          "give it a name");
    }
  }
}
