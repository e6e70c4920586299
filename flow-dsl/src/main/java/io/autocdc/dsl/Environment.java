// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;

/** Values that no file holds, such as secrets, for pipelines in Java. */
public final class Environment {

  private Environment() {}

  /**
   * The value of an environment variable.
   *
   * @throws AutoCdcException UNRESOLVED_TOKEN if it is not set
   */
  public static String variable(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.UNRESOLVED_TOKEN,
              "the environment variable '" + name + "' is not set",
              "the pipeline needs it",
              "set it"));
    }
    return value;
  }
}
