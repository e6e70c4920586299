// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes a line apart as a shell does, if that is all that a shell would do with it. */
final class ShellWords {

  /** What a shell does something with, outside of quotes. */
  private static final String SPECIAL = "|&;<>()$`\\*?[]{}#~!\n";

  private static final char NONE = 0;

  private ShellWords() {}

  /** The words of a line without their quotes; empty if only a shell knows what it means. */
  static Optional<List<String>> of(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = NONE;
    for (char c : line.toCharArray()) {
      if (quote == '\'' && c != quote || quote == '"' && "\"$`\\".indexOf(c) < 0) {
        word.append(c);
      } else if (c == quote) {
        quote = NONE;
      } else if (quote != NONE || SPECIAL.indexOf(c) >= 0) {
        return Optional.empty();
      } else if (c == ' ') {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
      } else {
        word = word == null ? new StringBuilder() : word;
        if (c == '\'' || c == '"') {
          quote = c;
        } else {
          word.append(c);
        }
      }
    }
    if (quote != NONE) {
      return Optional.empty();
    }
    if (word != null) {
      words.add(word.toString());
    }
    return Optional.of(words);
  }
}
