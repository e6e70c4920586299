// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Expectation.Action;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SchemaResolver.Relations;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Rules about flows over rows that are taken back (semantics.md, section 12), and over queries that
 * have an end and no memory of what they have read.
 */
final class ChangelogChecks {

  private final Pipeline pipeline;
  private final SqlAnalyzer sql;
  private final Reporter reporter;
  private final Relations relations;
  private final Lineage lineage;

  ChangelogChecks(Pipeline pipeline, SqlAnalyzer sql, Reporter reporter, Relations relations) {
    this.pipeline = pipeline;
    this.sql = sql;
    this.reporter = reporter;
    this.relations = relations;
    this.lineage = new Lineage(pipeline);
  }

  /**
   * @param paths paths of the flows
   */
  void check(List<String> paths) {
    for (int i = 0; i < paths.size(); i++) {
      Flow flow = pipeline.flows().get(i);
      if (flow instanceof AppendFlow) {
        checkAppending(flow, paths.get(i));
      } else if (flow instanceof AutoCdcFlow changes) {
        checkRules(changes);
        checkUnpaired(changes, paths.get(i));
        checkPosition(changes, paths.get(i));
      }
    }
    relations.filtered().forEach(this::warnOfFilter);
    relations.filteredSources().stream()
        .filter(source -> !source.deletesUnpaired())
        .forEach(this::warnOfFilter);
  }

  private void checkAppending(Flow flow, String path) {
    if (relations.changelogs().contains(flow.source())) {
      reporter.error(
          path + "/" + Parameter.SOURCE,
          ErrorCode.CONFLICTING_OPTIONS,
          "flow '" + flow.name() + "' appends the rows of '" + flow.source() + "'",
          "these are taken back and updated, and a table that only grows cannot follow",
          "apply them with keys and a sequence, as AUTO CDC does");
    }
    Set<String> bounded = new TreeSet<>(lineage.upstreamOf(List.of(flow)));
    bounded.retainAll(relations.bounded());
    if (!flow.once() && !bounded.isEmpty()) {
      reporter.error(
          path + "/" + Parameter.SOURCE,
          ErrorCode.CONFLICTING_OPTIONS,
          "flow '" + flow.name() + "' appends what '" + bounded.iterator().next() + "' gives",
          "that has an end, and is read in whole by every run: all would be appended once more",
          "write once: true, or apply the rows with keys and a sequence");
    }
  }

  /**
   * What an update replaces carries the sequence of what it replaces, unless that is its place in
   * the changelog: a delete there would remove a version in place of ending it.
   */
  private void checkUnpaired(AutoCdcFlow declared, String path) {
    AutoCdcFlow flow =
        new FeedFlows(pipeline).complete(declared, relations.schemas().get(declared.source()));
    Optional<Source> source = sourcesOf(flow.source()).filter(Source::deletesUnpaired).findFirst();
    boolean ordered =
        flow.sequenceBy().contains(TableFeeds.POSITION) && !lacksSnapshot(flow.sequenceBy());
    if (source.isPresent() && flow.scdType() != ScdType.TYPE_1 && !ordered) {
      reporter.error(
          path + "/" + Parameter.SOURCE,
          ErrorCode.CONFLICTING_OPTIONS,
          "flow '"
              + flow.name()
              + "' keeps history, and its source '"
              + source.get().name()
              + "' has unpaired_update_before: delete",
          "a row that is taken back has the sequence of the version that it would remove",
          "keep SCD type 1, or let the row through and delete it by a condition");
    }
  }

  /** Positions begin anew with every snapshot of the table, and do not order them. */
  private void checkPosition(AutoCdcFlow flow, String path) {
    boolean fromTable = sourcesOf(flow.source()).anyMatch(TableFeeds::isFeed);
    if (fromTable && lacksSnapshot(flow.sequenceBy())) {
      List<String> right = new ArrayList<>(flow.sequenceBy());
      right.remove(TableFeeds.SNAPSHOT_ID);
      right.add(right.indexOf(TableFeeds.POSITION), TableFeeds.SNAPSHOT_ID);
      reporter.warning(
          path + "/" + Parameter.SEQUENCE_BY,
          ErrorCode.DROPS_DELETES,
          "flow '"
              + flow.name()
              + "' has the sequence "
              + flow.sequenceBy()
              + ", with "
              + TableFeeds.POSITION
              + " and no "
              + TableFeeds.SNAPSHOT_ID
              + " before it",
          "positions begin anew with every snapshot, so that a change or delete of a later one can"
              + " count as older and be left out",
          "write " + right);
    }
  }

  private static boolean lacksSnapshot(List<String> sequence) {
    int position = sequence.indexOf(TableFeeds.POSITION);
    return position >= 0 && !sequence.subList(0, position).contains(TableFeeds.SNAPSHOT_ID);
  }

  /** The sources whose rows are taken back, upstream of a relation. */
  private Stream<Source> sourcesOf(String relation) {
    Set<String> upstream = lineage.upstreamOf(relation);
    return pipeline.sources().stream()
        .filter(source -> upstream.contains(source.name()))
        .filter(source -> relations.changelogs().contains(source.name()));
  }

  /** A rule sees what a delete was, too: one that does not keep it takes the delete away. */
  private void checkRules(AutoCdcFlow flow) {
    if (!relations.changelogs().contains(flow.source())) {
      return;
    }
    Set<String> notNull = new HashSet<>(flow.keys());
    if (flow.sequenceBy().size() == 1) {
      notNull.addAll(flow.sequenceBy());
    }
    for (StreamingTable table : pipeline.tables()) {
      if (table.name().equals(flow.target())) {
        String path = Locations.table(table.name().toString());
        checkRules(
            flow, table.expectations(), path, relations.schemas().get(flow.source()), notNull);
      }
    }
    Set<String> upstream = lineage.upstreamOf(List.of(flow));
    for (View view : pipeline.views()) {
      if (view instanceof View.QualityView quality
          && upstream.contains(view.name())
          && relations.changelogs().contains(view.name())) {
        checkRules(
            flow,
            quality.expectations(),
            Locations.view(view.name()),
            relations.schemas().get(view.name()),
            notNull);
      }
    }
  }

  private void checkRules(
      AutoCdcFlow flow,
      List<Expectation> rules,
      String owner,
      TableSchema input,
      Set<String> notNull) {
    for (int i = 0; i < rules.size(); i++) {
      Expectation rule = rules.get(i);
      boolean takesOut = rule.action() == Action.DROP || rule.action() == Action.QUARANTINE;
      if (takesOut && sql.canViolate(rule.condition(), "1 = 1", input, notNull)) {
        reporter.warning(
            Locations.expectation(owner, i) + "/expression",
            ErrorCode.DROPS_DELETES,
            "expectation '" + rule.name() + "' can take deletes from flow '" + flow.name() + "'",
            "the source deletes a row by what it was; if that violates the rule, it "
                + (rule.action() == Action.DROP ? "is left out" : "goes to quarantine")
                + ", so its key is never deleted",
            "choose the action warn or fail");
      }
    }
  }

  private void warnOfFilter(View.SqlView view) {
    boolean deletes =
        sourcesOf(view.name()).findAny().isPresent()
            && sourcesOf(view.name()).allMatch(Source::deletesUnpaired);
    if (!deletes && !filtersByKeysOnly(view)) {
      warnOfFilter("view '" + view.name() + "'", Locations.view(view.name()) + "/sql");
    }
  }

  private void warnOfFilter(Source source) {
    warnOfFilter(
        "source '" + source.name() + "'",
        Locations.source(source.name()) + "/options/" + SourceTypes.QUERY);
  }

  private void warnOfFilter(String what, String path) {
    reporter.warning(
        path,
        ErrorCode.DROPS_DELETES,
        what + " filters rows that change",
        "a row that does not match any more is taken back, and not deleted, so it stays in the target",
        "let the row through and delete it by a condition: APPLY AS DELETE WHEN NOT (...), or set"
            + " unpaired_update_before: delete at the source");
  }

  /** A row that matches once by its key alone matches always. */
  private boolean filtersByKeysOnly(View.SqlView view) {
    Map<String, TableSchema> inputs = new HashMap<>();
    ViewOrder.of(pipeline)
        .inputsOf(view)
        .forEach(name -> inputs.put(name, relations.schemas().get(name)));
    Set<String> columns = new HashSet<>();
    inputs
        .keySet()
        .forEach(
            input ->
                columns.addAll(
                    sql.leftOut(view.sql(), inputs, input, "1 = 1", Set.of()).columns()));
    return !columns.isEmpty()
        && pipeline.flows().stream()
            .filter(flow -> lineage.upstreamOf(List.of(flow)).contains(view.name()))
            .allMatch(flow -> flow instanceof KeyedFlow k && keysOf(k).containsAll(columns));
  }

  /** The keys of a flow, those that it leaves to its source included. */
  private List<String> keysOf(KeyedFlow flow) {
    AutoCdcFlow changes = flow.asChanges();
    return new FeedFlows(pipeline)
        .complete(changes, relations.schemas().get(changes.source()))
        .keys();
  }
}
