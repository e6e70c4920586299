// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that a user sees all problems at once. */
public final class Problems {

  private final List<Problem> found = new ArrayList<>();

  public void error(Location location, ErrorCode code, String what, String why, String remedy) {
    found.add(Problem.error(location, code, what, why, remedy));
  }

  public void warning(Location location, ErrorCode code, String what, String why, String remedy) {
    found.add(Problem.warning(location, code, what, why, remedy));
  }

  public void add(Problem problem) {
    found.add(problem);
  }

  public void addAll(List<Problem> problems) {
    found.addAll(problems);
  }

  public int size() {
    return found.size();
  }

  public boolean hasErrors() {
    return found.stream().anyMatch(Problem::isError);
  }

  /** All problems in the order of their places; those of one place as they were found. */
  public List<Problem> sorted() {
    return found.stream().sorted(Problem.BY_PLACE).toList();
  }

  /** All problems in the order in which they were found. */
  public List<Problem> list() {
    return List.copyOf(found);
  }

  /**
   * @throws AutoCdcException with every problem, if one of them is an error
   */
  public void throwIfErrors() {
    if (hasErrors()) {
      throw new AutoCdcException(found.stream().filter(Problem::isError).toList());
    }
  }
}
