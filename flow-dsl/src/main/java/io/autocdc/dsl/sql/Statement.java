// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * A statement of a script, cut out as it stands.
 *
 * @param script the script
 * @param tokens its words without comments and semicolon; at least one
 * @param end position behind its last character, comments included
 */
record Statement(Script script, List<Token> tokens, int end) {

  Statement {
    tokens = List.copyOf(tokens);
  }

  /** The statements of a script; one with a quote that is not closed is reported and left out. */
  static List<Statement> split(Script script, Problems problems) {
    List<Statement> statements = new ArrayList<>();
    List<Token> words = new ArrayList<>();
    int end = 0;
    for (Token token : new SqlScriptLexer(CharStreams.fromString(script.text())).getAllTokens()) {
      if (token.getType() == SqlScriptLexer.SEMICOLON) {
        add(script, words, token.getStartIndex(), statements, problems);
        words.clear();
      } else if (token.getChannel() == Token.DEFAULT_CHANNEL) {
        words.add(token);
      }
      end = token.getStopIndex() + 1;
    }
    add(script, words, end, statements, problems);
    return statements;
  }

  private static void add(
      Script script, List<Token> words, int end, List<Statement> statements, Problems problems) {
    for (Token word : words) {
      String unclosed =
          switch (word.getType()) {
            case SqlScriptLexer.UNCLOSED_STRING, SqlScriptLexer.UNCLOSED_QUOTED -> "quote";
            case SqlScriptLexer.UNCLOSED_COMMENT -> "comment";
            default -> null;
          };
      if (unclosed != null) {
        problems.error(
            script.location(word.getStartIndex()),
            ErrorCode.INVALID_SCRIPT,
            "a " + unclosed + " is not closed",
            "it runs on to the end of the script",
            "close it");
        return;
      }
    }
    if (!words.isEmpty()) {
      statements.add(new Statement(script, words, end));
    }
  }

  /** Type of a word; that of the end if there are not so many. */
  int type(int index) {
    return index < tokens.size() ? tokens.get(index).getType() : Token.EOF;
  }

  Location location() {
    return location(tokens.get(0));
  }

  Location location(Token token) {
    return token.getType() == Token.EOF
        ? script.location(tokens.get(tokens.size() - 1).getStopIndex() + 1)
        : script.location(token.getStartIndex());
  }

  Location location(ParserRuleContext piece) {
    return location(piece.getStart());
  }

  /** The text of a piece as it stands, from its first word to its last. */
  Text text(ParserRuleContext piece) {
    return script.textAt(piece.getStart().getStartIndex(), piece.getStop().getStopIndex() + 1);
  }

  /** The first words, for messages. */
  String beginning(int words) {
    StringBuilder text = new StringBuilder();
    for (Token token : tokens.subList(0, Math.min(words, tokens.size()))) {
      text.append(text.isEmpty() ? "" : " ").append(token.getText());
    }
    return text.toString();
  }
}
