// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.RunSignals;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers of a run, from the accumulators of its job.
 *
 * @param values accumulators that are numbers, by name
 */
record RunCounts(Map<String, Long> values) {

  static final RunCounts NONE = new RunCounts(Map.of());

  RunCounts {
    values = Map.copyOf(values);
  }

  /** What a Flink client or a job's result gives. */
  static RunCounts of(Map<String, Object> accumulators) {
    Map<String, Long> numbers = new HashMap<>();
    accumulators.forEach(
        (name, value) -> {
          if (value instanceof Number number) {
            numbers.put(name, number.longValue());
          }
        });
    return new RunCounts(numbers);
  }

  /** As of the last checkpoint; of a job that has stopped, as of its savepoint. */
  long counter(String flow, FlowCounter counter) {
    return get(RunSignals.counter(flow, counter));
  }

  /** As of now, of all flows. */
  long live(Iterable<String> flows, FlowCounter counter) {
    long total = 0;
    for (String flow : flows) {
      total += get(RunSignals.liveCounter(flow, counter.metricName()));
    }
    return total;
  }

  long invalid(String flow, InvalidReason reason) {
    return get(RunSignals.invalid(flow, reason.text()));
  }

  long failed(String view, String expectation) {
    return get(RunSignals.failed(view, expectation));
  }

  long passed(String view, String expectation) {
    return get(RunSignals.passed(view, expectation));
  }

  /** True if every subtask of every source has read the input that was there. */
  boolean inputRead(Map<String, Integer> sourceParallelism) {
    return sourceParallelism.entrySet().stream()
        .allMatch(source -> get(RunSignals.inputRead(source.getKey())) >= source.getValue());
  }

  private long get(String name) {
    return values.getOrDefault(name, 0L);
  }
}
