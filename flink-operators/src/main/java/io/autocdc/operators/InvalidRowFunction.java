// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.operators.ledger.Counted;
import io.autocdc.operators.ledger.Tally;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.ledger.TallyingOperator;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** Does with the invalid rows of a flow what its policy says; none is passed over in silence. */
final class InvalidRowFunction extends ProcessFunction<RowData, RowData> implements Tallying {

  private static final long serialVersionUID = 1L;

  private static final int SHOWN = 500;

  private final String flow;
  private final InvalidRowPolicy policy;
  private transient FlowMetrics metrics;

  /** By the text of the reason. */
  private transient Map<String, Tally> reasons;

  /** Texts of the reasons for which rows never came to the flow. */
  private transient Set<String> beforeFlow;

  InvalidRowFunction(String flow, InvalidRowPolicy policy) {
    this.flow = flow;
    this.policy = policy;
  }

  /** Adds the operator of a flow to the job. */
  static SingleOutputStreamOperator<RowData> apply(
      DataStream<RowData> invalid, String flow, InvalidRowPolicy policy) {
    return invalid
        .transform(
            flow + ": invalid rows",
            QuarantineRows.typeInfo(),
            new TallyingOperator<>(new InvalidRowFunction(flow, policy)))
        .setParallelism(1)
        .uid("flow-" + flow + "-invalid-rows");
  }

  @Override
  public void open(OpenContext context) {
    metrics =
        new FlowMetrics(
            getRuntimeContext(),
            flow,
            FlowCounter.ROWS_IN,
            FlowCounter.SKIPPED,
            FlowCounter.QUARANTINED,
            FlowCounter.DROPPED);
    MetricGroup group = FlowMetrics.group(getRuntimeContext(), flow);
    reasons = new HashMap<>();
    beforeFlow = new HashSet<>();
    for (InvalidReason reason : InvalidReason.values()) {
      if (reason.isFoundBeforeFlow()) {
        beforeFlow.add(reason.text());
      }
      reasons.put(
          reason.text(),
          new Tally(
              Counted.invalid(flow, reason.text()),
              group.addGroup("reason", reason.metricName()).counter("num_invalid_rows"),
              null));
    }
  }

  @Override
  public void processElement(RowData invalid, Context context, Collector<RowData> out) {
    if (InvalidRows.isSkipped(invalid)) {
      metrics.add(FlowCounter.SKIPPED);
      return;
    }
    String reason = InvalidRows.reason(invalid);
    boolean violation = reason.equals(InvalidReason.EXPECTATION.text());
    reasons.get(reason).add(InvalidRows.message(invalid));
    if (beforeFlow.contains(reason)) {
      // No projection has seen it, so nobody has counted it yet.
      metrics.add(FlowCounter.ROWS_IN);
    }
    // A violated expectation with the action quarantine has its own policy.
    boolean quarantine = policy == InvalidRowPolicy.QUARANTINE || violation;
    if (quarantine) {
      metrics.add(FlowCounter.QUARANTINED);
      out.collect(QuarantineRows.of(invalid, flow, context.timerService().currentProcessingTime()));
    } else if (policy == InvalidRowPolicy.DROP) {
      metrics.add(FlowCounter.DROPPED);
    } else {
      throw new SuppressRestartsException(failure(invalid));
    }
  }

  @Override
  public void drainTallies(Consumer<RowData> ledger) {
    metrics.drain(ledger);
    reasons.values().forEach(reason -> reason.drain(ledger));
  }

  private AutoCdcException failure(RowData invalid) {
    String source = InvalidRows.source(invalid);
    String raw = InvalidRows.raw(invalid);
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.INVALID_ROW,
            "flow '"
                + flow
                + "' met an invalid row (1 "
                + InvalidRows.reason(invalid)
                + ")"
                + (source == null ? "" : " in " + source)
                + ": "
                + InvalidRows.message(invalid)
                + (raw == null ? "" : ", row: " + shortened(raw)),
            "the flow says on_invalid_row: fail",
            "correct the row at its source, or use on_invalid_row: quarantine"));
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
