// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes rows as JSON objects: every column, in order. The form is the one of {@code show --format
 * json}; {@link JsonRowReader} reads it back to an equal row. Compiled once for a type.
 */
public final class JsonRowWriter {

  private final JsonValueWriter writer;

  private JsonRowWriter(JsonValueWriter writer) {
    this.writer = writer;
  }

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  public static JsonRowWriter of(RowType type) {
    return new JsonRowWriter(JsonValueWriters.of(type));
  }

  /** One JSON object without line breaks. */
  public String write(RowData row) {
    return JsonValueWriters.toText(writer, row);
  }
}
