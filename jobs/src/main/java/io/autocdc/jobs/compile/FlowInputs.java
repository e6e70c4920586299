// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.operators.FlowInput;
import io.autocdc.source.EventTime;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/** Puts the values of a flow's conditions beside the rows that it reads. */
final class FlowInputs {

  private FlowInputs() {}

  static FlowInput of(ResolvedFlow flow, Relation relation, SqlStage sql) {
    AutoCdcFlow declared = flow.flow();
    List<String> conditions =
        Stream.of(declared.applyAsDeletes(), declared.applyAsTruncates())
            .filter(Objects::nonNull)
            .toList();
    String uid = "flow-" + declared.name() + "-conditions";
    DataStream<RowData> rows = sql.appendConditions(relation, conditions, uid);
    if (relation.timeColumn() != null && !flow.historyRetention().isZero()) {
      rows =
          EventTime.restore(
              rows,
              relation.schema(),
              relation.timeColumn(),
              "flow-" + declared.name() + "-event-time");
    }
    return new FlowInput(flow, rows, relation.invalid(), relation.eventTime());
  }
}
