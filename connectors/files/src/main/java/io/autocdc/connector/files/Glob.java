// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Path patterns: {@code *} and {@code ?} within a name, {@code **} over folders (also none), {@code
 * {a,b}}, {@code [a-z]}, {@code [!a-z]}, and a backslash before a character that means itself.
 */
final class Glob {

  private final String glob;
  private final StringBuilder regex = new StringBuilder();
  private int position;

  private Glob(String glob) {
    this.glob = glob;
  }

  static boolean isGlob(String path) {
    return path.chars().anyMatch(c -> "*?{[\\".indexOf(c) >= 0);
  }

  /**
   * The pattern of the files that a glob means; a folder that it matches stands for the files in
   * it.
   *
   * @throws IllegalArgumentException if a bracket is not closed
   */
  static Pattern compile(String glob) {
    Glob translator = new Glob(glob);
    int braces = 0;
    while (translator.position < glob.length()) {
      braces = translator.translateNext(braces);
    }
    if (braces > 0) {
      throw new IllegalArgumentException("a '{' is not closed");
    }
    try {
      return Pattern.compile(translator.regex + "(?:/.*)?", Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(e.getDescription(), e);
    }
  }

  private int translateNext(int braces) {
    char c = glob.charAt(position++);
    switch (c) {
      case '*' -> translateStar();
      case '?' -> regex.append("[^/]");
      case '[' -> translateClass();
      case '{' -> {
        regex.append("(?:");
        return braces + 1;
      }
      case '}' -> {
        if (braces > 0) {
          regex.append(')');
          return braces - 1;
        }
        literal(c);
      }
      case ',' -> {
        if (braces > 0) {
          regex.append('|');
        } else {
          literal(c);
        }
      }
      case '\\' -> literal(position < glob.length() ? glob.charAt(position++) : c);
      default -> literal(c);
    }
    return braces;
  }

  private void translateStar() {
    if (!glob.startsWith("*", position)) {
      regex.append("[^/]*");
      return;
    }
    position++;
    if (glob.startsWith("/", position)) {
      position++;
      regex.append("(?:[^/]+/)*");
    } else {
      regex.append(".*");
    }
  }

  private void translateClass() {
    int end = glob.indexOf(']', position + 1);
    if (end < 0) {
      throw new IllegalArgumentException("a '[' is not closed");
    }
    String members = glob.substring(position, end);
    position = end + 1;
    boolean negated = members.startsWith("!") || members.startsWith("^");
    String set =
        (negated ? members.substring(1) : members).replaceAll("([\\[\\]\\\\^&])", "\\\\$1");
    regex.append("(?!/)[").append(negated ? "^" : "").append(set).append(']');
  }

  private void literal(char c) {
    regex.append(Pattern.quote(String.valueOf(c)));
  }
}
