// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import java.util.List;

/**
 * Reports problems of pieces that are named by paths (see {@link Locations}). Pieces that could not
 * be read are left alone: one fault gives one message.
 */
record Reporter(Locations locations, Problems problems) {

  void error(String path, ErrorCode code, String what, String why, String remedy) {
    if (!locations.isBroken(path)) {
      problems.error(locations.find(path), code, what, why, remedy);
    }
  }

  void warning(String path, ErrorCode code, String what, String why, String remedy) {
    if (!locations.isBroken(path)) {
      problems.warning(locations.find(path), code, what, why, remedy);
    }
  }

  /**
   * Warns of a SQL text whose result is decided by something else than the rows.
   *
   * @param subject what it is, for messages: {@code apply_as_deletes of flow 'f'}
   * @param functions names of the functions that it calls; nothing is reported without any
   */
  void unrepeatable(String path, String subject, List<String> functions) {
    if (!functions.isEmpty()) {
      warning(
          path,
          ErrorCode.NOT_REPEATABLE,
          subject + " calls " + String.join(", ", functions),
          "chance or the clock decides the result, so another run over the same rows can give"
              + " another table",
          "use what stands in the rows, such as a time that the source has written");
    }
  }

  /** Reports at the place inside a SQL text that the planner complains about. */
  void sqlError(
      String path, SqlError error, ErrorCode code, String what, String why, String remedy) {
    if (!locations.isBroken(path)) {
      problems.error(locations.inside(path, error.line(), error.column()), code, what, why, remedy);
    }
  }
}
