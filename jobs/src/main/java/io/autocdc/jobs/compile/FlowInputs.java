// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.operators.FlowInput;
import io.autocdc.operators.FlowInput.Snapshots;
import io.autocdc.source.EventTime;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/** Puts what a flow needs besides the rows that it reads beside them. */
final class FlowInputs {

  private FlowInputs() {}

  /** Of a flow of changes: the values of its conditions. */
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

  /** Of a flow of snapshots: their ends. */
  static FlowInput of(ResolvedFlow flow, Relation relation, Snapshots snapshots) {
    return new FlowInput(flow, relation.rows(), relation.invalid(), false, snapshots);
  }
}
