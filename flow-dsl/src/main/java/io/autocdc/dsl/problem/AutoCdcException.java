// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The one exception of the product: it carries every {@link Problem} that was found. Its text says
 * where, what, why and what to do; no stack trace is needed to act on it.
 */
public class AutoCdcException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final List<Problem> problems;

  public AutoCdcException(List<Problem> problems) {
    this(problems, null);
  }

  public AutoCdcException(Problem problem) {
    this(List.of(problem), null);
  }

  public AutoCdcException(Problem problem, Throwable cause) {
    this(List.of(problem), cause);
  }

  private AutoCdcException(List<Problem> problems, Throwable cause) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")), cause);
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("an exception without a problem");
    }
    this.problems = List.copyOf(problems);
  }

  public List<Problem> problems() {
    return problems;
  }

  /** The same failure with secret texts in its problems made unreadable. */
  public AutoCdcException hiding(Collection<String> secrets) {
    AutoCdcException safe =
        new AutoCdcException(
            problems.stream().map(problem -> problem.hiding(secrets)).toList(), getCause());
    safe.setStackTrace(getStackTrace());
    return safe;
  }

  /** True if the fault is the user's to mend: a declaration or the data, not the program. */
  public boolean isUserFault() {
    return problems.stream().noneMatch(problem -> problem.code() == ErrorCode.INTERNAL);
  }
}
