// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.nio.file.Path;
import java.time.Duration;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches a submitted job until it has stopped with a savepoint, or has failed. */
final class PipelineJob {

  private static final Logger LOG = LoggerFactory.getLogger(PipelineJob.class);

  private static final long SHORTEST_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Looking at a large job costs more; this part of the time may go into it. */
  private static final long POLL_COST_FACTOR = 20;

  /** Shorter than a restart takes, so that none is missed. */
  private static final long LONGEST_POLL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final JobClient client;
  private final Map<String, Integer> sourceParallelism;
  private final boolean triggered;
  private final StopRequest stop;
  private final RunListener listener;
  private final CompletableFuture<JobExecutionResult> result;
  private RunCounts counts = RunCounts.NONE;
  private boolean restarting;
  private boolean stopping;

  /**
   * @param sourceParallelism subtasks of each source, by its name
   */
  PipelineJob(
      JobClient client,
      Map<String, Integer> sourceParallelism,
      boolean triggered,
      StopRequest stop,
      RunListener listener) {
    this.client = client;
    this.sourceParallelism = sourceParallelism;
    this.triggered = triggered;
    this.stop = stop;
    this.listener = listener;
    this.result = client.getJobExecutionResult();
  }

  /** The job has ended, but the run has not: it must go on from the newest restore point. */
  static final class UnfinishedException extends Exception {

    private static final long serialVersionUID = 1L;

    private UnfinishedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Ends a job of another process with a savepoint. If that cannot be done in time, as when it has
   * no slots, it is cancelled: its checkpoints stay.
   */
  static void end(JobClient client, Path savepointFolder, Duration patience, RunListener listener)
      throws InterruptedException {
    PipelineJob job = new PipelineJob(client, Map.of(), false, new StopRequest(), listener);
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      while (!job.result.isDone()) {
        if (System.nanoTime() > deadline) {
          job.cancel();
          listener.note("it could not make a savepoint, and was cancelled");
          return;
        }
        job.stopWithSavepoint(savepointFolder);
        job.waitForResult(RETRY_NANOS);
      }
    } catch (UnfinishedException e) {
      LOG.warn("cancelled behind its savepoint", e);
    }
  }

  /**
   * Waits for the end of the input, or for a request to stop, and stops the job with a savepoint.
   *
   * @param savepointFolder where the savepoint goes
   * @return the final counts
   * @throws ExecutionException if the job failed
   * @throws UnfinishedException if the run must go on with another job
   */
  RunCounts await(Path savepointFolder)
      throws ExecutionException, InterruptedException, UnfinishedException {
    while (!result.isDone()) {
      long started = System.nanoTime();
      look();
      if (stop.isRequested() || (triggered && counts.inputRead(sourceParallelism))) {
        stopping = true;
        stopWithSavepoint(savepointFolder);
      }
      long cost = System.nanoTime() - started;
      waitForResult(
          Math.min(LONGEST_POLL_NANOS, Math.max(SHORTEST_POLL_NANOS, cost * POLL_COST_FACTOR)));
    }
    counts = RunCounts.of(result.get().getAllAccumulatorResults());
    if (stopping && !stop.isRequested() && !counts.inputRead(sourceParallelism)) {
      // What a client hears of a cluster may be older than a failure.
      throw new UnfinishedException("the job failed just before it was stopped", null);
    }
    return counts;
  }

  private void look() throws InterruptedException {
    try {
      Map<String, Object> accumulators = client.getAccumulators().get();
      counts = RunCounts.of(accumulators);
      listener.progressed(counts);
      boolean wasRestarting = restarting;
      restarting = client.getJobStatus().get() == JobStatus.RESTARTING;
      if (restarting && !wasRestarting) {
        listener.restarting();
      }
    } catch (ExecutionException | IllegalStateException e) {
      // The job is about to end; its result tells how.
    }
  }

  /** Returns without a savepoint if the job is restarting just now: the caller tries again. */
  private void stopWithSavepoint(Path folder) throws InterruptedException, UnfinishedException {
    try {
      client.stopWithSavepoint(false, FlinkPaths.of(folder), SavepointFormatType.CANONICAL).get();
      result.get();
    } catch (ExecutionException | CompletionException | IllegalStateException e) {
      if (RunFailures.find(e, StopWithSavepointStoppingException.class).isPresent()) {
        cancel();
        throw new UnfinishedException("the job could not stop", e);
      }
      if (!result.isDone()) {
        LOG.warn("cannot stop with a savepoint yet", e);
      }
    }
  }

  /** At once, before the job can go on from the checkpoint before the savepoint. */
  private void cancel() throws InterruptedException {
    try {
      client.cancel().get();
      result.get();
    } catch (ExecutionException | IllegalStateException e) {
      LOG.warn("cancelled", e);
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
