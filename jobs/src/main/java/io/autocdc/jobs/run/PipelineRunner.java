// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.PipelineCompiler;
import io.autocdc.jobs.compile.TargetRemoval;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;

/**
 * Runs the pipelines of a project: triggered ones one after the other in the order of their names,
 * continuous ones all at once.
 */
public final class PipelineRunner {

  private final RunOptions options;
  private final CompileOptions compileOptions;
  private final StopRequest stop;
  private final PrintStream err;
  private final boolean terminal;

  /**
   * @param stop ends runs
   * @param err where progress goes
   * @param terminal true if that is a terminal
   */
  public PipelineRunner(
      RunOptions options,
      CompileOptions compileOptions,
      StopRequest stop,
      PrintStream err,
      boolean terminal) {
    this.options = options;
    this.compileOptions = compileOptions;
    this.stop = stop;
    this.err = err;
    this.terminal = terminal;
  }

  /**
   * Runs all; a failure of one triggered run keeps those behind it from starting, a failure of one
   * continuous run stops the others.
   *
   * <p>Where jobs are detached, all are submitted and none is waited for.
   *
   * @param finished takes the summary of each pipeline as soon as it has stopped
   * @throws AutoCdcException the first failure
   */
  public void run(List<Pipeline> pipelines, Consumer<RunSummary> finished)
      throws InterruptedException {
    try {
      runOrdered(pipelines, finished);
    } catch (AutoCdcException e) {
      // What a connector or Flink has to say may have options of sources in it.
      throw e.hiding(compileOptions.reporting().secrets());
    }
  }

  private void runOrdered(List<Pipeline> pipelines, Consumer<RunSummary> finished)
      throws InterruptedException {
    JobOptions.requireParallelism(options);
    List<Pipeline> ordered =
        pipelines.stream().sorted(Comparator.comparing(Pipeline::name)).toList();
    if (options.target().isDetached()) {
      for (Pipeline pipeline : ordered) {
        submit(pipeline);
      }
    } else if (options.triggered() || ordered.size() == 1) {
      for (Pipeline pipeline : ordered) {
        if (!stop.isRequested()) {
          finished.accept(run(pipeline, terminal));
        }
      }
    } else {
      runTogether(ordered, finished);
    }
  }

  /**
   * A job of an earlier run goes on if this one would be refused.
   *
   * @throws AutoCdcException as the compilation of the pipeline does
   */
  private void rehearseIfJobIsLeft(Pipeline pipeline) {
    StateFolder state = new StateFolder(options.warehouse(), pipeline.name());
    SortedMap<Integer, Path> left = state.runsWithJobs();
    if (left.isEmpty()) {
      return;
    }
    StatePlan plan = plan(pipeline, Manifest.read(left.get(left.lastKey())));
    Path scratch = null;
    try {
      scratch = Files.createTempDirectory("autocdc-rehearsal");
      PipelineCompiler.rehearse(
          pipeline,
          StreamExecutionEnvironment.getExecutionEnvironment(new Configuration()),
          compileOptions.with(plan.manifest().generations(), Map.of()),
          scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (scratch != null) {
        FileUtils.deleteDirectoryQuietly(scratch.toFile());
      }
    }
  }

  private RunSummary run(Pipeline pipeline, boolean refreshedLine) throws InterruptedException {
    rehearseIfJobIsLeft(pipeline);
    try (ProgressPrinter progress = progress(pipeline, refreshedLine)) {
      return RunSummary.of(pipeline, newRun(pipeline, progress).run());
    }
  }

  private void submit(Pipeline pipeline) throws InterruptedException {
    rehearseIfJobIsLeft(pipeline);
    try (ProgressPrinter progress = progress(pipeline, false)) {
      newRun(pipeline, progress).submit();
    }
  }

  private ProgressPrinter progress(Pipeline pipeline, boolean refreshedLine) {
    List<String> flows = pipeline.flows().stream().map(Flow::name).toList();
    return new ProgressPrinter(pipeline.name(), flows, err, refreshedLine, System::nanoTime);
  }

  private PipelineRun newRun(Pipeline pipeline, RunListener progress) {
    CompileOptions ofRun = compileOptions.forNewRun();
    return new PipelineRun(
        pipeline.name(),
        options,
        before -> plan(pipeline, before),
        (env, generations, stopBefore) ->
            PipelineCompiler.compile(pipeline, env, ofRun.with(generations, stopBefore)),
        stop,
        progress);
  }

  /**
   * Removes targets with their quarantine tables, so that the next run fills them anew. Ends a job
   * that an earlier run has left on a cluster. If the next run would be refused, nothing is
   * removed.
   *
   * @param targets targets of the pipeline; those that do not exist are fine
   * @throws AutoCdcException TARGET_NOT_OURS, TARGET_OWNED, ALREADY_RUNNING, NOT_AVAILABLE
   */
  public void forget(Pipeline pipeline, Set<TableName> targets) throws InterruptedException {
    JobOptions.requireParallelism(options);
    options.target().check(options);
    StateFolder state = new StateFolder(options.warehouse(), pipeline.name());
    try (PipelineLock lock = PipelineLock.acquire(state.lockFile(), pipeline.name());
        ProgressPrinter progress = progress(pipeline, false);
        Catalogs catalogs = new Catalogs(compileOptions.catalogs())) {
      TakeOver takeOver =
          new TakeOver(
              state,
              pipeline.name(),
              options.warehouse(),
              options.target().clientOptions(options),
              progress);
      boolean all = pipeline.flows().stream().allMatch(flow -> targets.contains(flow.target()));
      if (all) {
        takeOver.endAll();
      } else {
        takeOver.run(Optional.empty());
      }
      TargetRemoval removal = new TargetRemoval(pipeline.name(), catalogs);
      Problems problems = new Problems();
      targets.forEach(target -> removal.check(target, problems));
      problems.throwIfErrors();
      plan(pipeline, state.newestManifest(), new ExistingTables(catalogs, targets));
      targets.forEach(removal::remove);
      if (all) {
        state.forgetDoubts();
      }
    }
  }

  private StatePlan plan(Pipeline pipeline, Optional<Manifest> before) {
    try (Catalogs catalogs = new Catalogs(compileOptions.catalogs())) {
      return plan(pipeline, before, new ExistingTables(catalogs, Set.of()));
    }
  }

  private StatePlan plan(Pipeline pipeline, Optional<Manifest> before, ExistingTables tables) {
    return StatePlan.of(pipeline, before, compileOptions.eventLogOf(pipeline), tables);
  }

  private void runTogether(List<Pipeline> pipelines, Consumer<RunSummary> finished)
      throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(pipelines.size());
    try {
      List<Future<RunSummary>> runs = new ArrayList<>();
      for (Pipeline pipeline : pipelines) {
        runs.add(threads.submit(stoppingAllOnFailure(pipeline)));
      }
      RuntimeException first = null;
      for (Future<RunSummary> run : runs) {
        try {
          finished.accept(run.get());
        } catch (ExecutionException e) {
          RuntimeException failure =
              e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
          if (first == null) {
            first = failure;
          } else {
            first.addSuppressed(failure);
          }
        }
      }
      if (first != null) {
        throw first;
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Callable<RunSummary> stoppingAllOnFailure(Pipeline pipeline) {
    return () -> {
      try {
        return run(pipeline, false);
      } catch (RuntimeException | InterruptedException e) {
        stop.request();
        throw e;
      }
    };
  }
}
