// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/** Finds out what statements are about that are handed to Flink as they stand. */
public final class FlinkStatements {

  private static final Set<Integer> BEFORE_TABLE =
      Set.of(
          SqlScriptLexer.OR,
          SqlScriptLexer.REPLACE,
          SqlScriptLexer.TEMPORARY,
          SqlScriptLexer.IF,
          SqlScriptLexer.NOT,
          SqlScriptLexer.EXISTS,
          SqlScriptLexer.TABLE);

  private FlinkStatements() {}

  /**
   * The parts of the name of the table that a {@code CREATE TABLE} declares; empty if it is none.
   */
  public static Optional<List<String>> createdTable(String sql) {
    List<Token> words = words(sql);
    if (words.isEmpty() || words.get(0).getType() != SqlScriptLexer.CREATE) {
      return Optional.empty();
    }
    int next = 1;
    boolean table = false;
    while (next < words.size() && BEFORE_TABLE.contains(words.get(next).getType())) {
      table |= words.get(next++).getType() == SqlScriptLexer.TABLE;
    }
    return table ? name(words, next) : Optional.empty();
  }

  /** The parts of a name in the form in which Flink reads them as one. */
  public static String path(List<String> parts) {
    return String.join(
        ".", parts.stream().map(part -> "`" + part.replace("`", "``") + "`").toList());
  }

  private static Optional<List<String>> name(List<Token> words, int start) {
    List<String> parts = new ArrayList<>();
    for (int i = start; i < words.size(); i += 2) {
      parts.add(unquoted(words.get(i).getText()));
      if (i + 1 >= words.size() || words.get(i + 1).getType() != SqlScriptLexer.DOT) {
        break;
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(parts);
  }

  private static String unquoted(String name) {
    return name.length() > 1 && name.startsWith("`")
        ? name.substring(1, name.length() - 1).replace("``", "`")
        : name;
  }

  private static List<Token> words(String sql) {
    return new SqlScriptLexer(CharStreams.fromString(sql))
        .getAllTokens().stream()
            .filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL)
            .map(Token.class::cast)
            .toList();
  }
}
