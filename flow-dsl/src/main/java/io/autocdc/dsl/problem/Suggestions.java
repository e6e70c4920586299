// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a misspelt one was probably meant to be. */
public final class Suggestions {

  private Suggestions() {}

  /** The nearest candidate, if it is near enough to be a likely slip of the pen. */
  public static Optional<String> nearest(String name, Collection<String> candidates) {
    String wanted = normalize(name);
    int tolerance = Math.max(1, wanted.length() / 3);
    return candidates.stream()
        .filter(candidate -> !candidate.equals(name))
        .map(candidate -> new Scored(candidate, distance(wanted, normalize(candidate))))
        .filter(scored -> scored.distance <= tolerance)
        .min(Comparator.comparingInt(Scored::distance).thenComparing(Scored::candidate))
        .map(Scored::candidate);
  }

  /** {@code did you mean 'x'?}, or a list of what there is. */
  public static String didYouMean(String name, Collection<String> candidates) {
    return nearest(name, candidates)
        .map(candidate -> "did you mean '" + candidate + "'?")
        .orElse(
            candidates.isEmpty()
                ? "nothing can be named here"
                : "known: " + String.join(", ", candidates));
  }

  private record Scored(String candidate, int distance) {}

  private static String normalize(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "_");
  }

  /** Edit distance where swapping two neighbours counts as one edit. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + substitution);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
