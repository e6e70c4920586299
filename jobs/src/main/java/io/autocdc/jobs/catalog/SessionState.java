// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.Generations;
import io.autocdc.jobs.run.ExistingTables;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;

/** Decides what state a job of a session goes on with: that which the session names, or none. */
final class SessionState {

  private static final String OPTION = StateRecoveryOptions.SAVEPOINT_PATH.key();

  private SessionState() {}

  /**
   * The generation of the target's state.
   *
   * @throws AutoCdcException STATE_MISSING if the target has rows and the session names no
   *     savepoint; STATE_NOT_RESTORED if it names one and there is no target
   */
  static Generations of(TableName target, Catalogs catalogs, Configuration session) {
    ExistingTables tables = new ExistingTables(catalogs, Set.of());
    Optional<String> savepoint = session.getOptional(StateRecoveryOptions.SAVEPOINT_PATH);
    if (!tables.exists(target)) {
      savepoint.ifPresent(path -> refuseSavepoint(target, path));
      return Generations.FIRST;
    }
    if (savepoint.isEmpty() && tables.hasRows(target)) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.STATE_MISSING,
              "table " + target + " has rows, and the session names no state that they belong to",
              "the flow would not know what it has written, and could leave wrong rows",
              "go on from its savepoint or checkpoint: SET '"
                  + OPTION
                  + "' = '...', or drop the table to fill it anew"));
    }
    return new Generations(Map.of(), Map.of(target.toString(), tables.generation(target)));
  }

  private static void refuseSavepoint(TableName target, String savepoint) {
    throw new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.STATE_NOT_RESTORED,
            "the session starts jobs from " + savepoint + ", and there is no table " + target,
            "the state would be that of rows that are not there",
            "RESET '" + OPTION + "'"));
  }
}
