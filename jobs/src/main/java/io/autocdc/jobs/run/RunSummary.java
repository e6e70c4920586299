// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.View;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a run did, for its user.
 *
 * @param pipeline name of the pipeline
 * @param continued true if it continued an earlier run
 * @param duration how long it took
 * @param flows numbers of the flows, in declared order
 * @param expectations numbers of the expectations, in declared order
 */
public record RunSummary(
    String pipeline,
    boolean continued,
    Duration duration,
    List<FlowSummary> flows,
    List<ExpectationSummary> expectations) {

  /**
   * Numbers of a flow.
   *
   * @param counters what was counted; zero where nothing stands
   * @param invalidRows rows that could not be applied, by reason; zero where nothing stands
   */
  public record FlowSummary(
      String flow,
      String target,
      Map<FlowCounter, Long> counters,
      Map<InvalidReason, Long> invalidRows) {
    long count(FlowCounter counter) {
      return counters.getOrDefault(counter, 0L);
    }

    long invalid(InvalidReason reason) {
      return invalidRows.getOrDefault(reason, 0L);
    }
  }

  /** How rows met an expectation of a view or table. */
  public record ExpectationSummary(
      String view,
      String expectation,
      Expectation.Action action,
      long passedRows,
      long failedRows) {}

  static RunSummary of(Pipeline pipeline, PipelineRun.Outcome outcome) {
    List<FlowSummary> flows = new ArrayList<>();
    for (Flow flow : pipeline.flows()) {
      Map<FlowCounter, Long> counters = new EnumMap<>(FlowCounter.class);
      for (FlowCounter counter : FlowCounter.values()) {
        counters.put(counter, outcome.counts().counter(flow.name(), counter));
      }
      Map<InvalidReason, Long> invalid = new EnumMap<>(InvalidReason.class);
      for (InvalidReason reason : InvalidReason.values()) {
        invalid.put(reason, outcome.counts().invalid(flow.name(), reason));
      }
      flows.add(new FlowSummary(flow.name(), flow.target().toString(), counters, invalid));
    }
    List<ExpectationSummary> expectations = new ArrayList<>();
    for (View view : pipeline.views()) {
      if (view instanceof View.QualityView quality) {
        expectations.addAll(summaries(view.name(), quality.expectations(), outcome.counts()));
      }
    }
    for (StreamingTable table : pipeline.tables()) {
      expectations.addAll(
          summaries(table.name().toString(), table.expectations(), outcome.counts()));
    }
    return new RunSummary(
        pipeline.name(), outcome.continued(), outcome.duration(), flows, expectations);
  }

  private static List<ExpectationSummary> summaries(
      String owner, List<Expectation> rules, RunCounts counts) {
    return rules.stream()
        .map(
            rule ->
                new ExpectationSummary(
                    owner,
                    rule.name(),
                    rule.action(),
                    counts.passed(owner, rule.name()),
                    counts.failed(owner, rule.name())))
        .toList();
  }

  long total(FlowCounter counter) {
    return flows.stream().mapToLong(flow -> flow.count(counter)).sum();
  }
}
