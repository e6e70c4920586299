// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.compile.CompiledPipeline;
import io.autocdc.spi.FlowCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PipelineRunITCase {

  private static final RunListener SILENT =
      new RunListener() {
        @Override
        public void progressed(RunCounts counts) {}

        @Override
        public void note(String text) {}
      };

  private final StopRequest stop = new StopRequest();

  @TempDir private Path warehouse;

  /** How a test makes its job. */
  private interface Job {
    CompiledPipeline compile(StreamExecutionEnvironment env);
  }

  private PipelineRun run(boolean triggered, Job job, String... options) {
    Map<String, String> flink = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      flink.put(options[i], options[i + 1]);
    }
    return new PipelineRun(
        "numbers",
        new RunOptions(warehouse, flink, 2, triggered, JobTarget.local()),
        before -> new StatePlan(new Manifest(Map.of(), Map.of(), Map.of()), false, List.of()),
        (env, generations, stopBefore) -> job.compile(env),
        stop,
        SILENT);
  }

  private static long upserted(PipelineRun.Outcome outcome) {
    return outcome.counts().counter(CountingJob.FLOW, FlowCounter.UPSERTED);
  }

  private List<String> stateFiles() throws IOException {
    try (Stream<Path> files = Files.list(warehouse.resolve(".autocdc").resolve("numbers"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("log"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aLaterRunReadsOnlyNewInputAndRemembersTheRest() throws Exception {
    CountingJob.reset(1_000);
    PipelineRun.Outcome first = run(true, CountingJob::compile).run();
    assertThat(CountingJob.COUNTS).isEqualTo(CountingJob.expectedCounts());
    assertThat(upserted(first)).isEqualTo(1_000);
    assertThat(first.continued()).isFalse();

    CountingJob.AVAILABLE.set(1_500);
    PipelineRun.Outcome second = run(true, CountingJob::compile).run();
    assertThat(CountingJob.COUNTS).isEqualTo(CountingJob.expectedCounts());
    assertThat(upserted(second)).isEqualTo(500);
    assertThat(second.continued()).isTrue();

    PipelineRun.Outcome third = run(true, CountingJob::compile).run();
    assertThat(upserted(third)).isZero();
    assertThat(CountingJob.COUNTS).isEqualTo(CountingJob.expectedCounts());
    assertThat(stateFiles()).containsExactly("000003", "lock");
  }

  @Test
  void aFailureInTheMiddleIsSurvivedWithoutLossOrRepetition() throws Exception {
    CountingJob.reset(20_000);
    CountingJob.FAILURE.set(new IllegalStateException("on purpose"));

    run(true, CountingJob::compile).run();

    assertThat(CountingJob.FAILURE.get()).isNull();
    assertThat(CountingJob.COUNTS).isEqualTo(CountingJob.expectedCounts());
  }

  @Test
  void theProblemOfAUserComesOutAsItWasThrown() {
    CountingJob.reset(1_000);
    Problem problem =
        Problem.error(null, ErrorCode.INVALID_ROW, "flow 'x': null key", "a row", "mend it");
    CountingJob.FAILURE.set(new AutoCdcException(problem));

    assertThatThrownBy(() -> run(true, CountingJob::compile, "restart-strategy.type", "none").run())
        .isInstanceOfSatisfying(
            AutoCdcException.class, e -> assertThat(e.problems()).containsExactly(problem));
  }

  @Test
  void anyOtherFailureIsOneLineWithItsCause() {
    CountingJob.reset(1_000);
    CountingJob.FAILURE.set(new IllegalStateException("disk on fire\nand more"));

    assertThatThrownBy(() -> run(true, CountingJob::compile, "restart-strategy.type", "none").run())
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e -> {
              Problem problem = e.problems().get(0);
              assertThat(problem.code()).isEqualTo(ErrorCode.RUN_FAILED);
              assertThat(problem.why()).isEqualTo("IllegalStateException: disk on fire");
            });
  }

  @Test
  void anOptionThatFlinkCannotReadIsAUsersFault() {
    CountingJob.reset(1);

    assertThatThrownBy(
            () ->
                run(true, CountingJob::compile, "execution.checkpointing.interval", "often").run())
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e -> {
              Problem problem = e.problems().get(0);
              assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_VALUE);
              assertThat(problem.what()).contains("'often'", "execution.checkpointing.interval");
            });
  }

  @Test
  void aRunAfterAFailedOneStartsWhereTheLastGoodOneEnded() throws Exception {
    CountingJob.reset(1_000);
    run(true, CountingJob::compile).run();
    CountingJob.AVAILABLE.set(2_000);
    CountingJob.FAILURE.set(new IllegalStateException("on purpose"));
    assertThatThrownBy(() -> run(true, CountingJob::compile, "restart-strategy.type", "none").run())
        .isInstanceOf(AutoCdcException.class);

    PipelineRun.Outcome outcome = run(true, CountingJob::compile).run();

    assertThat(outcome.continued()).isTrue();
    assertThat(upserted(outcome)).isEqualTo(1_000);
    assertThat(CountingJob.COUNTS).isEqualTo(CountingJob.expectedCounts());
  }

  @Test
  void stateThatHasNoPlaceInTheJobIsToldAsSuch() throws Exception {
    CountingJob.reset(100);
    run(true, CountingJob::compile).run();

    assertThatThrownBy(() -> run(true, env -> CountingJob.compile(env, 1, "-renamed")).run())
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ErrorCode.STATE_NOT_RESTORED);
              assertThat(e.getMessage())
                  .contains("query with a join")
                  .doesNotContain("operator", "Exception", "org.apache");
            });
  }

  @Test
  void aContinuousRunGoesOnUntilItIsStopped() throws Exception {
    CountingJob.reset(1_000);
    CompletableFuture<PipelineRun.Outcome> running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return run(false, CountingJob::compile).run();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    while (!CountingJob.COUNTS.equals(CountingJob.expectedCounts())) {
      assertThat(running).isNotDone();
      Thread.sleep(20);
    }
    assertThat(running).isNotDone();
    assertThatThrownBy(() -> run(true, CountingJob::compile).run())
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e -> {
              Problem problem = e.problems().get(0);
              assertThat(problem.code()).isEqualTo(ErrorCode.ALREADY_RUNNING);
              assertThat(problem.what()).contains(Long.toString(ProcessHandle.current().pid()));
            });

    stop.request();

    assertThat(upserted(running.get())).isEqualTo(1_000);
    assertThat(new StateFolder(warehouse, "numbers").newestRestorePoint()).isPresent();
  }

  @Test
  void manyFlowsFitIntoOneSmallCluster() throws Exception {
    CountingJob.reset(500);

    run(true, env -> CountingJob.compile(env, 40, "")).run();

    assertThat(CountingJob.COUNTS).isEqualTo(CountingJob.expectedCounts());
  }

  @Test
  void stateInRocksDbIsContinued() throws Exception {
    CountingJob.reset(1_000);
    run(true, CountingJob::compile, "state.backend.type", "rocksdb").run();
    CountingJob.AVAILABLE.set(1_001);

    run(true, CountingJob::compile, "state.backend.type", "rocksdb").run();

    assertThat(CountingJob.COUNTS).isEqualTo(CountingJob.expectedCounts());
  }
}
