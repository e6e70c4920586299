// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.compile.CompiledPipeline;
import io.autocdc.jobs.compile.Generations;
import io.autocdc.spi.SnapshotRefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a pipeline: continues from what the run before left, and leaves a savepoint for the
 * next.
 */
public final class PipelineRun {

  /** How often a run goes on from a savepoint behind which its job could not stop. */
  private static final int MOST_ATTEMPTS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(PipelineRun.class);

  private static final long CLEANING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Adds the operators of a pipeline to a job. */
  @FunctionalInterface
  public interface Compiler {
    /**
     * @param stopBefore by the name of a source of snapshots: the first snapshot that is left alone
     */
    CompiledPipeline compile(
        StreamExecutionEnvironment env, Generations generations, Map<String, String> stopBefore);
  }

  /** Decides what of the saved state to go on with; it is given the manifest of that, if any. */
  @FunctionalInterface
  interface StatePlanner {
    StatePlan plan(Optional<Manifest> before);
  }

  private final String pipeline;
  private final RunOptions options;
  private final StatePlanner planner;
  private final Compiler compiler;
  private final StopRequest stop;
  private final RunListener listener;
  private final StateFolder state;

  /** What the user wants to go on from; it counts until the run has a restore point of its own. */
  private Optional<RestorePoint> requested = Optional.empty();

  /** Snapshots that were refused, by their source: the run stops before them. */
  private final Map<String, String> stopBefore = new TreeMap<>();

  PipelineRun(
      String pipeline,
      RunOptions options,
      StatePlanner planner,
      Compiler compiler,
      StopRequest stop,
      RunListener listener) {
    this.pipeline = pipeline;
    this.options = options;
    this.planner = planner;
    this.compiler = compiler;
    this.stop = stop;
    this.listener = listener;
    this.state = new StateFolder(options.warehouse(), pipeline);
  }

  /**
   * What a run did.
   *
   * @param compiled names of flows and expectations
   * @param counts final counts
   * @param continued true if it continued an earlier run
   * @param duration from its start to its end
   */
  record Outcome(
      CompiledPipeline compiled, RunCounts counts, boolean continued, Duration duration) {}

  /**
   * Runs to the end of the input, or until asked to stop.
   *
   * @throws AutoCdcException if the run failed; state and tables are as of the last checkpoint
   */
  Outcome run() throws InterruptedException {
    long started = System.nanoTime();
    options.target().check(options);
    try (PipelineLock lock = PipelineLock.acquire(state.lockFile(), pipeline);
        JobTarget.Log log = options.target().openLog(state.logFile())) {
      return runLocked(started);
    }
  }

  /**
   * Submits a job that goes on by itself, and looks after it no more.
   *
   * @throws AutoCdcException if it cannot be submitted
   */
  void submit() throws InterruptedException {
    options.target().check(options);
    try (PipelineLock lock = PipelineLock.acquire(state.lockFile(), pipeline);
        JobTarget.Log log = options.target().openLog(state.logFile())) {
      Attempt attempt = newAttempt();
      attempt.submit();
      SubmittedJob job = SubmittedJob.read(attempt.folder).orElseThrow();
      listener.note(
          "submitted the "
              + job
              + "; to end it: flink stop --savepointPath "
              + FlinkPaths.inShell(attempt.folder)
              + " "
              + job.id().toHexString());
    } finally {
      state.deleteTemporaryFolder();
    }
  }

  private Attempt newAttempt() throws InterruptedException {
    requested = takeOver(options.target().requestedSavepoint());
    return new Attempt();
  }

  private Outcome runLocked(long started) throws InterruptedException {
    try {
      Attempt attempt = newAttempt();
      boolean continued = attempt.restorePoint.isPresent();
      List<Problem> refused = new ArrayList<>();
      for (int i = 1; ; i++) {
        try {
          RunCounts counts = attempt.execute();
          if (!refused.isEmpty()) {
            throw new AutoCdcException(refused);
          }
          return new Outcome(
              attempt.compiled, counts, continued, Duration.ofNanos(System.nanoTime() - started));
        } catch (SnapshotRefusedException e) {
          // A snapshot further ahead can be refused before an earlier one is.
          if (!options.triggered() || e.snapshot().equals(stopBefore.get(e.source()))) {
            throw e;
          }
          refused.addAll(e.problems());
          stopBefore.put(e.source(), e.snapshot());
          listener.note("applying what comes before the snapshot '" + e.snapshot() + "'");
          attempt = new Attempt();
        } catch (PipelineJob.UnfinishedException e) {
          if (i == MOST_ATTEMPTS) {
            throw describe(e);
          }
          listener.note(e.getMessage() + "; going on from its savepoint");
          attempt = new Attempt();
        }
      }
    } finally {
      state.deleteTemporaryFolder();
    }
  }

  private Optional<RestorePoint> takeOver(Optional<Path> requested) throws InterruptedException {
    return new TakeOver(
            state, pipeline, options.warehouse(), options.target().clientOptions(options), listener)
        .run(requested);
  }

  private AutoCdcException describe(Throwable failure) {
    return options.target().outlivesProgram() && RunFailures.missesFolder(failure)
        ? RunFailures.warehouseNotShared(options.warehouse(), RunFailures.reason(failure), failure)
        : RunFailures.describe(pipeline, failure);
  }

  /** One job. */
  private final class Attempt {

    private final Optional<RestorePoint> restorePoint =
        Stream.concat(state.newestRestorePoint().stream(), requested.stream())
            .max(Comparator.comparingLong(RestorePoint::checkpointId));
    private final StatePlan plan =
        planner.plan(restorePoint.flatMap(point -> Manifest.read(state.runFolder(point.run()))));
    private final int number = state.startRun();
    private final Path folder = state.runFolder(number);
    private CompiledPipeline compiled;
    private long cleaned = System.nanoTime();

    private RunCounts execute() throws InterruptedException, PipelineJob.UnfinishedException {
      JobClient client = submit();
      Watcher watcher = new Watcher(client);
      try {
        PipelineJob job =
            new PipelineJob(
                client, compiled.sourceParallelism(), options.triggered(), stop, watcher);
        RunCounts counts = job.await(folder);
        // Whoever has stopped it may have put its savepoint elsewhere.
        takeOver(Optional.empty());
        requireSavepoint();
        state.deleteRunsBefore(number);
        return counts;
      } catch (PipelineJob.UnfinishedException e) {
        SubmittedJob.forget(folder);
        throw e;
      } catch (ExecutionException e) {
        requireEnd(e.getCause());
        SubmittedJob.read(folder)
            .ifPresent(
                job -> {
                  throw RunFailures.jobGone(job, e.getCause());
                });
        throw watcher.withoutSlots
            ? RunFailures.notEnoughSlots(pipeline, e.getCause())
            : describe(e.getCause());
      }
    }

    /**
     * @throws AutoCdcException if there is no job
     */
    private JobClient submit() {
      plan.notes().forEach(listener::note);
      plan.manifest().write(folder);
      try {
        Configuration configuration =
            options
                .target()
                .configuration(options, folder, state.emptyTemporaryFolder(), restorePoint);
        Optional<SubmittedJob> remembered =
            options.target().address().map(address -> new SubmittedJob(address, new JobID()));
        remembered.ifPresent(
            job ->
                configuration.set(
                    PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, job.id().toHexString()));
        StreamExecutionEnvironment env = options.target().environment(configuration);
        compiled = compiler.compile(env, plan.manifest().generations(), stopBefore);
        Configuration restore = new Configuration();
        restore.set(
            StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE,
            plan.leavesState() || compiled.readsAnew());
        env.configure(restore);
        StreamGraph graph = env.getStreamGraph();
        graph.setJobName(pipeline);
        if (requested.isPresent() && restorePoint.equals(requested)) {
          RequestedSavepoint.requireStateOf(graph, requested.get().folder(), pipeline);
        }
        options.target().prepare(env, graph, configuration, listener);
        remembered.ifPresent(job -> job.write(folder));
        return env.executeAsync(graph);
      } catch (Exception | OutOfMemoryError e) {
        requireEnd(e);
        // A cluster that has refused a job will not start it later.
        if (RunFailures.find(e, RestClientException.class).isPresent()) {
          SubmittedJob.forget(folder);
        }
        throw describe(e);
      }
    }

    /**
     * Forgets the job if the cluster says that it has ended.
     *
     * @throws AutoCdcException CLUSTER_UNREACHABLE if it goes on, or may do so
     */
    private void requireEnd(Throwable failure) {
      Optional<SubmittedJob> submitted = SubmittedJob.read(folder);
      if (submitted.isEmpty()) {
        return;
      }
      SubmittedJob job = submitted.get();
      Optional<JobStatus> status;
      try (ClusterRest cluster = rest(job)) {
        status = cluster.status(job.id());
        if (status.filter(JobStatus::isGloballyTerminalState).isPresent()) {
          TakeOver.settle(state, number, job, status.get(), cluster);
        }
      } catch (AutoCdcException e) {
        throw RunFailures.lostContact(job, e);
      }
      if (status.isPresent() && !status.get().isGloballyTerminalState()) {
        throw RunFailures.lostContact(job, failure);
      }
    }

    /** Removes what older runs left as soon as this one can stand alone. */
    private final class Watcher implements RunListener {

      private final JobClient client;
      private boolean withoutSlots;

      Watcher(JobClient client) {
        this.client = client;
      }

      @Override
      public void progressed(RunCounts counts) {
        listener.progressed(counts);
        if (System.nanoTime() - cleaned > CLEANING_NANOS) {
          state.deleteRunsBefore(number);
          cleaned = System.nanoTime();
        }
      }

      @Override
      public void restarting() {
        if (state.newestRestorePoint(number).isEmpty() && lacksSlots()) {
          withoutSlots = true;
          client.cancel();
        } else {
          listener.restarting();
        }
      }

      @Override
      public void note(String text) {
        listener.note(text);
      }
    }

    /** A job that has never had slots is given up: it would wait for them again and again. */
    private boolean lacksSlots() {
      Optional<SubmittedJob> job = SubmittedJob.read(folder);
      if (job.isEmpty()) {
        return false;
      }
      try (ClusterRest cluster = rest(job.get())) {
        return cluster.lacksSlots(job.get().id());
      } catch (AutoCdcException e) {
        LOG.warn("cannot ask why the job is started again", e);
        return false;
      }
    }

    private ClusterRest rest(SubmittedJob job) {
      return new ClusterRest(job.address(), options.target().clientOptions(options));
    }

    private void requireSavepoint() {
      if (state.newestRestorePoint(number).isEmpty()) {
        throw new AutoCdcException(
            Problem.error(
                null,
                ErrorCode.INTERNAL,
                "the job of pipeline '" + pipeline + "' ended without a savepoint in " + folder,
                "its sources must stay open until the run stops them",
                "run again with --debug and report what it prints"));
      }
    }
  }
}
