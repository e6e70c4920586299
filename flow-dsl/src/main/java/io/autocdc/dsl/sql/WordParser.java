// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import io.autocdc.dsl.sql.grammar.SqlScriptParser;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.StatementContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/** Parses words with a rule of the grammar, and says what is wrong with them. */
final class WordParser {

  /** Words that can be a name as well, and are not worth listing where a name can stand. */
  private static final int MOST_LISTED = 8;

  private final Statement statement;
  private final Problems problems;

  WordParser(Statement statement, Problems problems) {
    this.statement = statement;
    this.problems = problems;
  }

  /**
   * What a rule makes of the words of the statement. A mistake is reported; then {@code exception}
   * of the result is set, and the result has what stands before it.
   */
  StatementContext parse() {
    StatementContext result = parse(statement.tokens(), SqlScriptParser::statement);
    if (result.exception != null) {
      report(result.exception, statement.tokens(), Set.of());
    }
    return result;
  }

  /**
   * What a rule makes of some words. After a mistake {@code exception} of the result is set, and
   * the result has what stands before it.
   */
  static <C extends ParserRuleContext> C parse(
      List<Token> words, Function<SqlScriptParser, C> rule) {
    SqlScriptParser parser = new SqlScriptParser(new CommonTokenStream(new ListTokenSource(words)));
    parser.removeErrorListeners();
    parser.setErrorHandler(new StopAtFirstMistake());
    return rule.apply(parser);
  }

  /**
   * Reports a mistake.
   *
   * @param known what can stand there, if the caller knows it better than the grammar
   */
  void report(RecognitionException e, List<Token> words, Set<String> known) {
    Token offending = e.getOffendingToken();
    boolean atEnd = offending.getType() == Token.EOF;
    int index = atEnd ? words.size() : words.indexOf(offending);
    Token before = index > 0 ? words.get(index - 1) : null;
    if (before != null && isTakenForName(before, e)) {
      problems.error(
          statement.location(before),
          ErrorCode.INVALID_SCRIPT,
          "a name is missing before '" + before.getText() + "'",
          "'" + before.getText() + "' comes behind a name",
          "write a name in front of it");
      return;
    }
    Token place = atEnd && before != null ? before : offending;
    Set<String> expected = known.isEmpty() ? expected(e.getExpectedTokens()) : known;
    String found = atEnd ? "the end" : "'" + offending.getText() + "'";
    String why =
        (before == null ? "a statement begins with " : "after '" + before.getText() + "' comes ")
            + String.join(" or ", expected);
    problems.error(
        statement.location(place),
        ErrorCode.INVALID_SCRIPT,
        found + " is not expected here",
        why,
        atEnd
            ? "complete the statement"
            : Suggestions.nearest(
                    offending.getText().toUpperCase(Locale.ROOT),
                    expected.stream().filter(WordParser::isWord).toList())
                .map(word -> "did you mean " + word + "?")
                .orElse("correct it"));
  }

  /**
   * True if the word is expected behind itself, which happens when it stands where a name belongs.
   */
  private static boolean isTakenForName(Token before, RecognitionException e) {
    IntervalSet expected = e.getExpectedTokens();
    return isWord(before.getText())
        && expected.contains(before.getType())
        && !expected.contains(SqlScriptLexer.WORD);
  }

  private static boolean isWord(String text) {
    return Character.isLetter(text.codePointAt(0));
  }

  private static Set<String> expected(IntervalSet types) {
    boolean name = types.contains(SqlScriptLexer.WORD);
    Set<String> words = new TreeSet<>();
    List<String> forms = new ArrayList<>();
    for (int type : types.toList()) {
      String literal = SqlScriptParser.VOCABULARY.getLiteralName(type);
      if (type == Token.EOF) {
        forms.add("the end");
      } else if (type == SqlScriptLexer.STRING) {
        forms.add("a text in quotes");
      } else if (literal != null && !(name && Character.isLetter(literal.charAt(1)))) {
        words.add(literal.substring(1, literal.length() - 1));
      }
    }
    if (name) {
      words.clear();
      forms.add("a name");
    }
    Set<String> all = new LinkedHashSet<>(forms);
    if (words.size() <= MOST_LISTED) {
      all.addAll(words);
    }
    return all.isEmpty() ? Set.of("something else") : all;
  }

  /** One mistake gives one message: nothing is guessed to go on. */
  private static final class StopAtFirstMistake extends DefaultErrorStrategy {

    @Override
    public void reportError(Parser parser, RecognitionException e) {
      // It is reported by whoever asked for the rule.
    }

    @Override
    public void recover(Parser parser, RecognitionException e) {
      throw e;
    }

    @Override
    public Token recoverInline(Parser parser) {
      throw new InputMismatchException(parser);
    }

    @Override
    public void sync(Parser parser) {
      // Loops and options are decided by what follows, without a look for stray words.
    }
  }
}
