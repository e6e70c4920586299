// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Expectation.Action;
import io.autocdc.dsl.OperationColumn;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.SqlAnalyzer.LeftOut;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.type.TableSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Warns of expectations, and of filters in queries, that can take deletes and truncates away from a
 * flow. They are followed through all views that have the columns that tell a delete; what a query
 * computes is not looked into.
 */
final class LostDeleteChecks {

  private final Pipeline pipeline;
  private final SqlAnalyzer sql;
  private final Reporter reporter;
  private final Map<String, TableSchema> schemas;
  private final ViewOrder order;
  private final Map<String, View> views = new HashMap<>();

  LostDeleteChecks(
      Pipeline pipeline, SqlAnalyzer sql, Reporter reporter, Map<String, TableSchema> schemas) {
    this.pipeline = pipeline;
    this.sql = sql;
    this.reporter = reporter;
    this.schemas = schemas;
    this.order = ViewOrder.of(pipeline);
    order.views().forEach(view -> views.put(view.name(), view));
  }

  void check(AutoCdcFlow flow) {
    if (!schemas.containsKey(flow.source())) {
      return;
    }
    Set<String> notNull = sequencesThatAreNeverNull(flow);
    String truncated = "its truncate never happens";
    check(flow, new Lost(flow.applyAsTruncates(), "truncates", truncated), notNull);
    Optional<OperationColumn> operation = OperationColumn.of(schemas.get(flow.source()));
    Optional<String> isTruncate = operation.flatMap(OperationColumn::isTruncate);
    if (isTruncate.isPresent() && flow.scdType() == ScdType.TYPE_1) {
      check(flow, new Lost(isTruncate.get(), "truncates", truncated), notNull);
    }
    notNull.addAll(flow.keys());
    String deleted = "its key is never deleted";
    check(flow, new Lost(flow.applyAsDeletes(), "deletes", deleted), notNull);
    if (operation.isPresent()) {
      check(flow, new Lost(operation.get().isDelete(), "deletes", deleted), notNull);
      warnOfRowsThatLeave(flow, flow.source());
    }
  }

  /**
   * What must not be lost.
   *
   * @param condition tells it from other rows; null or blank if there is none of it
   * @param kind deletes or truncates
   * @param harm what happens if one is lost
   */
  private record Lost(String condition, String kind, String harm) {

    String shown() {
      return condition.strip().replaceAll("\\s*\\R\\s*", " ");
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

  private void check(AutoCdcFlow flow, Lost lost, Set<String> notNull) {
    if (lost.condition() == null || lost.condition().isBlank()) {
      return;
    }
    checkViews(flow.source(), flow, lost, notNull);
    for (StreamingTable table : pipeline.tables()) {
      if (table.name().equals(flow.target())) {
        String path = Locations.table(table.name().toString());
        checkRules(table.expectations(), path, schemas.get(flow.source()), flow, lost, notNull);
      }
    }
  }

  private void checkViews(String relation, AutoCdcFlow flow, Lost lost, Set<String> notNull) {
    View view = views.get(relation);
    TableSchema columns = schemas.get(relation);
    if (view == null
        || columns == null
        || sql.checkCondition(lost.condition(), columns).isPresent()) {
      return;
    }
    if (view instanceof View.QualityView quality) {
      String path = Locations.view(view.name());
      checkRules(quality.expectations(), path, columns, flow, lost, notNull);
    } else if (view instanceof View.SqlView query) {
      order.inputsOf(view).forEach(input -> checkFilters(query, input, flow, lost, notNull));
    }
    order.inputsOf(view).forEach(input -> checkViews(input, flow, lost, notNull));
  }

  private void checkFilters(
      View.SqlView view, String input, AutoCdcFlow flow, Lost lost, Set<String> notNull) {
    LeftOut left = sql.leftOut(view.sql(), inputs(view), input, lost.condition(), notNull);
    if (left.canLeaveOut() && !flow.keys().containsAll(left.columns())) {
      String shown = lost.shown();
      reporter.warning(
          Locations.view(view.name()) + "/sql",
          ErrorCode.DROPS_DELETES,
          "the filter of view '"
              + view.name()
              + "' can take "
              + lost.kind()
              + " from flow '"
              + flow.name()
              + "'",
          "a row with " + shown + " that does not match it is left out, so " + lost.harm(),
          "append OR " + shown + " to the filter");
    }
  }

  /** A row of a feed that is filtered is one of many states of its key. */
  private void warnOfRowsThatLeave(AutoCdcFlow flow, String relation) {
    View view = views.get(relation);
    if (view == null) {
      return;
    }
    for (String input : order.inputsOf(view)) {
      TableSchema columns = schemas.get(input);
      Optional<OperationColumn> operation =
          columns == null ? Optional.empty() : OperationColumn.of(columns);
      if (operation.isEmpty()) {
        continue;
      }
      if (view instanceof View.SqlView query) {
        Set<String> looked =
            new HashSet<>(
                sql.leftOut(query.sql(), inputs(view), input, operation.get().isDelete(), Set.of())
                    .columns());
        flow.keys().forEach(looked::remove);
        looked.removeIf(name -> columns.find(name).orElseThrow().metadata());
        if (!looked.isEmpty()) {
          reporter.warning(
              Locations.view(view.name()) + "/sql",
              ErrorCode.DROPS_DELETES,
              "the filter of view '"
                  + view.name()
                  + "' sees columns that change: "
                  + String.join(", ", new TreeSet<>(looked)),
              "a row that does not match any more is left out, so what it was before stays in the"
                  + " target of flow '"
                  + flow.name()
                  + "'",
              "let the row through and delete it by a condition: APPLY AS DELETE WHEN NOT (...)");
        }
      }
      warnOfRowsThatLeave(flow, input);
    }
  }

  private Map<String, TableSchema> inputs(View view) {
    Map<String, TableSchema> inputs = new HashMap<>();
    order.inputsOf(view).forEach(name -> inputs.put(name, schemas.get(name)));
    return inputs;
  }

  private void checkRules(
      List<Expectation> rules,
      String owner,
      TableSchema input,
      AutoCdcFlow flow,
      Lost lost,
      Set<String> notNull) {
    for (int i = 0; i < rules.size(); i++) {
      Expectation rule = rules.get(i);
      boolean takesOut = rule.action() == Action.DROP || rule.action() == Action.QUARANTINE;
      if (takesOut && sql.canViolate(rule.condition(), lost.condition(), input, notNull)) {
        String shown = lost.shown();
        reporter.warning(
            Locations.expectation(owner, i) + "/expression",
            ErrorCode.DROPS_DELETES,
            "expectation '"
                + rule.name()
                + "' can take "
                + lost.kind()
                + " from flow '"
                + flow.name()
                + "'",
            "a row with "
                + shown
                + " that violates it "
                + (rule.action() == Action.DROP ? "is left out" : "goes to quarantine")
                + ", so "
                + lost.harm(),
            "append OR " + shown + ", or choose the action warn or fail");
      }
    }
  }
}
