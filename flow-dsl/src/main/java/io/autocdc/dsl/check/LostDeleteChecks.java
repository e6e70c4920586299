// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Expectation.Action;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.type.TableSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Warns of expectations that can take deletes and truncates away from a flow. Rules are followed
 * through views that hand on the columns as they are; what a query makes of them is not looked
 * into.
 */
final class LostDeleteChecks {

  private final Pipeline pipeline;
  private final SqlAnalyzer sql;
  private final Reporter reporter;
  private final Map<String, TableSchema> schemas;
  private final Map<String, View.QualityView> qualityViews = new HashMap<>();

  LostDeleteChecks(
      Pipeline pipeline, SqlAnalyzer sql, Reporter reporter, Map<String, TableSchema> schemas) {
    this.pipeline = pipeline;
    this.sql = sql;
    this.reporter = reporter;
    this.schemas = schemas;
    for (View view : ViewOrder.of(pipeline).views()) {
      if (view instanceof View.QualityView quality) {
        qualityViews.put(view.name(), quality);
      }
    }
  }

  void check(AutoCdcFlow flow) {
    if (!schemas.containsKey(flow.source())) {
      return;
    }
    Set<String> notNull = sequencesThatAreNeverNull(flow);
    check(flow, flow.applyAsTruncates(), "truncates", notNull, "its truncate never happens");
    boolean feed = ChangeFeeds.operation(schemas.get(flow.source())) >= 0;
    if (feed && flow.scdType() == ScdType.TYPE_1) {
      check(flow, ChangeFeeds.IS_TRUNCATE, "truncates", notNull, "its truncate never happens");
    }
    notNull.addAll(flow.keys());
    check(flow, flow.applyAsDeletes(), "deletes", notNull, "its key is never deleted");
    if (feed) {
      check(flow, ChangeFeeds.IS_DELETE, "deletes", notNull, "its key is never deleted");
    }
  }

  /** A row without a sequence is invalid; of several columns, only all together are null then. */
  private static Set<String> sequencesThatAreNeverNull(AutoCdcFlow flow) {
    Set<String> columns = new HashSet<>();
    for (List<String> sequence : List.of(flow.sequenceBy(), flow.systemSequenceBy())) {
      if (sequence.size() == 1) {
        columns.addAll(sequence);
      }
    }
    return columns;
  }

  private void check(
      AutoCdcFlow flow, String condition, String kind, Set<String> notNull, String harm) {
    if (condition == null || condition.isBlank()) {
      return;
    }
    View.QualityView view = qualityViews.get(flow.source());
    while (view != null) {
      check(view.expectations(), Locations.view(view.name()), flow, condition, kind, notNull, harm);
      view = qualityViews.get(view.source());
    }
    for (StreamingTable table : pipeline.tables()) {
      if (table.name().equals(flow.target())) {
        String path = Locations.table(table.name().toString());
        check(table.expectations(), path, flow, condition, kind, notNull, harm);
      }
    }
  }

  private void check(
      List<Expectation> rules,
      String owner,
      AutoCdcFlow flow,
      String condition,
      String kind,
      Set<String> notNull,
      String harm) {
    TableSchema input = schemas.get(flow.source());
    for (int i = 0; i < rules.size(); i++) {
      Expectation rule = rules.get(i);
      boolean takesOut = rule.action() == Action.DROP || rule.action() == Action.QUARANTINE;
      if (takesOut && sql.canViolate(rule.condition(), condition, input, notNull)) {
        String shown = condition.strip().replaceAll("\\s*\\R\\s*", " ");
        reporter.warning(
            Locations.expectation(owner, i) + "/expression",
            ErrorCode.DROPS_DELETES,
            "expectation '"
                + rule.name()
                + "' can take "
                + kind
                + " from flow '"
                + flow.name()
                + "'",
            "a row with "
                + shown
                + " that violates it "
                + (rule.action() == Action.DROP ? "is left out" : "goes to quarantine")
                + ", so "
                + harm,
            "append OR " + shown + ", or choose the action warn or fail");
      }
    }
  }
}
