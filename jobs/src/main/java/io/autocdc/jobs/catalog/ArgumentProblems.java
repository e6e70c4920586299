// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.api.ValidationException;

/** Words problems so that the argument, or option, comes first. */
final class ArgumentProblems {

  private final FlowArguments arguments;
  private final List<String> labels;

  ArgumentProblems(FlowArguments arguments) {
    this.arguments = arguments;
    this.labels = List.of(Argument.values()).stream().map(arguments::label).toList();
  }

  /** The problems at their arguments, and in the order of these. */
  List<Problem> arranged(List<Problem> problems) {
    return problems.stream()
        .map(this::placed)
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
        arranged(problems).stream().map(ArgumentProblems::text).collect(Collectors.joining("\n")));
  }

  private Problem placed(Problem problem) {
    return problem.location() == null
        ? argumentOf(problem.code()).map(arguments::location).map(problem::at).orElse(problem)
        : problem;
  }

  /** What is found where the job is made knows no argument. */
  private Optional<Argument> argumentOf(ErrorCode code) {
    return switch (code) {
      case TARGET_DRIFT,
          TARGET_NOT_OURS,
          TARGET_OWNED,
          STATE_MISSING,
          STATE_NOT_RESTORED,
          INCOMPATIBLE_COLUMN,
          INVALID_TABLE_NAME ->
          Optional.of(Argument.TARGET);
      case INVALID_VALUE, CONFLICTING_OPTIONS ->
          Optional.of(Argument.TABLE_PROPERTIES).filter(arguments::has);
      case INVALID_QUERY -> Optional.of(Argument.SOURCE).filter(arguments::has);
      case FILE_NOT_FOUND -> Optional.of(Argument.SOURCE_PATH).filter(arguments::has);
      default -> Optional.empty();
    };
  }
}
