// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;

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

  /** Reports at the place inside a SQL text that the planner complains about. */
  void sqlError(
      String path, SqlError error, ErrorCode code, String what, String why, String remedy) {
    if (!locations.isBroken(path)) {
      problems.error(locations.inside(path, error.line(), error.column()), code, what, why, remedy);
    }
  }
}
