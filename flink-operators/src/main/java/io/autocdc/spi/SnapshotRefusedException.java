// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.Problem;

/** A snapshot cannot be applied. A run can go on without it, up to the snapshot before. */
public final class SnapshotRefusedException extends AutoCdcException {

  private static final long serialVersionUID = 1L;

  private final String source;
  private final String snapshot;

  /**
   * @param source name of the source
   * @param snapshot name of the snapshot, see {@link SnapshotEnds}
   */
  public SnapshotRefusedException(Problem problem, String source, String snapshot) {
    super(problem);
    this.source = source;
    this.snapshot = snapshot;
  }

  public String source() {
    return source;
  }

  public String snapshot() {
    return snapshot;
  }
}
