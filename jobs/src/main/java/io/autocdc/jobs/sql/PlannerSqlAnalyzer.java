// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Judges SQL texts with Flink's own planner. The planner is loaded with the first text:
 * declarations without SQL do not wait for it. Not for concurrent use.
 */
public final class PlannerSqlAnalyzer implements SqlAnalyzer {

  private SqlPlanner planner;

  @Override
  public Optional<SqlError> checkCondition(String condition, TableSchema input) {
    try {
      return Optional.ofNullable(Conditions.check(planner(), condition, input.toRowType()).error());
    } catch (RuntimeException e) {
      return Optional.of(PlannerMessages.toError(e, input.names()));
    }
  }

  @Override
  public QueryResult analyzeQuery(String sql, Map<String, TableSchema> tables) {
    try {
      Table query = planner().query(sql, tables);
      if (!isPlainlyAppendOnly(query)) {
        // Only the optimizer knows whether the query takes back rows that it gave.
        planner().tables().toDataStream(query);
      }
      return new QueryResult(schema(query), null);
    } catch (RuntimeException | AssertionError e) {
      return new QueryResult(null, PlannerMessages.toError(e, columns(tables)));
    }
  }

  @Override
  public boolean canViolate(String rule, String condition, TableSchema input, Set<String> notNull) {
    Optional<RexNode> claimed = expression(rule, input);
    Optional<RexNode> given = expression(condition, input);
    if (claimed.isEmpty() || given.isEmpty()) {
      return false;
    }
    Set<Integer> present =
        notNull.stream()
            .map(input.names()::indexOf)
            .filter(index -> index >= 0)
            .collect(Collectors.toSet());
    try {
      return !new Implication(present).holds(given.get(), claimed.get());
    } catch (RuntimeException | AssertionError e) {
      // Calcite cannot cope with the expressions, so nothing is proven.
      return true;
    }
  }

  /** The condition; empty if something is wrong with it. */
  private Optional<RexNode> expression(String condition, TableSchema input) {
    try {
      return Optional.ofNullable(
          Conditions.check(planner(), condition, input.toRowType()).expression());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static List<String> columns(Map<String, TableSchema> tables) {
    return tables.values().stream().flatMap(schema -> schema.names().stream()).toList();
  }

  private SqlPlanner planner() {
    if (planner == null) {
      planner = new SqlPlanner();
    }
    return planner;
  }

  private static TableSchema schema(Table query) {
    LogicalType row = query.getResolvedSchema().toPhysicalRowDataType().getLogicalType();
    return TableSchema.of((RowType) row);
  }

  /** True for the common queries of which one need not ask the optimizer, which takes a second. */
  private static boolean isPlainlyAppendOnly(Table query) {
    return query.getQueryOperation() instanceof PlannerQueryOperation planned
        && isPlainlyAppendOnly(planned.getCalciteTree());
  }

  private static boolean isPlainlyAppendOnly(RelNode node) {
    boolean plain =
        node instanceof TableScan
            || node instanceof Values
            || (node instanceof Union union && union.all)
            || (node instanceof Filter filter && isPlain(filter.getCondition()))
            || (node instanceof Project project
                && project.getProjects().stream().allMatch(PlannerSqlAnalyzer::isPlain));
    return plain && node.getInputs().stream().allMatch(PlannerSqlAnalyzer::isPlainlyAppendOnly);
  }

  private static boolean isPlain(RexNode expression) {
    return !RexOver.containsOver(expression) && RexUtil.SubQueryFinder.find(expression) == null;
  }
}
