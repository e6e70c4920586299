// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.table.api.ValidationException;

/** Words problems so that the argument, or option, comes first. */
final class ArgumentProblems {

  private final List<String> labels;

  ArgumentProblems(FlowArguments arguments) {
    this.labels = List.of(Argument.values()).stream().map(arguments.label()).toList();
  }

  /** The problems in the order of the arguments. */
  List<Problem> sorted(List<Problem> problems) {
    return problems.stream()
        .sorted(
            Comparator.comparingInt(
                p -> p.location() == null ? -1 : labels.indexOf(p.location().file())))
        .toList();
  }

  /** {@code argument keys: CODE what; why; what to do}. */
  static String text(Problem problem) {
    Location place = problem.location();
    if (place == null) {
      return problem.toString();
    }
    boolean inside = place.line() > 1 || place.column() > 1;
    String at = inside ? " at " + place.line() + ":" + place.column() : "";
    return place.file() + at + ": " + problem.at(null);
  }

  /** What the client shows, and nothing of ours around it. */
  ValidationException exception(List<Problem> problems) {
    return new ValidationException(
        sorted(problems).stream().map(ArgumentProblems::text).collect(Collectors.joining("\n")));
  }
}
