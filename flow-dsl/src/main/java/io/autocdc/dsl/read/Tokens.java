// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import io.autocdc.dsl.problem.Problems;

/** Replaces tokens such as <code>${name}</code> in texts of files. */
public interface Tokens {

  /** The text with its tokens replaced; null if one has no value, which is reported. */
  Text resolve(Text text, Problems problems);

  /** Position of the brace that ends a token, or -1; defaults can hold tokens of their own. */
  static int closingBrace(String text, int start) {
    int depth = 1;
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) == '{') {
        depth++;
      } else if (text.charAt(i) == '}' && --depth == 0) {
        return i;
      }
    }
    return -1;
  }
}
