// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

/**
 * {@code known_at(system_start_at, system_end_at, at)}: TRUE if a row of a bitemporal table was
 * believed at a point of the system sequence, {@code system_start_at <= at < system_end_at}, where
 * an end that is NULL never comes. NULL if {@code system_start_at} or {@code at} is.
 */
public final class KnownAt extends SequenceFunction {

  private static final long serialVersionUID = 1L;

  public KnownAt() {
    super("system_start_at", "system_end_at", "at");
  }

  public Boolean eval(Object start, Object end, Object at) {
    return holds(sequence(0, start), sequence(1, end), sequence(2, at));
  }
}
