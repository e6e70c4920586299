// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds which sources and views a query reads, without a planner: the known names that stand where
 * a table can stand. It serves the order of views; whether a name exists is the planner's to say.
 */
final class RelationNames {

  private static final Pattern TOKEN =
      Pattern.compile(
          // Loops over single characters only: Java's stack does not hold others of long texts.
          "'[^']*(?:''[^']*)*'" // text
              + "|--[^\\n]*|/\\*(?s:.*?)\\*/" // comments
              + "|`([^`]*(?:``[^`]*)*)`" // 1: quoted name
              + "|([\\p{L}_][\\p{L}\\p{N}_$]*)" // 2: name or keyword
              + "|([.,()])", // 3: punctuation that matters
          Pattern.UNICODE_CASE);

  private static final Set<String> BEFORE_TABLE = Set.of("from", "join");
  private static final Set<String> ENDS_FROM =
      Set.of(
          "select",
          "where",
          "group",
          "having",
          "window",
          "order",
          "limit",
          "union",
          "intersect",
          "except",
          "on",
          "using");

  /** Functions with a FROM between their arguments. */
  private static final Set<String> WITH_FROM_INSIDE =
      Set.of("extract", "trim", "substring", "overlay", "ceil", "floor");

  private RelationNames() {}

  /**
   * The known names that the query reads, in the order of their first use.
   *
   * @param sql a query
   * @param known names of sources and views
   */
  static Set<String> of(String sql, Set<String> known) {
    List<Token> tokens = tokens(sql);
    Set<String> ownNames = commonTableNames(tokens);
    Set<String> found = new LinkedHashSet<>();
    Deque<Level> levels = new ArrayDeque<>();
    levels.push(new Level(false, false, false));
    Token previous = Token.NONE;
    for (Token token : tokens) {
      Level level = levels.pop();
      boolean tableExpected =
          previous.word().equals("table")
              || level.inFrom() && (level.afterKeyword() || previous.is(",") || previous.is("("));
      if (token.name() != null && tableExpected && known.contains(token.name())) {
        found.add(token.name());
      }
      if (token.is("(")) {
        levels.push(level.after(token, previous));
        boolean isCall = previous.name() != null && !level.afterKeyword();
        boolean hasFromInside = isCall && WITH_FROM_INSIDE.contains(previous.word());
        levels.push(new Level(level.inFrom() && !isCall, false, hasFromInside));
      } else if (!token.is(")") || levels.isEmpty()) {
        levels.push(level.after(token, previous));
      }
      previous = token;
    }
    found.removeAll(ownNames);
    return found;
  }

  /** Names that the query defines itself: {@code WITH name AS (...)}. */
  private static Set<String> commonTableNames(List<Token> tokens) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).name() != null
          && tokens.get(i + 1).word().equals("as")
          && tokens.get(i + 2).is("(")) {
        names.add(tokens.get(i).name());
      }
    }
    return names;
  }

  private static List<Token> tokens(String sql) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(sql);
    while (matcher.find()) {
      if (matcher.group(1) != null) {
        tokens.add(new Token(matcher.group(1).replace("``", "`"), ""));
      } else if (matcher.group(2) != null) {
        tokens.add(new Token(matcher.group(2), matcher.group(2).toLowerCase(Locale.ROOT)));
      } else if (matcher.group(3) != null) {
        tokens.add(new Token(null, matcher.group(3)));
      }
    }
    return tokens;
  }

  /**
   * @param name the name as written; null for punctuation
   * @param word the keyword that it may be, or the punctuation; empty for a quoted name
   */
  private record Token(String name, String word) {

    static final Token NONE = new Token(null, "");

    boolean is(String punctuation) {
      return name == null && word.equals(punctuation);
    }
  }

  /**
   * One level of parentheses.
   *
   * @param inFrom true between FROM and the next clause
   * @param afterKeyword true directly behind FROM or JOIN
   * @param arguments true between the parentheses of a function of {@link #WITH_FROM_INSIDE}
   */
  private record Level(boolean inFrom, boolean afterKeyword, boolean arguments) {

    Level after(Token token, Token previous) {
      boolean opens =
          BEFORE_TABLE.contains(token.word())
              && !(token.word().equals("from")
                  && (arguments || previous.word().equals("distinct")));
      return new Level(opens || (inFrom && !ENDS_FROM.contains(token.word())), opens, arguments);
    }
  }
}
