// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.row.RowProjection;
import io.autocdc.spi.FlowCounter;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** Gives rows the columns of the table that they are appended to. */
final class AppendFunction extends ProcessFunction<RowData, RowData> implements Tallying {

  private static final long serialVersionUID = 1L;

  private final String flow;
  private final TableSchema source;
  private final TableSchema target;

  private transient RowProjection projection;
  private transient FlowMetrics metrics;

  AppendFunction(String flow, TableSchema source, TableSchema target) {
    this.flow = flow;
    this.source = source;
    this.target = target;
  }

  @Override
  public void open(OpenContext context) {
    projection =
        RowProjection.of(
            target.columns().stream().map(Column::type).toList(),
            target.names().stream().mapToInt(source::indexOf).toArray());
    metrics = new FlowMetrics(getRuntimeContext(), flow, FlowCounter.ROWS_IN, FlowCounter.UPSERTED);
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out) {
    metrics.add(FlowCounter.ROWS_IN);
    metrics.add(FlowCounter.UPSERTED);
    out.collect(projection.apply(row));
  }

  @Override
  public void drainTallies(Consumer<RowData> ledger) {
    metrics.drain(ledger);
  }
}
