// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  private static final Set<String> DECLARING = Set.of("USE", "LOAD", "UNLOAD", "ADD");
  private static final Set<String> MODIFIERS = Set.of("OR", "REPLACE", "TEMPORARY", "SYSTEM");
  private static final Set<String> DECLARED = Set.of("CATALOG", "DATABASE", "FUNCTION");

  private FlinkStatements() {}

  /** What a statement is that Flink executes. */
  enum Kind {
    /** It declares a table, which is a source, or what an INSERT writes. */
    TABLE,
    INSERT,
    /** It declares something for queries. */
    DECLARATION
  }

  /** What a statement is to Flink; empty if it is none that is handed over as it stands. */
  static Optional<Kind> kindOf(List<Token> words) {
    if (words.get(0).getType() == SqlScriptLexer.INSERT) {
      return Optional.of(Kind.INSERT);
    }
    if (isWord(words, 0, DECLARING)) {
      return Optional.of(Kind.DECLARATION);
    }
    if (words.get(0).getType() != SqlScriptLexer.CREATE) {
      return Optional.empty();
    }
    int next = 1;
    while (isWord(words, next, MODIFIERS)) {
      next++;
    }
    return isWord(words, next, DECLARED)
        ? Optional.of(Kind.DECLARATION)
        : Optional.of(Kind.TABLE).filter(kind -> isFlinkTable(words));
  }

  /** True for a statement that declares something for queries. */
  public static boolean isDeclaration(String sql) {
    List<Token> words = words(sql);
    return !words.isEmpty() && kindOf(words).filter(Kind.DECLARATION::equals).isPresent();
  }

  /** True for a {@code CREATE TABLE ... AS query}. */
  public static boolean isFilled(String sql) {
    return isFilled(words(sql));
  }

  static boolean isFilled(List<Token> words) {
    int depth = 0;
    for (Token word : words) {
      int type = word.getType();
      depth += type == SqlScriptLexer.LPAREN ? 1 : type == SqlScriptLexer.RPAREN ? -1 : 0;
      if (depth == 0 && type == SqlScriptLexer.AS) {
        return true;
      }
    }
    return false;
  }

  /** True for a {@code CREATE TABLE} of a connector of Flink. */
  static boolean isFlinkTable(String sql) {
    return isFlinkTable(words(sql));
  }

  private static boolean isFlinkTable(List<Token> words) {
    if (createdTable(words).isEmpty()) {
      return false;
    }
    boolean like = false;
    int depth = 0;
    for (int i = 0; i < words.size(); i++) {
      int type = words.get(i).getType();
      depth += type == SqlScriptLexer.LPAREN ? 1 : type == SqlScriptLexer.RPAREN ? -1 : 0;
      like |= depth == 0 && words.get(i).getText().equalsIgnoreCase("LIKE");
      boolean connector =
          depth == 1
              && i + 2 < words.size()
              && words.get(i).getText().equals("'connector'")
              && words.get(i + 1).getType() == SqlScriptLexer.EQUAL
              && words.get(i + 2).getType() == SqlScriptLexer.STRING;
      if (connector) {
        String name = words.get(i + 2).getText();
        return isOfFlink(name.substring(1, name.length() - 1));
      }
    }
    return like;
  }

  /** A connector whose name is nearly one of ours is taken for that, misspelt. */
  private static boolean isOfFlink(String connector) {
    return !SourceTypes.names().contains(connector)
        && Suggestions.nearest(connector, SourceTypes.names()).isEmpty();
  }

  /**
   * The parts of the name of the table that a {@code CREATE TABLE} declares; empty if it is none.
   */
  public static Optional<List<String>> createdTable(String sql) {
    return createdTable(words(sql));
  }

  private static Optional<List<String>> createdTable(List<Token> words) {
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

  private static boolean isWord(List<Token> words, int index, Set<String> known) {
    return index < words.size()
        && known.contains(words.get(index).getText().toUpperCase(Locale.ROOT));
  }

  /** The parts of the name of the table that an {@code INSERT} writes; empty if it is none. */
  public static Optional<List<String>> insertedTable(String sql) {
    List<Token> words = words(sql);
    if (words.size() < 3 || words.get(0).getType() != SqlScriptLexer.INSERT) {
      return Optional.empty();
    }
    boolean hasTable = words.get(2).getType() == SqlScriptLexer.TABLE;
    return name(words, hasTable ? 3 : 2);
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
