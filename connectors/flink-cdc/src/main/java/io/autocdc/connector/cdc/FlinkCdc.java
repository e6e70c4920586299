// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;

/** The jar for clusters has these connectors, but not what they call. */
final class FlinkCdc {

  private static final String PACKAGE = "org.apache.flink.cdc.connectors.";

  private FlinkCdc() {}

  /**
   * @param jars those that have what is needed
   * @param needed a class of Flink CDC
   * @throws AutoCdcException NOT_AVAILABLE if it is not on the class path
   */
  static void require(Source source, String jars, String needed) {
    try {
      Class.forName(PACKAGE + needed, false, FlinkCdc.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.NOT_AVAILABLE,
              "source '" + source.name() + "' reads a database",
              "there is no " + PACKAGE + needed + " on the class path",
              "put " + jars + " into lib/ of Flink"),
          e);
    }
  }
}
