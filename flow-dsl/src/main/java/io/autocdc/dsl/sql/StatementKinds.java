// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** Tells statements that declare a pipeline from others, by their first words. */
final class StatementKinds {

  private static final Set<Integer> MODIFIERS =
      Set.of(
          SqlScriptLexer.OR,
          SqlScriptLexer.REFRESH,
          SqlScriptLexer.REPLACE,
          SqlScriptLexer.PRIVATE,
          SqlScriptLexer.TEMPORARY,
          SqlScriptLexer.TEMP,
          SqlScriptLexer.STREAMING,
          SqlScriptLexer.LIVE);

  private static final List<String> FIRST_WORDS =
      List.of("CREATE", "AUTO", "APPLY", "SET", "INSERT", "USE");
  private static final List<String> WORDS_OF_CREATE =
      List.of(
          "OR",
          "REFRESH",
          "REPLACE",
          "PRIVATE",
          "TEMPORARY",
          "STREAMING",
          "TABLE",
          "VIEW",
          "FLOW",
          "SYSTEM",
          "FUNCTION",
          "CATALOG",
          "DATABASE");

  private StatementKinds() {}

  /** True for statements that the grammar knows; others are reported. */
  static boolean isKnown(Statement statement, Problems problems) {
    return switch (statement.type(0)) {
      case SqlScriptLexer.AUTO, SqlScriptLexer.APPLY, SqlScriptLexer.SET -> true;
      case SqlScriptLexer.CREATE -> isKnownCreate(statement, problems);
      default -> {
        reportForeign(statement, 0, FIRST_WORDS, problems);
        yield false;
      }
    };
  }

  private static boolean isKnownCreate(Statement statement, Problems problems) {
    boolean streaming = false;
    boolean live = false;
    int i = 1;
    for (; MODIFIERS.contains(statement.type(i)); i++) {
      streaming |= statement.type(i) == SqlScriptLexer.STREAMING;
      live |= statement.type(i) == SqlScriptLexer.LIVE;
    }
    boolean known =
        switch (statement.type(i)) {
          case SqlScriptLexer.TABLE -> streaming || !live;
          case SqlScriptLexer.VIEW, SqlScriptLexer.FLOW, Token.EOF -> true;
          default -> false;
        };
    if (!known && (live || isWord(statement, i, "MATERIALIZED"))) {
      problems.error(
          statement.location(),
          ErrorCode.NOT_AVAILABLE,
          "'" + statement.beginning(live ? i + 1 : i + 2) + "' is not available",
          "queries are not stored as tables that are made anew",
          "write CREATE VIEW, or CREATE STREAMING TABLE");
    } else if (!known) {
      reportForeign(statement, i, WORDS_OF_CREATE, problems);
    }
    return known;
  }

  private static boolean isWord(Statement statement, int index, String word) {
    return statement.tokens().get(index).getText().equalsIgnoreCase(word);
  }

  private static void reportForeign(
      Statement statement, int index, List<String> known, Problems problems) {
    Token word = statement.tokens().get(index);
    Optional<String> near = Suggestions.nearest(word.getText().toUpperCase(Locale.ROOT), known);
    if (near.isPresent()) {
      problems.error(
          statement.location(word),
          ErrorCode.INVALID_SCRIPT,
          "there is no statement '" + statement.beginning(index + 1) + "'",
          "it begins with no known words",
          "did you mean " + near.get() + "?");
    } else {
      problems.error(
          statement.location(),
          ErrorCode.NOT_AVAILABLE,
          "the statement '" + statement.beginning(Math.max(2, index + 1)) + "' is not available",
          "a script declares what there is, and a run does the rest",
          remedy(statement.tokens().get(0).getText().toUpperCase(Locale.ROOT)));
    }
  }

  private static String remedy(String firstWord) {
    return switch (firstWord) {
      case "SELECT", "WITH", "VALUES", "TABLE", "(" ->
          "write CREATE VIEW v AS the query, or INSERT INTO t and the query";
      case "EXPLAIN", "DESCRIBE", "DESC", "SHOW" -> "remove it, and run 'autocdc explain'";
      case "DROP", "ALTER" -> "remove it, with the statement that declares what it changes";
      case "EXECUTE", "BEGIN", "END", "STATEMENT" ->
          "write each INSERT by itself: those of a script are one job";
      case "RESET" -> "remove it, and the SET that it takes back";
      default -> "run it with Flink's SQL client";
    };
  }
}
