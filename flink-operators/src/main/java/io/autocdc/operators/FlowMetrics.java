// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.operators.ledger.Counted;
import io.autocdc.operators.ledger.Tally;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.RunSignals;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.table.data.RowData;

/**
 * Counts for one flow in one subtask: for whoever watches the run, for the ledger, and as Flink
 * metrics {@code flow.<name>.<counter>}.
 */
final class FlowMetrics {

  private final Map<FlowCounter, Tally> counters = new EnumMap<>(FlowCounter.class);

  FlowMetrics(RuntimeContext context, String flow, FlowCounter... counted) {
    MetricGroup group = group(context, flow);
    for (FlowCounter counter : counted) {
      String name = counter.metricName();
      counters.put(
          counter,
          new Tally(
              Counted.counter(flow, counter),
              group.counter(name),
              context.getLongCounter(RunSignals.liveCounter(flow, name))));
    }
  }

  /** The metrics of a flow. */
  static MetricGroup group(RuntimeContext context, String flow) {
    return context.getMetricGroup().addGroup("flow", flow);
  }

  void add(FlowCounter counter) {
    add(counter, 1);
  }

  void add(FlowCounter counter, long n) {
    counters.get(counter).add(n);
  }

  /** Hands over what was counted since the last call, see {@link Tally#drain}. */
  void drain(Consumer<RowData> ledger) {
    counters.values().forEach(counter -> counter.drain(ledger));
  }
}
