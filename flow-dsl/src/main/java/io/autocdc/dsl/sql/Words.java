// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.TextPlace;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ColumnListContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.IdentifierContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.QualifiedNameContext;
import java.util.List;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Reads names and texts of a statement. */
final class Words {

  private final Statement statement;
  private final Problems problems;

  Words(Statement statement, Problems problems) {
    this.statement = statement;
    this.problems = problems;
  }

  static String name(IdentifierContext identifier) {
    return unquote(identifier.getText());
  }

  Text text(IdentifierContext identifier) {
    return new Text(name(identifier), statement.location(identifier), null);
  }

  /** The value of a text in quotes. */
  Text string(Token token) {
    Location start = statement.location(token);
    Location inside = new Location(start.file(), start.line(), start.column() + 1);
    String value = unquote(token.getText());
    boolean asItIs = value.length() + 2 == token.getText().length();
    return new Text(value, start, asItIs ? new TextPlace(inside, 1) : null);
  }

  /** A name of a source or view, without {@code LIVE} in front; parts are joined by dots. */
  Text relation(QualifiedNameContext name) {
    String joined = identifiers(name).stream().map(Words::name).collect(Collectors.joining("."));
    return new Text(joined, statement.location(name), null);
  }

  /** Names of columns. A struct field keeps its dot, so that the checks can say what to do. */
  List<Text> columns(List<QualifiedNameContext> names) {
    return names.stream()
        .map(
            name ->
                new Text(
                    name.identifier().stream().map(Words::name).collect(Collectors.joining(".")),
                    statement.location(name),
                    null))
        .toList();
  }

  List<Text> columns(ColumnListContext list) {
    return columns(list.qualifiedName());
  }

  /** The table of one to three parts; null if it is none, which is reported. */
  TableName table(QualifiedNameContext name) {
    String quoted =
        identifiers(name).stream()
            .map(part -> "`" + name(part).replace("`", "``") + "`")
            .collect(Collectors.joining("."));
    try {
      return TableName.parse(quoted);
    } catch (AutoCdcException e) {
      problems.error(
          statement.location(name),
          ErrorCode.INVALID_TABLE_NAME,
          "'" + name.getText() + "' is not a table name",
          e.problems().get(0).why(),
          "write catalog.schema.table, schema.table or table");
      return null;
    }
  }

  /** The parts of a name without {@code LIVE} in front, which is reported as an old spelling. */
  private List<IdentifierContext> identifiers(QualifiedNameContext name) {
    List<IdentifierContext> parts = name.identifier();
    if (parts.size() > 1 && parts.get(0).getStart().getType() == SqlScriptLexer.LIVE) {
      List<IdentifierContext> rest = parts.subList(1, parts.size());
      String now = rest.stream().map(ParserRuleContext::getText).collect(Collectors.joining("."));
      oldSpelling(statement.location(name), name.getText(), now);
      return rest;
    }
    return parts;
  }

  void oldSpelling(Location location, String old, String now) {
    problems.warning(
        location,
        ErrorCode.OLD_SPELLING,
        "'" + old + "' is an old spelling",
        "Lakeflow has replaced it",
        "write " + now);
  }

  /** The name or text without its quotes. */
  private static String unquote(String text) {
    char quote = text.charAt(0);
    return quote == '`' || quote == '\'' || quote == '"'
        ? text.substring(1, text.length() - 1)
            .replace(String.valueOf(quote).repeat(2), String.valueOf(quote))
        : text;
  }
}
