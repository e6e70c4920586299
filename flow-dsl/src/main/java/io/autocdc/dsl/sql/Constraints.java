// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.ReadExpectation;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ConstraintContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ElementContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ElementsContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ViolationContext;
import java.util.ArrayList;
import java.util.List;

/** Reads the rules in the brackets behind the name of a table or view. */
final class Constraints {

  private final Statement statement;
  private final Problems problems;

  Constraints(Statement statement, Problems problems) {
    this.statement = statement;
    this.problems = problems;
  }

  /** The rules of a table. Columns among them have no effect, which is a warning. */
  List<ReadExpectation> ofTable(ElementsContext elements) {
    Location column = firstColumn(elements);
    if (column != null) {
      problems.warning(
          column,
          ErrorCode.NO_EFFECT,
          "the columns that are declared here have no effect",
          "columns follow from what is read",
          "remove them, or choose columns in the flow or query");
    }
    return rules(elements);
  }

  /** The rules of a view. Columns among them would rename those of the query, and are refused. */
  List<ReadExpectation> ofView(ElementsContext elements) {
    Location column = firstColumn(elements);
    if (column != null) {
      problems.error(
          column,
          ErrorCode.NOT_AVAILABLE,
          "the view has a list of columns",
          "this version does not rename the columns of a query",
          "name them in the query: SELECT a AS b");
    }
    return rules(elements);
  }

  private Location firstColumn(ElementsContext elements) {
    return elements == null
        ? null
        : elements.element().stream()
            .filter(element -> !(element instanceof ConstraintContext))
            .findFirst()
            .map(statement::location)
            .orElse(null);
  }

  private List<ReadExpectation> rules(ElementsContext elements) {
    List<ReadExpectation> rules = new ArrayList<>();
    for (ElementContext element :
        elements == null ? List.<ElementContext>of() : elements.element()) {
      if (element instanceof ConstraintContext constraint) {
        rules.add(rule(constraint));
      }
    }
    return rules;
  }

  private ReadExpectation rule(ConstraintContext constraint) {
    Text name = new Words(statement, problems).text(constraint.name);
    Text condition = statement.text(constraint.condition());
    Expectation rule =
        new Expectation(name.value(), condition.value(), action(constraint.violation()));
    return new ReadExpectation(rule, statement.location(constraint), name.location(), condition);
  }

  private static Expectation.Action action(ViolationContext violation) {
    if (violation == null) {
      return Expectation.Action.WARN;
    }
    if (violation.DROP() != null) {
      return Expectation.Action.DROP;
    }
    return violation.FAIL() != null ? Expectation.Action.FAIL : Expectation.Action.QUARANTINE;
  }
}
