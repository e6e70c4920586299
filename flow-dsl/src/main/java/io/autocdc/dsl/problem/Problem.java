// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.io.Serializable;
import java.util.Objects;

/**
 * One thing that is wrong, or doubtful, in a declaration or at run time.
 *
 * @param location where it stands; null when it was declared in Java or found at run time
 * @param severity an error stops the pipeline, a warning does not
 * @param code the entry that {@code autocdc codes} explains
 * @param what what is wrong, with the names and values involved
 * @param why the rule that it breaks
 * @param remedy what the user can do
 */
public record Problem(
    Location location, Severity severity, ErrorCode code, String what, String why, String remedy)
    implements Serializable {

  public enum Severity {
    ERROR,
    WARNING
  }

  public Problem {
    Objects.requireNonNull(severity);
    Objects.requireNonNull(code);
    Objects.requireNonNull(what);
    Objects.requireNonNull(why);
    Objects.requireNonNull(remedy);
  }

  public static Problem error(
      Location location, ErrorCode code, String what, String why, String remedy) {
    return new Problem(location, Severity.ERROR, code, what, why, remedy);
  }

  public static Problem warning(
      Location location, ErrorCode code, String what, String why, String remedy) {
    return new Problem(location, Severity.WARNING, code, what, why, remedy);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /** One line: {@code file:line:column CODE what; why; what to do}. */
  @Override
  public String toString() {
    return (location == null ? "" : location + " ")
        + (isError() ? "" : "warning ")
        + code
        + " "
        + what
        + "; "
        + why
        + "; "
        + remedy;
  }
}
