// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

/**
 * {@code is_current(end_at)}: TRUE for a version that has not ended, whose end is NULL; else FALSE.
 */
public final class IsCurrent extends SequenceFunction {

  private static final long serialVersionUID = 1L;

  public IsCurrent() {
    super("end_at");
  }

  public Boolean eval(Object end) {
    return sequence(0, end) == null;
  }
}
