// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/** The operators that feed a table that only grows. */
public final class AppendTopology {

  private AppendTopology() {}

  /**
   * The columns of the table: those of the flows' data, first come first, all of them nullable.
   * Columns that sources add stay out.
   */
  public static TableSchema targetSchema(List<AppendInput> inputs) {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (AppendInput input : inputs) {
      for (Column column : input.schema().columns()) {
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
    for (AppendInput input : inputs) {
      String flow = input.flow().name();
      DataStream<RowData> appended =
          input
              .rows()
              .process(
                  new AppendFunction(flow, input.schema(), schema),
                  InternalTypeInfo.of(schema.toRowType()))
              .name(flow + ": append")
              .uid("flow-" + flow + "-append");
      rows = rows == null ? appended : rows.union(appended);
      if (input.invalid() != null) {
        DataStream<RowData> invalid =
            InvalidRowFunction.apply(input.invalid(), flow, input.flow().onInvalidRow());
        quarantine = quarantine == null ? invalid : quarantine.union(invalid);
      }
    }
    return new TargetTopology.Result(rows, quarantine);
  }
}
