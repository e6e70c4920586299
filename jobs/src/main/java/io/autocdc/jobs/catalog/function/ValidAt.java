// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

/**
 * {@code valid_at(start_at, end_at, at)}: TRUE if a version was valid at a point of the sequence,
 * {@code start_at <= at < end_at}, where an end that is NULL never comes. NULL if {@code start_at}
 * or {@code at} is.
 */
public final class ValidAt extends SequenceFunction {

  private static final long serialVersionUID = 1L;

  public ValidAt() {
    super("start_at", "end_at", "at");
  }

  public Boolean eval(Object start, Object end, Object at) {
    return holds(sequence(0, start), sequence(1, end), sequence(2, at));
  }
}
