// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.jobs.compile.CompiledPipeline;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.scheduler.stopwithsavepoint.StopWithSavepointStoppingException;

/** Watches a submitted job until it has stopped with a savepoint, or has failed. */
final class PipelineJob {

  private static final long SHORTEST_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Looking at a large job costs more; this part of the time may go into it. */
  private static final long POLL_COST_FACTOR = 20;

  private final JobClient client;
  private final CompiledPipeline pipeline;
  private final boolean triggered;
  private final StopRequest stop;
  private final RunListener listener;
  private final CompletableFuture<JobExecutionResult> result;
  private RunCounts counts = RunCounts.NONE;
  private boolean restarting;

  PipelineJob(
      JobClient client,
      CompiledPipeline pipeline,
      boolean triggered,
      StopRequest stop,
      RunListener listener) {
    this.client = client;
    this.pipeline = pipeline;
    this.triggered = triggered;
    this.stop = stop;
    this.listener = listener;
    this.result = client.getJobExecutionResult();
  }

  /** The job made its savepoint, but could not stop behind it. It is cancelled now. */
  static final class NotStoppedException extends Exception {

    private static final long serialVersionUID = 1L;

    private NotStoppedException(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Waits for the end of the input, or for a request to stop, and stops the job with a savepoint.
   *
   * @param savepointFolder where the savepoint goes
   * @return the final counts
   * @throws ExecutionException if the job failed
   * @throws NotStoppedException if the run must go on from the savepoint that was made
   */
  RunCounts await(Path savepointFolder)
      throws ExecutionException, InterruptedException, NotStoppedException {
    while (!result.isDone()) {
      long started = System.nanoTime();
      look();
      if (stop.isRequested() || (triggered && counts.inputRead(pipeline.sourceParallelism()))) {
        stopWithSavepoint(savepointFolder);
      }
      long cost = System.nanoTime() - started;
      waitForResult(Math.max(SHORTEST_POLL_NANOS, cost * POLL_COST_FACTOR));
    }
    return RunCounts.of(result.get().getAllAccumulatorResults());
  }

  private void look() throws InterruptedException {
    try {
      Map<String, Object> accumulators = client.getAccumulators().get();
      counts = RunCounts.of(accumulators);
      listener.progressed(counts);
      boolean wasRestarting = restarting;
      restarting = client.getJobStatus().get() == JobStatus.RESTARTING;
      if (restarting && !wasRestarting) {
        listener.note("starting again from the last checkpoint");
      }
    } catch (ExecutionException | IllegalStateException e) {
      // The job is about to end; its result tells how.
    }
  }

  /** Returns without a savepoint if the job is restarting just now: the caller tries again. */
  private void stopWithSavepoint(Path folder) throws InterruptedException, NotStoppedException {
    try {
      client.stopWithSavepoint(false, FlinkPaths.of(folder), SavepointFormatType.CANONICAL).get();
      result.get();
    } catch (ExecutionException | CompletionException | IllegalStateException e) {
      if (RunFailures.find(e, StopWithSavepointStoppingException.class).isPresent()) {
        cancel();
        throw new NotStoppedException(e);
      }
      if (!result.isDone()) {
        RunLog.warn("cannot stop with a savepoint yet", e);
      }
    }
  }

  /** At once, before the job can go on from the checkpoint before the savepoint. */
  private void cancel() throws InterruptedException {
    try {
      client.cancel().get();
      result.get();
    } catch (ExecutionException | IllegalStateException e) {
      RunLog.warn("cancelled", e);
    }
  }

  private void waitForResult(long nanos) throws InterruptedException {
    try {
      result.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // Time to look again.
    } catch (ExecutionException e) {
      // The loop ends, and the failure is thrown behind it.
    }
  }
}
