// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.RunSignals;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Counts for one flow in one subtask: as accumulators, for whoever submitted the job, and as Flink
 * metrics {@code flow.<name>.<counter>}.
 */
final class FlowMetrics {

  private final Map<FlowCounter, Both> counters = new EnumMap<>(FlowCounter.class);

  FlowMetrics(RuntimeContext context, String flow, FlowCounter... counted) {
    MetricGroup group = context.getMetricGroup().addGroup("flow", flow);
    for (FlowCounter counter : counted) {
      counters.put(
          counter,
          new Both(
              context.getLongCounter(RunSignals.counter(flow, counter)),
              group.counter(counter.metricName())));
    }
  }

  void add(FlowCounter counter) {
    add(counter, 1);
  }

  void add(FlowCounter counter, long n) {
    Both both = counters.get(counter);
    both.accumulator.add(n);
    both.metric.inc(n);
  }

  private record Both(LongCounter accumulator, Counter metric) {}
}
