// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.check.SqlAnalyzer.Kind;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.Util;
import org.apache.flink.table.planner.expressions.RexNodeExpression;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** Reads conditions over single rows. */
final class Conditions {

  /**
   * A condition as read.
   *
   * @param expression the resolved condition; null if something is wrong with it
   * @param error what is wrong; null if nothing
   */
  record Condition(RexNode expression, SqlError error) {}

  private Conditions() {}

  /**
   * @throws RuntimeException of the planner, see {@link PlannerMessages}
   */
  static Condition check(SqlPlanner planner, String sql, RowType input) {
    if (sql.isBlank()) {
      return failed(Kind.INVALID, "the condition is empty");
    }
    RexNodeExpression parsed = (RexNodeExpression) planner.expression(sql, input);
    RexNode expression = parsed.getRexNode();
    if (looksAtOtherRows(expression)) {
      return failed(
          Kind.INVALID, "a condition sees one row: aggregate and window functions have no meaning");
    }
    LogicalTypeRoot type = parsed.getOutputDataType().getLogicalType().getTypeRoot();
    if (type != LogicalTypeRoot.BOOLEAN) {
      return failed(
          Kind.NOT_BOOLEAN,
          "it is of type " + parsed.getOutputDataType().getLogicalType().copy(true));
    }
    return new Condition(expression, null);
  }

  private static Condition failed(Kind kind, String message) {
    return new Condition(null, new SqlError(kind, message, 0, 0, null));
  }

  private static boolean looksAtOtherRows(RexNode expression) {
    try {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitOver(RexOver over) {
              throw Util.FoundOne.NULL;
            }

            @Override
            public Void visitCall(RexCall call) {
              if (call.getOperator().isAggregator()) {
                throw Util.FoundOne.NULL;
              }
              return super.visitCall(call);
            }
          });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }
}
