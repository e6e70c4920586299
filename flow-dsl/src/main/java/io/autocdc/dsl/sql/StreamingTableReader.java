// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.StreamingTableContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.TableOptionContext;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads {@code CREATE STREAMING TABLE}: a target, and the flow that it may bring along. */
final class StreamingTableReader {

  private final Statement statement;
  private final PipelineAssembly assembly;
  private final Set<TableName> declared;
  private final Problems problems;
  private final Words words;

  /**
   * @param declared the tables of the script so far
   */
  StreamingTableReader(Statement statement, PipelineAssembly assembly, Set<TableName> declared) {
    this.statement = statement;
    this.assembly = assembly;
    this.declared = declared;
    this.problems = assembly.builder().problems();
    this.words = new Words(statement, problems);
  }

  void read(StreamingTableContext table) {
    if (table.LIVE() != null && table.name != null) {
      words.oldSpelling(
          statement.location(table.LIVE().getSymbol()),
          "STREAMING LIVE TABLE",
          "CREATE OR REFRESH STREAMING TABLE " + table.name.getText());
    }
    TableName name = table.name == null ? null : words.table(table.name);
    if (name == null) {
      return;
    }
    Text place = new Text(table.name.getText(), statement.location(table.name), null);
    boolean complete = table.exception == null;
    assembly.addTable(
        name,
        place,
        complete ? properties(table) : Map.of(),
        complete ? new Constraints(statement, problems).ofTable(table.elements()) : List.of());
    if (!declared.add(name) && table.ifNotExists() == null) {
      problems.error(
          place.location(),
          ErrorCode.DUPLICATE_NAME,
          "there are two tables '" + name + "'",
          "names are unique in a pipeline",
          "rename one of them");
    }
    if (!complete) {
      return;
    }
    Text flow = new Text(name.table(), place.location(), null);
    if (table.tableFlow() != null) {
      new FlowReader(statement, assembly)
          .readFeed(
              flow,
              name,
              place.location(),
              table.tableFlow().feedVerb(),
              table.tableFlow().ONCE() != null,
              table.tableFlow().feed());
    } else if (table.query() != null) {
      Query query = Query.read(statement, table.query().getStart(), problems);
      String path = new FlowReader(statement, assembly).place(flow, place.location());
      Text source = new ViewReader(statement, assembly).sourceOf(flow, query);
      assembly.locations().put(path + "/source", source.location());
      assembly.add(new AppendFlow.Builder(name).from(source.value()));
    }
  }

  private Map<String, Text> properties(StreamingTableContext table) {
    Map<String, Text> properties = new LinkedHashMap<>();
    Set<String> kinds = new HashSet<>();
    for (TableOptionContext option : table.tableOption()) {
      String kind = option.getStart().getText();
      if (!kinds.add(kind.toUpperCase(Locale.ROOT))) {
        problems.error(
            statement.location(option),
            ErrorCode.DUPLICATE_KEY,
            kind + " stands twice",
            "a clause stands in a statement once",
            "keep one of them");
      } else if (option.tableProperties() != null) {
        properties.putAll(new Properties(statement, problems).read(option.tableProperties()));
      } else if (option.COMMENT() == null) {
        problems.warning(
            statement.location(option),
            ErrorCode.NO_EFFECT,
            kind + " BY has no effect",
            "the table is laid out by its keys",
            "remove it");
      }
    }
    return properties;
  }
}
