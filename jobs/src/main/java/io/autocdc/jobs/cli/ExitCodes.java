// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;

/** Exit codes of the program. */
final class ExitCodes {

  static final int FINE = 0;

  /** The user's declaration or data. */
  static final int USERS_FAULT = 1;

  static final int USAGE = 2;

  /** A fault of the program, or of what it stands on. */
  static final int OUR_FAULT = 3;

  private ExitCodes() {}

  static int of(AutoCdcException failure) {
    boolean ours =
        !failure.isUserFault()
            || failure.problems().stream().anyMatch(p -> p.code() == ErrorCode.RUN_FAILED);
    return ours ? OUR_FAULT : USERS_FAULT;
  }
}
