// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.table.api.ValidationException;

/** Words problems so that the argument, or option, comes first. */
final class ArgumentProblems {

  /** What is found where the target is made ready, and so knows no argument. */
  private static final Set<ErrorCode> OF_TARGET =
      Set.of(
          ErrorCode.TARGET_DRIFT,
          ErrorCode.TARGET_NOT_OURS,
          ErrorCode.TARGET_OWNED,
          ErrorCode.STATE_MISSING,
          ErrorCode.STATE_NOT_RESTORED,
          ErrorCode.INCOMPATIBLE_COLUMN);

  private final FlowArguments arguments;
  private final List<String> labels;

  ArgumentProblems(FlowArguments arguments) {
    this.arguments = arguments;
    this.labels = List.of(Argument.values()).stream().map(arguments::label).toList();
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
    String place = place(problem);
    return (place == null ? "" : place + ": ") + problem.at(null);
  }

  /** The argument, with line and column if a place inside of it is known; null if none is. */
  static String place(Problem problem) {
    Location place = problem.location();
    if (place == null) {
      return null;
    }
    boolean inside = place.line() > 1 || place.column() > 1;
    return place.file() + (inside ? " at " + place.line() + ":" + place.column() : "");
  }

  /** What the client shows, and nothing of ours around it. */
  ValidationException exception(List<Problem> problems) {
    return new ValidationException(
        sorted(problems.stream().map(this::placed).toList()).stream()
            .map(ArgumentProblems::text)
            .collect(Collectors.joining("\n")));
  }

  private Problem placed(Problem problem) {
    return problem.location() == null && OF_TARGET.contains(problem.code())
        ? problem.at(arguments.location(Argument.TARGET))
        : problem;
  }
}
