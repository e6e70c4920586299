// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * The filters that a query sends the rows of a table through one by one, as conditions over the
 * columns of the table. Those in front of or behind a join or an aggregate are none: the rows there
 * are others.
 */
final class RowFilters {

  private final List<String> table;
  private final List<RexNode> found = new ArrayList<>();

  private RowFilters(List<String> table) {
    this.table = table;
  }

  /**
   * @param table what a query of all rows of the table is planned as
   */
  static List<RexNode> of(RelNode query, RelNode table) {
    RowFilters filters = new RowFilters(scan(table).getTable().getQualifiedName());
    filters.collect(query, List.of());
    return filters.found;
  }

  /** Positions of the columns that the conditions look at. */
  static Set<Integer> columns(List<RexNode> conditions) {
    Set<Integer> columns = new TreeSet<>();
    for (RexNode condition : conditions) {
      condition.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitInputRef(RexInputRef column) {
              columns.add(column.getIndex());
              return null;
            }
          });
    }
    return columns;
  }

  /**
   * @param conditions over the columns of the node
   */
  private void collect(RelNode node, List<RexNode> conditions) {
    if (node instanceof Filter filter) {
      List<RexNode> more = new ArrayList<>(conditions);
      more.add(filter.getCondition());
      collect(filter.getInput(), more);
    } else if (node instanceof Project project && !project.containsOver()) {
      collect(project.getInput(), RelOptUtil.pushPastProject(conditions, project));
    } else if (node instanceof Union union && union.all) {
      union.getInputs().forEach(input -> collect(input, conditions));
    } else if (node instanceof TableScan scan) {
      if (scan.getTable().getQualifiedName().equals(table)) {
        found.addAll(conditions);
      }
    }
  }

  private static TableScan scan(RelNode table) {
    return table instanceof TableScan scan ? scan : scan(table.getInput(0));
  }
}
