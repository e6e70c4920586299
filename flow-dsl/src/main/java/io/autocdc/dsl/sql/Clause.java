// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.antlr.v4.runtime.Token;

/** The clauses of a flow, which come in any order. */
enum Clause {
  KEYS("KEYS", Parameter.KEYS, true, true),
  IGNORE_NULL_UPDATES("IGNORE NULL UPDATES", Parameter.IGNORE_NULL_UPDATES, true, false),
  APPLY_AS_DELETE("APPLY AS DELETE WHEN", Parameter.APPLY_AS_DELETES, true, false),
  APPLY_AS_TRUNCATE("APPLY AS TRUNCATE WHEN", Parameter.APPLY_AS_TRUNCATES, true, false),
  SEQUENCE_BY("SEQUENCE BY", Parameter.SEQUENCE_BY, true, false),
  SYSTEM_SEQUENCE_BY("SYSTEM SEQUENCE BY", Parameter.SYSTEM_SEQUENCE_BY, true, false),
  COLUMNS_TO_UPDATE("COLUMNS TO UPDATE", Parameter.COLUMNS_TO_UPDATE, true, false),
  COLUMNS("COLUMNS", Parameter.COLUMN_LIST, true, true),
  STORED_AS("STORED AS", Parameter.STORED_AS_SCD_TYPE, true, true),
  TRACK_HISTORY("TRACK HISTORY ON", Parameter.TRACK_HISTORY_COLUMN_LIST, true, true),
  ON_INVALID_ROW("ON INVALID ROW", Parameter.ON_INVALID_ROW, true, true),
  ON_LOWER_VERSION("ON LOWER VERSION", SnapshotCdcFlow.Parameter.ON_LOWER_VERSION, false, true),
  TOMBSTONE_RETENTION("TOMBSTONE RETENTION", Parameter.TOMBSTONE_RETENTION, true, false),
  HISTORY_RETENTION("HISTORY RETENTION", Parameter.HISTORY_RETENTION, true, false),
  VERSION_FROM("VERSION FROM", SourceTypes.VERSION_FROM, false, true),
  ALLOW_EMPTY_SNAPSHOT(
      "ALLOW EMPTY SNAPSHOT", SnapshotCdcFlow.Parameter.ALLOW_EMPTY_SNAPSHOT, false, true);

  /** What follows a column's name in a condition, but never the word of a clause. */
  private static final Set<String> OPERATORS =
      Set.of(
          "AND", "AS", "BETWEEN", "ELSE", "END", "IN", "IS", "LIKE", "NOT", "OR", "SIMILAR", "THEN",
          "WHEN");

  private final List<String> words;
  private final String parameter;
  private final boolean ofChanges;
  private final boolean ofSnapshots;

  Clause(String text, String parameter, boolean ofChanges, boolean ofSnapshots) {
    this.words = List.of(text.split(" "));
    this.parameter = parameter;
    this.ofChanges = ofChanges;
    this.ofSnapshots = ofSnapshots;
  }

  /** The parameter that it sets, or the first of those that exclude each other. */
  String parameter() {
    return parameter;
  }

  /** True if flows of snapshots, or else those of changes, have it. */
  boolean isFor(boolean snapshots) {
    return snapshots ? ofSnapshots : ofChanges;
  }

  /** The words that begin it. */
  String text() {
    return String.join(" ", words);
  }

  /** The clause with the most first words in common with these; empty if there is none. */
  static Optional<Clause> beginning(List<Token> tokens) {
    return Arrays.stream(values())
        .filter(clause -> clause.commonWords(tokens, 0) > 0)
        .max(
            Comparator.<Clause>comparingInt(clause -> clause.commonWords(tokens, 0))
                .thenComparing(clause -> -clause.words.size()));
  }

  /** What follows the first words of a clause, if those begin one; for messages. */
  static Set<String> wordsAfter(List<Token> tokens, int count) {
    Set<String> next = new TreeSet<>();
    for (Clause clause : values()) {
      if (count > 0 && count < clause.words.size() && clause.commonWords(tokens, 0) == count) {
        next.add(clause.words.get(count));
      }
    }
    return next;
  }

  /**
   * The first word outside of brackets, but for the first of all, that begins a clause misspelt.
   */
  static Optional<Token> misspeltIn(List<Token> tokens) {
    int depth = 0;
    for (int i = 1; i + 1 < tokens.size(); i++) {
      depth += depthOf(tokens.get(i));
      String word = tokens.get(i).getText().toUpperCase(Locale.ROOT);
      String next = tokens.get(i + 1).getText();
      List<String> meant =
          Arrays.stream(values())
              .map(clause -> clause.words)
              .filter(words -> words.size() > 1 && words.get(1).equalsIgnoreCase(next))
              .map(words -> words.get(0))
              .filter(first -> !first.equals(word))
              .toList();
      if (depth == 0 && Suggestions.nearest(word, meant).isPresent()) {
        return Optional.of(tokens.get(i));
      }
    }
    return Optional.empty();
  }

  /** Cuts words into clauses. Words that belong to none stand with the clause before them. */
  static List<List<Token>> split(List<Token> tokens) {
    int depth = 0;
    for (Token token : tokens) {
      depth += depthOf(token);
    }
    return split(tokens, depth == 0);
  }

  /**
   * @param closed true if brackets are closed, so that no clause begins within them
   */
  private static List<List<Token>> split(List<Token> tokens, boolean closed) {
    List<List<Token>> parts = new ArrayList<>();
    int start = 0;
    int depth = 0;
    for (int i = Math.max(1, lengthAt(tokens, 0)); i < tokens.size(); i++) {
      depth += depthOf(tokens.get(i));
      int length = depth == 0 || !closed ? lengthAt(tokens, i) : 0;
      if (length > 0) {
        parts.add(tokens.subList(start, i));
        start = i;
        i += length - 1;
      }
    }
    if (start < tokens.size()) {
      parts.add(tokens.subList(start, tokens.size()));
    }
    return parts;
  }

  private static int depthOf(Token token) {
    return switch (token.getType()) {
      case SqlScriptLexer.LPAREN -> 1;
      case SqlScriptLexer.RPAREN -> -1;
      default -> 0;
    };
  }

  /** How many words at a position begin a clause; 0 if none does. */
  private static int lengthAt(List<Token> tokens, int position) {
    int length = 0;
    for (Clause clause : values()) {
      int common = clause.commonWords(tokens, position);
      boolean begins =
          clause.words.size() == 1 ? common == 1 && isList(tokens, position + 1) : common >= 2;
      length = begins ? Math.max(length, common) : length;
    }
    return length;
  }

  /** A column named like a clause of one word is followed by something else. */
  private static boolean isList(List<Token> tokens, int position) {
    if (position >= tokens.size()) {
      return false;
    }
    Token token = tokens.get(position);
    int type = token.getType();
    String word = token.getText().toUpperCase(Locale.ROOT);
    return type == SqlScriptLexer.LPAREN
        || type == SqlScriptLexer.STAR
        || type == SqlScriptLexer.QUOTED
        || (Character.isLetter(word.codePointAt(0)) && !OPERATORS.contains(word));
  }

  private int commonWords(List<Token> tokens, int position) {
    int common = 0;
    while (common < words.size()
        && position + common < tokens.size()
        && tokens.get(position + common).getText().equalsIgnoreCase(words.get(common))) {
      common++;
    }
    return common;
  }

  /** The beginnings of all clauses, for messages. */
  static List<String> texts(boolean snapshots) {
    return Arrays.stream(values())
        .filter(clause -> clause.isFor(snapshots))
        .map(Clause::text)
        .toList();
  }
}
