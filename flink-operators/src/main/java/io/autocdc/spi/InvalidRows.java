// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Rows that cannot be applied, as they travel from where they were found to the policy of a flow
 * (semantics.md, section 8).
 */
public final class InvalidRows {

  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  /** reason, message, where it came from, raw content. */
  public static final RowType TYPE =
      new RowType(
          false,
          List.of(
              new RowType.RowField("reason", TEXT),
              new RowType.RowField("message", TEXT),
              new RowType.RowField("source", TEXT),
              new RowType.RowField("raw", TEXT)));

  private InvalidRows() {}

  public static InternalTypeInfo<RowData> typeInfo() {
    return InternalTypeInfo.of(TYPE);
  }

  /**
   * @param reason why the row is invalid
   * @param message details for a person: column, value, parser's words
   * @param source where the row came from, such as a file path; may be null
   * @param raw the content as it came, or the row as JSON
   */
  public static RowData of(InvalidReason reason, String message, String source, String raw) {
    return GenericRowData.of(
        StringData.fromString(reason.text()),
        StringData.fromString(message),
        source == null ? null : StringData.fromString(source),
        raw == null ? null : StringData.fromString(raw));
  }

  /** Where a record of a topic is, for people. */
  public static String placeInTopic(String topic, int partition, long offset) {
    return topic + "-" + partition + "@" + offset;
  }

  /**
   * A record that is no row and not invalid either. It goes the way of invalid rows to the flows,
   * which count it.
   *
   * @param kind what it is
   */
  public static RowData skipped(String kind) {
    return GenericRowData.of(null, StringData.fromString(kind), null, null);
  }

  /** True for what {@link #skipped} has made. */
  public static boolean isSkipped(RowData row) {
    return row.isNullAt(0);
  }

  public static String reason(RowData row) {
    return row.getString(0).toString();
  }

  public static String message(RowData row) {
    return row.getString(1).toString();
  }

  /** May be null. */
  public static String source(RowData row) {
    return row.isNullAt(2) ? null : row.getString(2).toString();
  }

  /** May be null. */
  public static String raw(RowData row) {
    return row.isNullAt(3) ? null : row.getString(3).toString();
  }
}
