// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.jobs.compile.CompiledPipeline;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.RunSignals;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.source.RichParallelSourceFunction;
import org.apache.flink.util.Collector;

/**
 * A pipeline in small: numbers come in, are counted by key in state, and the source says when all
 * that was there has been read. Tests in one process share {@link #AVAILABLE} and {@link #COUNTS}.
 */
final class CountingJob {

  static final String FLOW = "counting";
  static final int KEYS = 7;

  /** How many numbers the input has. */
  static final AtomicLong AVAILABLE = new AtomicLong();

  /** How often each key was counted, over all runs. */
  static final Map<Long, Long> COUNTS = new ConcurrentHashMap<>();

  /** Thrown once by the counting function, as soon as it is set. */
  static final AtomicReference<RuntimeException> FAILURE = new AtomicReference<>();

  private CountingJob() {}

  static void reset(long available) {
    AVAILABLE.set(available);
    COUNTS.clear();
    FAILURE.set(null);
  }

  /** What {@link #COUNTS} must be when every number was counted once. */
  static Map<Long, Long> expectedCounts() {
    Map<Long, Long> counts = new TreeMap<>();
    for (long i = 0; i < AVAILABLE.get(); i++) {
      counts.merge(i % KEYS, 1L, Long::sum);
    }
    return counts;
  }

  @SuppressWarnings("deprecation")
  static CompiledPipeline compile(StreamExecutionEnvironment env) {
    return compile(env, 1, "");
  }

  /**
   * @param copies how many independent chains of operators
   * @param suffix of the uids
   */
  @SuppressWarnings("deprecation")
  static CompiledPipeline compile(StreamExecutionEnvironment env, int copies, String suffix) {
    var numbers = env.addSource(new Numbers(), "numbers", Types.LONG).uid("numbers");
    for (int i = 0; i < copies; i++) {
      numbers
          .keyBy(n -> n % KEYS, Types.LONG)
          .process(new Count(i == 0))
          .uid("count-" + i + suffix)
          .rebalance()
          .map(n -> n)
          .uid("map-" + i + suffix)
          .keyBy(n -> n, Types.LONG)
          .process(new Count(false))
          .uid("again-" + i + suffix)
          .rebalance()
          .sinkTo(new DiscardingSink<>())
          .uid("sink-" + i + suffix);
    }
    return new CompiledPipeline(
        Map.of("numbers", env.getParallelism()),
        Map.of(),
        false,
        List.of(FLOW),
        Map.of(),
        List.of());
  }

  /** Reads the numbers of its share, says so, and stays open. */
  @SuppressWarnings("deprecation")
  private static final class Numbers extends RichParallelSourceFunction<Long>
      implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    private volatile boolean running = true;
    private transient ListState<Long> state;
    private long position;

    @Override
    public void run(SourceContext<Long> context) throws Exception {
      int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
      int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
      while (running && position < AVAILABLE.get()) {
        synchronized (context.getCheckpointLock()) {
          if (position % subtasks == subtask) {
            context.collect(position);
          }
          position++;
        }
      }
      getRuntimeContext().getIntCounter(RunSignals.inputRead("numbers")).add(1);
      while (running) {
        Thread.sleep(5);
      }
    }

    @Override
    public void cancel() {
      running = false;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
      state.update(List.of(position));
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
      state =
          context
              .getOperatorStateStore()
              .getListState(new ListStateDescriptor<>("position", Types.LONG));
      for (long restored : state.get()) {
        position = restored;
      }
    }
  }

  /** Counts in state, so that what was lost or applied twice shows. */
  private static final class Count extends KeyedProcessFunction<Long, Long, Long> {

    private static final long serialVersionUID = 1L;

    private final boolean visible;
    private transient ValueState<Long> count;
    private transient LongCounter upserted;

    private Count(boolean visible) {
      this.visible = visible;
    }

    @Override
    public void open(OpenContext context) {
      count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
      upserted = getRuntimeContext().getLongCounter(RunSignals.counter(FLOW, FlowCounter.UPSERTED));
    }

    @Override
    public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
      long next = count.value() == null ? 1 : count.value() + 1;
      count.update(next);
      if (visible) {
        RuntimeException failure = FAILURE.getAndSet(null);
        if (failure != null) {
          throw failure;
        }
        upserted.add(1);
        COUNTS.put(context.getCurrentKey(), next);
      }
      out.collect(number);
    }
  }
}
