// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;

/** Judges a savepoint that a user names to go on from. */
final class RequestedSavepoint {

  private RequestedSavepoint() {}

  /**
   * The savepoint as the newest restore point of a pipeline. Flink's numbers of checkpoints grow
   * from run to run, as each run goes on from one before.
   *
   * @throws AutoCdcException OLD_SAVEPOINT, STATE_MISSING, STATE_NOT_RESTORED
   */
  static RestorePoint judge(Path savepoint, StateFolder state, String pipeline) {
    Optional<RestorePoint> newest = state.newestRestorePoint();
    if (newest.filter(point -> savepoint.equals(absolute(point.folder()))).isPresent()) {
      return newest.get();
    }
    if (!StateFolder.isComplete(savepoint)) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.STATE_NOT_RESTORED,
              "-s " + savepoint + " is no savepoint",
              "there is no file _metadata in it that this machine can see",
              "name the folder that 'flink stop' has printed"));
    }
    requireOwn(savepoint, state, pipeline);
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
    return new RestorePoint(run, id, savepoint);
  }

  /** A savepoint in the folder of a run tells whose it is. */
  private static void requireOwn(Path savepoint, StateFolder state, String pipeline) {
    for (Path folder = savepoint.getParent(); folder != null; folder = folder.getParent()) {
      if (Manifest.read(folder).isPresent()) {
        if (!folder.getParent().equals(absolute(state.folder()))) {
          throw foreign(savepoint, pipeline, "it lies in " + folder + ", not in " + state.folder());
        }
        return;
      }
    }
  }

  /**
   * Looks for operators of the job in the savepoint. Flink would start it with no state at all if
   * it may leave state behind.
   *
   * @throws AutoCdcException STATE_NOT_RESTORED if there is none
   */
  static void requireStateOf(StreamGraph graph, Path savepoint, String pipeline) {
    Set<OperatorID> operators =
        new StreamGraphHasherV2()
            .traverseStreamGraphAndGenerateHashes(graph).values().stream()
                .map(OperatorID::new)
                .collect(Collectors.toSet());
    boolean fits =
        StateFolder.metadata(savepoint).getOperatorStates().stream()
            .anyMatch(state -> operators.contains(state.getOperatorID()));
    if (!fits) {
      throw foreign(savepoint, pipeline, "it holds state of none of its steps");
    }
  }

  private static AutoCdcException foreign(Path savepoint, String pipeline, String why) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.STATE_NOT_RESTORED,
            "-s " + savepoint + " is not of pipeline '" + pipeline + "' in this warehouse",
            why,
            "name the savepoint that has ended its last job, or leave -s out"));
  }

  private static Path absolute(Path folder) {
    return folder.toAbsolutePath().normalize();
  }
}
