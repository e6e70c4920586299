// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.Text;
import java.util.List;
import java.util.Optional;

/** Reads words of which there are a few, in any case. */
final class Choices {

  private final Problems problems;

  Choices(Problems problems) {
    this.problems = problems;
  }

  /** The constant of that name; empty if there is none, which is reported. */
  <E extends Enum<E>> Optional<E> read(Text word, String clause, Class<E> type) {
    return read(word, clause, List.of(type.getEnumConstants()));
  }

  <E extends Enum<E>> Optional<E> read(Text word, String clause, List<E> constants) {
    Optional<E> found =
        constants.stream().filter(c -> c.name().equalsIgnoreCase(word.value())).findFirst();
    if (found.isEmpty()) {
      List<String> names = constants.stream().map(Enum::name).toList();
      problems.error(
          word.location(),
          ErrorCode.INVALID_VALUE,
          clause + " is followed by '" + word.value() + "'",
          "it is one of: " + String.join(", ", names),
          Suggestions.nearest(word.value(), names)
              .map(name -> "did you mean " + name + "?")
              .orElse("choose one of them"));
    }
    return found;
  }
}
