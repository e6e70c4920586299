// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.StreamCalls;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import io.autocdc.dsl.sql.grammar.SqlScriptParser;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.AllOfRelationContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * A query of a statement: the text up to its end.
 *
 * @param text the query in Flink SQL; what marks a streaming read in Lakeflow is blanked out, so
 *     that all other characters keep their places
 * @param relation the source or view of which it selects all there is; empty if it does more
 * @param isBroken true if it has been reported as something that cannot be done
 */
record Query(Text text, Optional<Text> relation, boolean isBroken) {

  private static final Set<String> AUTO_LOADER = Set.of("READ_FILES", "CLOUD_FILES", "READ_KAFKA");

  /** Reads the query that starts with a word of the statement. */
  static Query read(Statement statement, Token first, Problems problems) {
    int index = statement.tokens().indexOf(first);
    List<Token> words = statement.tokens().subList(index, statement.tokens().size());
    Token before = statement.tokens().get(index - 1);
    Script script = statement.script();
    int start = script.skipWhiteSpace(before.getStopIndex() + 1);
    Text written = script.textAt(start, statement.end()).stripped();
    StringBuilder sql = new StringBuilder(written.value());
    boolean broken = false;
    for (int i = 0; i + 1 < words.size(); i++) {
      Token word = words.get(i);
      Token next = words.get(i + 1);
      if (word.getType() == SqlScriptLexer.LIVE && next.getType() == SqlScriptLexer.DOT) {
        blank(sql, start, word);
        blank(sql, start, next);
        String name = i + 2 < words.size() ? words.get(i + 2).getText() : "";
        new Words(statement, problems).oldSpelling(statement.location(word), "LIVE." + name, name);
      }
      if (AUTO_LOADER.contains(word.getText().toUpperCase(Locale.ROOT))
          && next.getType() == SqlScriptLexer.LPAREN) {
        broken = true;
        problems.error(
            statement.location(word),
            ErrorCode.NOT_AVAILABLE,
            "the query calls " + word.getText(),
            "functions that read from outside cannot be called here",
            "declare a source: CREATE TABLE s (id BIGINT) WITH ('connector' = 'files')");
      }
    }
    String text = StreamCalls.remove(sql.toString());
    return new Query(
        new Text(text, written.location(), written.place()), relation(statement, words), broken);
  }

  private static Optional<Text> relation(Statement statement, List<Token> words) {
    AllOfRelationContext all = WordParser.parse(words, SqlScriptParser::allOfRelation);
    return all.exception == null
        ? Optional.of(new Words(statement, new Problems()).relation(all.relation().qualifiedName()))
        : Optional.empty();
  }

  private static void blank(StringBuilder sql, int start, Token word) {
    int at = sql.offsetByCodePoints(0, word.getStartIndex() - start);
    sql.replace(at, at + word.getText().length(), " ".repeat(word.getText().length()));
  }
}
