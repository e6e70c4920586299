// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.io.Serializable;
import java.util.Objects;

/**
 * A rule about single rows (semantics.md, section 8). A condition that is NULL is a violation.
 *
 * @param name name under which violations are counted
 * @param condition SQL of type BOOLEAN over the columns of the source, without white space around
 *     it
 * @param action what happens to a row that violates it
 */
public record Expectation(String name, String condition, Action action) implements Serializable {

  /** What happens to a row that violates the rule. */
  public enum Action {
    WARN,
    DROP,
    FAIL,
    QUARANTINE
  }

  public Expectation {
    Objects.requireNonNull(name);
    condition = condition.strip();
    Objects.requireNonNull(action);
  }
}
