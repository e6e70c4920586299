// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.ledger.TallyingOperator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/** The operators that feed a table that only grows. */
public final class AppendTopology {

  private AppendTopology() {}

  /**
   * The columns of the table: those of the flows' data, first come first, all of them nullable.
   * Columns that sources add stay out.
   */
  public static TableSchema targetSchema(List<TableSchema> inputs) {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (TableSchema input : inputs) {
      for (Column column : input.columns()) {
        if (!column.metadata()) {
          columns.putIfAbsent(column.name(), Column.of(column.name(), column.type().copy(true)));
        }
      }
    }
    return new TableSchema(List.copyOf(columns.values()));
  }

  /**
   * Adds the operators to the job.
   *
   * @param schema what {@link #targetSchema} gives for the same inputs
   */
  public static TargetTopology.Result append(List<AppendInput> inputs, TableSchema schema) {
    DataStream<RowData> rows = null;
    DataStream<RowData> quarantine = null;
    DataStream<RowData> tallies = null;
    for (AppendInput input : inputs) {
      String flow = input.flow().name();
      SingleOutputStreamOperator<RowData> appended =
          input
              .rows()
              .transform(
                  flow + ": append",
                  InternalTypeInfo.of(schema.toRowType()),
                  new TallyingOperator<>(new AppendFunction(flow, input.schema(), schema)))
              .uid("flow-" + flow + "-append");
      rows = union(rows, appended);
      tallies = union(tallies, appended.getSideOutput(Tallying.TALLIES));
      if (input.invalid() != null) {
        SingleOutputStreamOperator<RowData> invalid =
            InvalidRowFunction.apply(input.invalid(), flow, input.flow().onInvalidRow());
        quarantine = union(quarantine, invalid);
        tallies = union(tallies, invalid.getSideOutput(Tallying.TALLIES));
      }
    }
    return new TargetTopology.Result(rows, quarantine, tallies);
  }

  private static <T> DataStream<T> union(DataStream<T> all, DataStream<T> more) {
    return all == null ? more : all.union(more);
  }
}
