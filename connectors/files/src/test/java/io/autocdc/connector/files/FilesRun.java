// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.Source;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.spi.InvalidRows;
import io.autocdc.spi.RunSignals;
import io.autocdc.spi.SnapshotEnds;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;

/** One job that reads one source and collects what it gives. */
final class FilesRun {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger RUNS = new AtomicInteger();

  private static final List<FilesRun> STARTED = new CopyOnWriteArrayList<>();

  private final String name = "run-" + RUNS.incrementAndGet();
  private final Source source;
  private final int parallelism;
  private final JobClient job;

  /**
   * @param savepoint where an earlier run stopped; null for none
   * @param rowsBeforeFailure rows of a subtask after which the first attempt fails; zero for never
   */
  FilesRun(
      Source source,
      Path project,
      boolean triggered,
      int parallelism,
      String savepoint,
      int rowsBeforeFailure)
      throws Exception {
    this(source, project, triggered, parallelism, savepoint, rowsBeforeFailure, null);
  }

  private FilesRun(
      Source source,
      Path project,
      boolean triggered,
      int parallelism,
      String savepoint,
      int rowsBeforeFailure,
      String stopBefore)
      throws Exception {
    this.source = source;
    Configuration config = new Configuration();
    config.set(PipelineOptions.OBJECT_REUSE, true);
    config.set(PipelineOptions.GENERIC_TYPES, false);
    config.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    int restarts = rowsBeforeFailure > 0 ? 1 : 0;
    config.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, restarts);
    config.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
    if (savepoint != null) {
      config.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
    env.setParallelism(parallelism);
    env.setMaxParallelism(16);
    env.enableCheckpointing(100, CheckpointingMode.EXACTLY_ONCE);
    SourceStreams streams =
        new FilesConnector()
            .connect(
                source,
                new SourceContext(
                    env,
                    project,
                    triggered,
                    false,
                    1,
                    stopBefore,
                    List.of("id"),
                    false,
                    "test",
                    "source-" + source.name()));
    DataStream<RowData> rows = streams.rows();
    this.parallelism = rows.getParallelism();
    RowType type = source.visibleSchema().toRowType();
    collect(rows.map(new ToJson(type, rowsBeforeFailure)).uid("json"), name + "-rows");
    MapFunction<RowData, String> describe =
        row ->
            InvalidRows.source(row)
                + " | "
                + InvalidRows.message(row)
                + " | "
                + InvalidRows.raw(row);
    collect(streams.invalid().map(describe).returns(Types.STRING).uid("text"), name + "-invalid");
    if (streams.snapshots() != null) {
      MapFunction<RowData, String> end =
          row ->
              SnapshotEnds.number(row)
                  + (SnapshotEnds.isWhole(row) ? " whole " : " given up ")
                  + SnapshotEnds.name(row)
                  + " version "
                  + (row.isNullAt(SnapshotEnds.VERSION) ? null : row.getLong(SnapshotEnds.VERSION))
                  + ", rows "
                  + SnapshotEnds.rows(row);
      collect(streams.snapshots().map(end).returns(Types.STRING).uid("end-text"), name + "-ends");
    }
    if (source.watermark() != null) {
      collect(
          rows.keyBy(row -> 0, Types.INT)
              .process(new FiredTimers())
              .returns(Types.STRING)
              .uid("timers"),
          name + "-fired");
    }
    this.job = env.executeAsync();
    STARTED.add(this);
  }

  static FilesRun triggered(Source source, Path project, int parallelism, String savepoint)
      throws Exception {
    return new FilesRun(source, project, true, parallelism, savepoint, 0);
  }

  /**
   * Reads snapshots, whose versions are numbers.
   *
   * @param slowly true to take a millisecond for each row
   * @param stopBefore the first snapshot that is left alone; null to read all
   */
  static FilesRun ofSnapshots(
      Source source, Path project, String savepoint, boolean slowly, String stopBefore)
      throws Exception {
    int rowsBeforeFailure = slowly ? Integer.MAX_VALUE : 0;
    return new FilesRun(source, project, true, 1, savepoint, rowsBeforeFailure, stopBefore);
  }

  /** The ends of snapshots. */
  List<String> ends() {
    return Collected.get(name + "-ends");
  }

  List<String> rows() {
    return Collected.get(name + "-rows");
  }

  List<String> invalid() {
    return Collected.get(name + "-invalid");
  }

  /** Event times of rows that the watermark has passed, if the source declares one. */
  List<String> fired() {
    return Collected.get(name + "-fired");
  }

  /** Waits until every subtask has said that it has read its input. */
  FilesRun awaitInputRead() throws Exception {
    await(() -> parallelism == signals());
    return this;
  }

  int signals() {
    try {
      Map<String, Object> accumulators = job.getAccumulators().get(10, TimeUnit.SECONDS);
      return (Integer) accumulators.getOrDefault(RunSignals.inputRead(source.name()), 0);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Stops the job with a savepoint and gives its path. A source can be through its input before the
   * last operator behind it has started, and Flink refuses savepoints until then.
   */
  String stop(Path folder) throws Exception {
    AtomicReference<String> savepoint = new AtomicReference<>();
    await(
        () -> {
          savepoint.set(tryToStop(folder));
          return savepoint.get() != null;
        });
    job.getJobExecutionResult().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return savepoint.get();
  }

  private String tryToStop(Path folder) {
    try {
      return job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      boolean notStarted = e.getMessage().contains("Not all required tasks are currently running");
      if (notStarted) {
        return null;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Cancels what a test has left running, so that its slots are free. */
  static void cancelAll() throws Exception {
    for (FilesRun run : STARTED) {
      if (!run.job.getJobStatus().get(10, TimeUnit.SECONDS).isGloballyTerminalState()) {
        run.job.cancel().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        run.job.getJobExecutionResult().handle((r, e) -> r).get(10, TimeUnit.SECONDS);
      }
    }
    STARTED.clear();
  }

  /** Waits for a condition, and no longer if the job has failed. */
  void await(BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      JobStatus status = job.getJobStatus().get(10, TimeUnit.SECONDS);
      if (status.isGloballyTerminalState()) {
        job.getJobExecutionResult().get(10, TimeUnit.SECONDS);
        throw new AssertionError("the job ended early: " + status);
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("nothing after " + PATIENCE + "; rows: " + rows().size());
      }
      Thread.sleep(20);
    }
  }

  private static void collect(DataStream<String> texts, String name) {
    texts
        .global()
        .process(new Collected(name))
        .returns(Types.VOID)
        .setParallelism(1)
        .uid(name.replaceAll("run-\\d+-", ""));
  }

  /** Rows as JSON; fails once, if asked to, when a checkpoint lies behind it or not. */
  private static final class ToJson extends RichMapFunction<RowData, String> {

    private static final long serialVersionUID = 1L;

    private final RowType type;
    private final int rowsBeforeFailure;
    private transient JsonRowWriter writer;
    private transient int rows;

    ToJson(RowType type, int rowsBeforeFailure) {
      this.type = type;
      this.rowsBeforeFailure = rowsBeforeFailure;
    }

    @Override
    public void open(OpenContext context) {
      writer = JsonRowWriter.of(type);
    }

    @Override
    public String map(RowData row) throws Exception {
      boolean firstAttempt = getRuntimeContext().getTaskInfo().getAttemptNumber() == 0;
      if (rowsBeforeFailure > 0 && firstAttempt) {
        Thread.sleep(1); // Lets checkpoints fall between the rows of a file.
        if (++rows == rowsBeforeFailure) {
          throw new IllegalStateException("failure that the test asked for");
        }
      }
      return writer.write(row);
    }
  }

  /** Tells for every row when the watermark has passed it. */
  private static final class FiredTimers extends KeyedProcessFunction<Integer, RowData, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(RowData row, Context context, Collector<String> out) {
      if (context.timestamp() != null) {
        context.timerService().registerEventTimeTimer(context.timestamp());
      }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
      out.collect(String.valueOf(timestamp));
    }
  }
}
