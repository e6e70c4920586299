// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.nio.file.Path;
import java.util.Optional;

/** Judges a savepoint that a user names to go on from. */
final class RequestedSavepoint {

  private RequestedSavepoint() {}

  /**
   * Makes the savepoint the newest restore point of a pipeline. Flink's numbers of checkpoints grow
   * from run to run, as each run goes on from one before.
   *
   * @throws AutoCdcException OLD_SAVEPOINT, STATE_MISSING, STATE_NOT_RESTORED
   */
  static void accept(Path savepoint, StateFolder state, String pipeline) {
    Optional<RestorePoint> newest = state.newestRestorePoint();
    if (newest.filter(point -> savepoint.equals(absolute(point.folder()))).isPresent()) {
      return;
    }
    long id = StateFolder.savepointId(savepoint);
    if (newest.isPresent() && id <= newest.get().checkpointId()) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.OLD_SAVEPOINT,
              "the savepoint " + savepoint + " is not the newest of pipeline '" + pipeline + "'",
              "tables hold what came later, up to " + newest.get().folder(),
              "leave -s out to go on from the newest, or restore the whole warehouse from a"
                  + " backup of that time"));
    }
    int run =
        state
            .newestRunWithState()
            .orElseThrow(
                () ->
                    new AutoCdcException(
                        Problem.error(
                            null,
                            ErrorCode.STATE_MISSING,
                            "no run of pipeline '"
                                + pipeline
                                + "' is known that could have made"
                                + " the savepoint "
                                + savepoint,
                            "the folder " + state.folder() + " holds what it belongs to",
                            "put that folder back, or leave -s out to begin anew")));
    state.addSavepoint(run, savepoint);
  }

  private static Path absolute(Path folder) {
    return folder.toAbsolutePath().normalize();
  }
}
