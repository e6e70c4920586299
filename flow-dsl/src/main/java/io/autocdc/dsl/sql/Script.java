// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.TextPlace;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.read.Tokens;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/**
 * The text of a script with its tokens replaced. It knows where each character stands in the file.
 * Positions are those of code points, as ANTLR counts.
 */
final class Script {

  private final String file;
  private final int[] original;
  private final int[] lineStarts;
  private final int[] characters;

  /** For each character the position in the original from which it comes; and the end. */
  private final int[] origins;

  private Script(String file, int[] original, int[] characters, int[] origins) {
    this.file = file;
    this.original = original;
    this.lineStarts = lineStarts(original);
    this.characters = characters;
    this.origins = origins;
  }

  /**
   * A script whose tokens are replaced, those in comments excepted.
   *
   * @param file the file as the user would type it
   * @return nothing if a token has no value, which is reported
   */
  static Optional<Script> of(String file, String text, Tokens tokens, Problems problems) {
    int[] original = text.codePoints().toArray();
    Script asWritten = new Script(file, original, original, identity(original.length));
    return text.contains("${")
        ? new TokenReplacement(asWritten, tokens, problems).replace()
        : Optional.of(asWritten);
  }

  String text() {
    return text(0, characters.length);
  }

  /** The characters between two positions, with their place. */
  Text textAt(int from, int to) {
    Location start = location(from);
    boolean asItIs = origins[to] - origins[from] == to - from;
    return new Text(text(from, to), start, asItIs ? new TextPlace(start, 1) : null);
  }

  /** The first position at or behind another one that is no white space. */
  int skipWhiteSpace(int from) {
    int position = from;
    while (position < characters.length && Character.isWhitespace(characters[position])) {
      position++;
    }
    return position;
  }

  Location location(int position) {
    return locationInFile(origins[position]);
  }

  private Location locationInFile(int position) {
    int found = Arrays.binarySearch(lineStarts, position);
    int line = found >= 0 ? found : -found - 2;
    return new Location(file, line + 1, position - lineStarts[line] + 1);
  }

  private String text(int from, int to) {
    return new String(characters, from, to - from);
  }

  private static int[] identity(int length) {
    int[] positions = new int[length + 1];
    Arrays.setAll(positions, i -> i);
    return positions;
  }

  private static int[] lineStarts(int[] text) {
    int[] starts = new int[text.length + 1];
    int lines = 1;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\n') {
        starts[lines++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, lines);
  }

  /** Builds the text without tokens. */
  private static final class TokenReplacement {

    private final Script script;
    private final int[] original;
    private final BitSet comments;
    private final Tokens tokens;
    private final Problems problems;
    private final StringBuilder out = new StringBuilder();
    private int[] origins = new int[64];
    private int length;
    private boolean failed;

    TokenReplacement(Script script, Tokens tokens, Problems problems) {
      this.script = script;
      this.original = script.original;
      this.comments = comments(script.text());
      this.tokens = tokens;
      this.problems = problems;
    }

    Optional<Script> replace() {
      int i = 0;
      while (i < original.length) {
        if (startsWith("$${", i)) {
          append("${", i);
          i += 3;
        } else if (startsWith("${", i) && !comments.get(i)) {
          i = replaceToken(i);
        } else {
          append(Character.toString(original[i]), i);
          i++;
        }
      }
      append("\0", original.length);
      int[] characters = out.codePoints().limit(length - 1L).toArray();
      return failed
          ? Optional.empty()
          : Optional.of(
              new Script(script.file, original, characters, Arrays.copyOf(origins, length)));
    }

    private int replaceToken(int start) {
      String rest = script.text(start, endOfLine(start));
      int brace = Tokens.closingBrace(rest, 2);
      String token = brace < 0 ? rest : rest.substring(0, brace + 1);
      Location place = script.locationInFile(start);
      Text value = tokens.resolve(new Text(token, place, new TextPlace(place, 1)), problems);
      if (value == null) {
        failed = true;
      } else {
        append(value.value(), start);
      }
      return start + token.codePointCount(0, token.length());
    }

    private int endOfLine(int start) {
      int end = start;
      while (end < original.length && original[end] != '\n' && original[end] != '\r') {
        end++;
      }
      return end;
    }

    private void append(String text, int origin) {
      out.append(text);
      int count = text.codePointCount(0, text.length());
      if (length + count > origins.length) {
        origins = Arrays.copyOf(origins, 2 * (length + count));
      }
      Arrays.fill(origins, length, length + count, origin);
      length += count;
    }

    private boolean startsWith(String text, int position) {
      for (int i = 0; i < text.length(); i++) {
        if (position + i >= original.length || original[position + i] != text.charAt(i)) {
          return false;
        }
      }
      return true;
    }

    private static BitSet comments(String text) {
      BitSet comments = new BitSet();
      for (Token token : new SqlScriptLexer(CharStreams.fromString(text)).getAllTokens()) {
        if (token.getType() == SqlScriptLexer.LINE_COMMENT
            || token.getType() == SqlScriptLexer.BLOCK_COMMENT) {
          comments.set(token.getStartIndex(), token.getStopIndex() + 1);
        }
      }
      return comments;
    }
  }
}
