// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/** Rows of the table {@code <pipeline>__event_log}. */
public final class EventRows {

  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  /** Columns of every event log. */
  public static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              Column.of("time", new LocalZonedTimestampType(3)),
              Column.of("level", TEXT),
              Column.of("type", TEXT),
              Column.of("flow", TEXT),
              Column.of("table", TEXT),
              Column.of("job_id", TEXT),
              Column.of("checkpoint_id", new BigIntType()),
              Column.of("message", TEXT),
              Column.of("details", TEXT)));

  private EventRows() {}

  public static InternalTypeInfo<RowData> typeInfo() {
    return InternalTypeInfo.of(SCHEMA.toRowType());
  }

  static RowData of(RunEvent event, long millis, String jobId, long checkpointId) {
    return GenericRowData.of(
        TimestampData.fromEpochMillis(millis),
        text(event.level().name()),
        text(event.type().text()),
        text(event.flow()),
        text(event.table()),
        text(jobId),
        checkpointId,
        text(event.message()),
        text(event.details()));
  }

  private static StringData text(String text) {
    return text == null ? null : StringData.fromString(text);
  }
}
