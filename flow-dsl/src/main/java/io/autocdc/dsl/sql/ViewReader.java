// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.ReadExpectation;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.TableOptionContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ViewContext;
import java.util.List;

/** Reads {@code CREATE VIEW}: a query, rules about rows, or rules about the rows of a query. */
final class ViewReader {

  private final Statement statement;
  private final PipelineAssembly assembly;
  private final Problems problems;
  private final Words words;

  ViewReader(Statement statement, PipelineAssembly assembly) {
    this.statement = statement;
    this.assembly = assembly;
    this.problems = assembly.builder().problems();
    this.words = new Words(statement, problems);
  }

  void read(ViewContext view) {
    if (view.name == null) {
      return;
    }
    if (view.LIVE() != null) {
      words.oldSpelling(
          statement.location(view.LIVE().getSymbol()), "LIVE VIEW", "CREATE TEMPORARY VIEW");
    }
    Text name = words.relation(view.name);
    if (view.exception != null || view.query() == null) {
      String path = newView(name);
      assembly.locations().markBroken(path + "/sql");
      assembly.add(new View.SqlView(name.value(), ""));
      return;
    }
    for (TableOptionContext option : view.tableOption()) {
      if (option.COMMENT() == null) {
        problems.warning(
            statement.location(option),
            ErrorCode.NO_EFFECT,
            option.getStart().getText() + " of a view has no effect",
            "a view is not stored",
            "remove it");
      }
    }
    Query query = Query.read(statement, view.query().getStart(), problems);
    if (view.elements() == null) {
      addQuery(name, query);
    } else {
      addRules(name, new Constraints(statement, problems).ofView(view.elements()), query);
    }
  }

  private void addRules(Text name, List<ReadExpectation> rules, Query query) {
    Text source = sourceOf(name, query);
    String path = newView(name);
    Places.put(assembly.locations(), path + "/source", source);
    ReadExpectation.place(rules, assembly.locations(), path);
    assembly.add(new View.QualityView(name.value(), source.value(), ReadExpectation.rules(rules)));
  }

  /**
   * What a statement with this query reads from: the one relation of which it selects all, or else
   * a view of the query.
   *
   * @param owner the view or flow that the query belongs to
   */
  Text sourceOf(Text owner, Query query) {
    return query.relation().orElseGet(() -> addQueryOf(owner, query));
  }

  private Text addQueryOf(Text owner, Query query) {
    Text name = new Text(View.SqlView.nameOfQueryOf(owner.value()), query.text().location(), null);
    addQuery(name, query);
    return name;
  }

  private void addQuery(Text name, Query query) {
    String at = newView(name) + "/sql";
    Places.put(assembly.locations(), at, query.text());
    if (query.isBroken()) {
      assembly.locations().markBroken(at);
    }
    assembly.add(new View.SqlView(name.value(), query.text().value()));
  }

  private String newView(Text name) {
    String path = assembly.nextPath(Locations.view(name.value()));
    assembly.locations().put(path, name.location());
    return path;
  }
}
