// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlOperator;

/** Finds the functions whose values chance or the clock decides. */
final class UnrepeatableFunctions {

  private final Set<String> names = new TreeSet<>();

  private UnrepeatableFunctions() {}

  /** Names of those in an expression, in order. */
  static List<String> in(RexNode expression) {
    UnrepeatableFunctions found = new UnrepeatableFunctions();
    expression.accept(found.new Expressions());
    return List.copyOf(found.names);
  }

  /** Names of those in a query, in order. */
  static List<String> in(RelNode query) {
    UnrepeatableFunctions found = new UnrepeatableFunctions();
    found.new Nodes().go(query);
    return List.copyOf(found.names);
  }

  private void add(SqlOperator operator) {
    if (!operator.isDeterministic() || operator.isDynamicFunction()) {
      names.add(operator.getName());
    }
  }

  private final class Expressions extends RexShuttle {

    @Override
    public RexNode visitCall(RexCall call) {
      add(call.getOperator());
      return super.visitCall(call);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      new Nodes().go(query.rel);
      return super.visitSubQuery(query);
    }
  }

  private final class Nodes extends RelVisitor {

    @Override
    public void visit(RelNode node, int ordinal, RelNode parent) {
      node.accept(new Expressions());
      if (node instanceof Aggregate aggregate) {
        aggregate.getAggCallList().forEach(call -> add(call.getAggregation()));
      }
      super.visit(node, ordinal, parent);
    }
  }
}
