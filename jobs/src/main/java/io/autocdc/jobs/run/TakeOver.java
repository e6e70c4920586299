// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import org.apache.flink.api.common.JobStatus;

/**
 * Looks after jobs that earlier runs have left on clusters: detached ones, and those whose process
 * was killed. Two jobs must never write the same tables, so a run begins only when all of them are
 * known to have ended, with a savepoint if possible.
 */
final class TakeOver {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final StateFolder state;
  private final String pipeline;
  private final Path warehouse;
  private final Map<String, String> flinkOptions;
  private final RunListener listener;

  /**
   * @param flinkOptions of the user, such as those of TLS
   */
  TakeOver(
      StateFolder state,
      String pipeline,
      Path warehouse,
      Map<String, String> flinkOptions,
      RunListener listener) {
    this.state = state;
    this.pipeline = pipeline;
    this.warehouse = warehouse;
    this.flinkOptions = flinkOptions;
    this.listener = listener;
  }

  /**
   * Ends the jobs that run.
   *
   * @param requested a savepoint that the user wants to go on from: then none may run
   * @return what was requested. It is not remembered: should the run that goes on from it end
   *     before it has a restore point of its own, nothing has changed
   * @throws AutoCdcException CLUSTER_UNREACHABLE, STATE_MISSING, STATE_NOT_RESTORED,
   *     ALREADY_RUNNING, OLD_SAVEPOINT
   */
  Optional<RestorePoint> run(Optional<Path> requested) throws InterruptedException {
    endAll(requested);
    Optional<RestorePoint> accepted =
        requested.map(savepoint -> RequestedSavepoint.judge(savepoint, state, pipeline));
    OptionalInt inDoubt = state.runInDoubt();
    if (accepted.isEmpty() && inDoubt.isPresent()) {
      throw unknownEnd(state.runFolder(inDoubt.getAsInt()));
    }
    state.runsWithJobs().values().forEach(SubmittedJob::markEnded);
    return accepted;
  }

  /**
   * Ends the jobs that run, before all tables are removed: what the jobs have written goes with
   * them, wherever their savepoints lie.
   *
   * @throws AutoCdcException CLUSTER_UNREACHABLE, ALREADY_RUNNING
   */
  void endAll() throws InterruptedException {
    endAll(Optional.empty());
  }

  private void endAll(Optional<Path> requested) throws InterruptedException {
    SortedMap<Integer, Path> runs = state.runsWithJobs();
    for (Map.Entry<Integer, Path> run : runs.entrySet()) {
      SubmittedJob job = SubmittedJob.read(run.getValue()).orElseThrow();
      try (ClusterRest cluster = new ClusterRest(job.address(), flinkOptions)) {
        end(job, run.getKey(), cluster, requested);
      } catch (AutoCdcException e) {
        throw isUnreachable(e) ? unreachable(job, run.getValue(), e) : e;
      }
    }
  }

  private void end(SubmittedJob job, int run, ClusterRest cluster, Optional<Path> requested)
      throws InterruptedException {
    Optional<JobStatus> status = cluster.status(job.id());
    if (status.isPresent() && !status.get().isGloballyTerminalState()) {
      if (requested.isPresent()) {
        throw stillRunning(job, requested.get());
      }
      listener.note("taking over the " + job + ", which an earlier run has left running");
      PipelineJob.end(cluster.job(job.id()), state.runFolder(run), PATIENCE, listener);
      status = cluster.status(job.id());
      if (status.filter(s -> !s.isGloballyTerminalState()).isPresent()) {
        throw notEnded(job);
      }
    }
    if (status.isPresent()) {
      if (status.get() == JobStatus.FINISHED) {
        cluster
            .savepoint(job.id())
            .map(FlinkPaths::folder)
            .ifPresent(savepoint -> rememberSavepoint(job, run, savepoint));
      }
      settle(state, run, job, status.get(), cluster);
    }
  }

  /** Remembers of a job that has ended no more than whether tables may be ahead of saved state. */
  static void settle(
      StateFolder state, int run, SubmittedJob job, JobStatus status, ClusterRest cluster) {
    boolean nothingIsMissing =
        state.newestRestorePoint(run).isPresent()
            || (status != JobStatus.FINISHED && !cluster.hasCompletedCheckpoints(job.id()));
    if (nothingIsMissing) {
      SubmittedJob.forget(state.runFolder(run));
    } else {
      SubmittedJob.markEnded(state.runFolder(run));
    }
  }

  private void rememberSavepoint(SubmittedJob job, int run, Path savepoint) {
    boolean inFolder = savepoint.startsWith(state.runFolder(run).toAbsolutePath().normalize());
    if (!Files.isDirectory(savepoint)) {
      if (inFolder) {
        throw RunFailures.warehouseNotShared(
            warehouse, "the savepoint " + savepoint + " of the " + job + " is not there", null);
      }
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.STATE_MISSING,
              "the savepoint " + savepoint + " is not there, and with it ended the " + job,
              "a run has to go on from it: tables hold what it holds",
              "make that folder visible here under the same path"));
    }
    if (!inFolder) {
      state.addSavepoint(run, savepoint);
    }
  }

  private static boolean isUnreachable(AutoCdcException failure) {
    return failure.problems().get(0).code() == ErrorCode.CLUSTER_UNREACHABLE;
  }

  private AutoCdcException unreachable(SubmittedJob job, Path runFolder, AutoCdcException cause) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.CLUSTER_UNREACHABLE,
            "nobody can tell whether the " + job + " still runs pipeline '" + pipeline + "'",
            cause.problems().get(0).why() + "; two jobs would write the same tables",
            "run again when the cluster can be reached; if it is gone for good, remove "
                + SubmittedJob.file(runFolder)
                + ": a run then goes on from its newest checkpoint, or says what is missing"),
        cause);
  }

  private AutoCdcException notEnded(SubmittedJob job) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.ALREADY_RUNNING,
            "the " + job + " runs pipeline '" + pipeline + "' and could not be ended",
            "two jobs would write the same tables",
            "run again, or end it with 'flink cancel' first"));
  }

  private AutoCdcException stillRunning(SubmittedJob job, Path savepoint) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.ALREADY_RUNNING,
            "the " + job + " runs pipeline '" + pipeline + "'",
            "its tables are ahead of the savepoint " + savepoint,
            "leave -s out to take the job over, or stop it with 'flink stop'"));
  }

  private AutoCdcException unknownEnd(Path runFolder) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.STATE_MISSING,
            "tables of pipeline '"
                + pipeline
                + "' may hold more than any saved state: the run in "
                + runFolder
                + " was on a cluster and has left no checkpoint there",
            "its job may have ended with a savepoint elsewhere, and nobody can tell any more",
            "copy the folder of that savepoint into "
                + runFolder
                + ", or name it with 'flink run -s SAVEPOINT'. If there is none, fill all tables"
                + " anew with './autocdc refresh --full'. Only if the job has surely ended before"
                + " its first checkpoint: remove "
                + SubmittedJob.file(runFolder)
                + " and "
                + SubmittedJob.mark(runFolder)));
  }
}
