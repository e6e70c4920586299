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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * One run of a pipeline in this process: continues from what the run before left, and leaves a
 * savepoint for the next.
 */
public final class PipelineRun {

  /** How often a run goes on from a savepoint behind which its job could not stop. */
  private static final int MOST_ATTEMPTS = 3;

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
    try (PipelineLock lock = PipelineLock.acquire(state.lockFile(), pipeline);
        RunLog log = RunLog.toFile(state.logFile())) {
      return runLocked(started);
    }
  }

  private Outcome runLocked(long started) throws InterruptedException {
    try {
      Attempt attempt = new Attempt();
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
        } catch (PipelineJob.NotStoppedException e) {
          if (i == MOST_ATTEMPTS) {
            throw RunFailures.describe(pipeline, e);
          }
          listener.note("the job could not stop; going on from its savepoint");
          attempt = new Attempt();
        }
      }
    } finally {
      state.deleteTemporaryFolder();
    }
  }

  /** One job. */
  private final class Attempt {

    private final Optional<RestorePoint> restorePoint = state.newestRestorePoint();
    private final StatePlan plan =
        planner.plan(restorePoint.flatMap(point -> Manifest.read(state.runFolder(point.run()))));
    private final int number = state.startRun();
    private final Path folder = state.runFolder(number);
    private CompiledPipeline compiled;
    private long cleaned = System.nanoTime();

    private RunCounts execute() throws InterruptedException, PipelineJob.NotStoppedException {
      plan.notes().forEach(listener::note);
      plan.manifest().write(folder);
      try {
        JobClient client = submit();
        PipelineJob job =
            new PipelineJob(client, compiled, options.triggered(), stop, cleaningListener());
        RunCounts counts = job.await(folder);
        requireSavepoint();
        state.deleteRunsBefore(number);
        return counts;
      } catch (ExecutionException e) {
        throw RunFailures.describe(pipeline, e.getCause());
      }
    }

    private JobClient submit() throws ExecutionException {
      try {
        Configuration configuration =
            LocalCluster.configuration(options, folder, state.emptyTemporaryFolder(), restorePoint);
        StreamExecutionEnvironment env =
            StreamExecutionEnvironment.createLocalEnvironment(configuration);
        compiled = compiler.compile(env, plan.manifest().generations(), stopBefore);
        Configuration restore = new Configuration();
        restore.set(
            StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE,
            plan.leavesState() || compiled.readsAnew());
        env.configure(restore);
        StreamGraph graph = env.getStreamGraph();
        graph.setJobName(pipeline);
        env.configure(NetworkMemory.forJob(graph, configuration));
        return env.executeAsync(graph);
      } catch (Exception e) {
        throw new ExecutionException(e);
      }
    }

    /** Removes what older runs left as soon as this one can stand alone. */
    private RunListener cleaningListener() {
      return new RunListener() {
        @Override
        public void progressed(RunCounts counts) {
          listener.progressed(counts);
          if (System.nanoTime() - cleaned > CLEANING_NANOS) {
            state.deleteRunsBefore(number);
            cleaned = System.nanoTime();
          }
        }

        @Override
        public void note(String text) {
          listener.note(text);
        }
      };
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
