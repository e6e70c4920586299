// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.InvalidRows;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/** Rows of the table {@code <target>__quarantine} (semantics.md, section 8). */
public final class QuarantineRows {

  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  /** Columns of every quarantine table. */
  public static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              Column.of("reason", TEXT),
              Column.of("flow", TEXT),
              Column.of("occurred_at", new LocalZonedTimestampType(3)),
              Column.of("source", TEXT),
              Column.of("message", TEXT),
              Column.of("raw", TEXT)));

  private QuarantineRows() {}

  static InternalTypeInfo<RowData> typeInfo() {
    return InternalTypeInfo.of(SCHEMA.toRowType());
  }

  static RowData of(RowData invalid, String flow, long millis) {
    return GenericRowData.of(
        StringData.fromString(InvalidRows.reason(invalid)),
        StringData.fromString(flow),
        TimestampData.fromEpochMillis(millis),
        text(InvalidRows.source(invalid)),
        text(InvalidRows.message(invalid)),
        text(InvalidRows.raw(invalid)));
  }

  private static StringData text(String text) {
    return text == null ? null : StringData.fromString(text);
  }
}
