// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

/**
 * {@code valid_during(start_at, end_at, from_at, to_at)}: TRUE if a version was valid at some point
 * from {@code from_at} up to, but not with, {@code to_at}: the two intervals overlap. An end that
 * is NULL, of either interval, never comes; an interval that ends where it starts, or before, holds
 * no point. NULL if {@code start_at} or {@code from_at} is.
 */
public final class ValidDuring extends SequenceFunction {

  private static final long serialVersionUID = 1L;

  public ValidDuring() {
    super("start_at", "end_at", "from_at", "to_at");
  }

  public Boolean eval(Object start, Object end, Object from, Object to) {
    byte[] validFrom = sequence(0, start);
    byte[] askedFrom = sequence(2, from);
    if (validFrom == null || askedFrom == null) {
      return null;
    }
    byte[] later = isBefore(validFrom, askedFrom) ? askedFrom : validFrom;
    return endsBehind(sequence(1, end), later) && endsBehind(sequence(3, to), later);
  }
}
