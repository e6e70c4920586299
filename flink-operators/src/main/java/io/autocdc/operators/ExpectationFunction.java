// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.View.QualityView;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.operators.ledger.Counted;
import io.autocdc.operators.ledger.Tally;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.row.RowProjection;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Checks rows against the rules of a view, or of a table in front of one of its flows
 * (semantics.md, section 8). The input has the columns of the source, followed by the value of each
 * condition; one that is not TRUE is a violation. Every violated rule is counted; the first that
 * does not merely warn decides about the row.
 */
public final class ExpectationFunction extends ProcessFunction<RowData, RowData>
    implements Tallying {

  private static final long serialVersionUID = 1L;

  /** Rows that a rule sends to quarantine. */
  public static final OutputTag<RowData> INVALID =
      new OutputTag<>("violations", InvalidRows.typeInfo());

  private final QualityView view;
  private final TableSchema schema;
  private transient RowProjection columns;
  private transient JsonRowWriter json;
  private transient RowOrigin origin;
  private transient Tally[] passed;
  private transient Tally[] failed;

  public ExpectationFunction(QualityView view, TableSchema schema) {
    this.view = view;
    this.schema = schema;
  }

  @Override
  public void open(OpenContext context) {
    int arity = schema.columns().size();
    columns =
        RowProjection.of(
            schema.columns().stream().map(Column::type).toList(),
            IntStream.range(0, arity).toArray());
    json = JsonRowWriter.of(schema.toRowType());
    origin = new RowOrigin(schema);
    int rules = view.expectations().size();
    passed = new Tally[rules];
    failed = new Tally[rules];
    MetricGroup group = getRuntimeContext().getMetricGroup().addGroup("view", view.name());
    for (int i = 0; i < rules; i++) {
      String rule = view.expectations().get(i).name();
      MetricGroup ofRule = group.addGroup("expectation", rule);
      passed[i] =
          new Tally(Counted.passed(view.name(), rule), ofRule.counter("num_passed_rows"), null);
      failed[i] =
          new Tally(Counted.failed(view.name(), rule), ofRule.counter("num_failed_rows"), null);
    }
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out) {
    Expectation decisive = null;
    for (int i = 0; i < failed.length; i++) {
      int position = schema.columns().size() + i;
      if (!row.isNullAt(position) && row.getBoolean(position)) {
        passed[i].add(1);
        continue;
      }
      failed[i].add(1);
      Expectation violated = view.expectations().get(i);
      if (decisive == null && violated.action() != Expectation.Action.WARN) {
        decisive = violated;
      }
    }
    if (decisive == null) {
      RowData kept = columns.apply(row).copy();
      kept.setRowKind(row.getRowKind());
      out.collect(kept);
      return;
    }
    switch (decisive.action()) {
      case FAIL -> throw new SuppressRestartsException(failure(decisive, row));
      case QUARANTINE ->
          context.output(
              INVALID,
              InvalidRows.of(
                  InvalidReason.EXPECTATION,
                  "expectation '" + decisive.name() + "' is violated: " + decisive.condition(),
                  origin.of(row),
                  json.write(row)));
      default -> {
        // Dropped; the counters tell.
      }
    }
  }

  @Override
  public void drainTallies(Consumer<RowData> ledger) {
    for (int i = 0; i < failed.length; i++) {
      passed[i].drain(ledger);
      failed[i].drain(ledger);
    }
  }

  private AutoCdcException failure(Expectation violated, RowData row) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.EXPECTATION_FAILED,
            "a row violates the expectation '"
                + violated.name()
                + "' of '"
                + view.name()
                + "': "
                + json.write(row),
            "its condition is " + violated.condition() + " and its action is fail",
            "correct the row at its source, or choose the action warn, drop or quarantine"));
  }
}
