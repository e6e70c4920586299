// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * Turns values into bytes that compare, unsigned and left to right, as flows compare sequences. Not
 * thread-safe.
 */
public final class SequenceBytes {

  private final SequenceCodec codec;
  private final int[] positions;

  /**
   * @param type type of the values; a ROW is a list of sequence columns
   * @throws IllegalArgumentException for a type without an order
   */
  public SequenceBytes(LogicalType type) {
    List<LogicalType> columns = type.is(LogicalTypeRoot.ROW) ? type.getChildren() : List.of(type);
    codec = SequenceCodec.of(columns);
    positions = IntStream.range(0, columns.size()).toArray();
  }

  /** True if values of the type have an order. */
  public static boolean isOrderable(LogicalType type) {
    return SequenceCodec.isOrderable(type);
  }

  /**
   * The bytes of a value.
   *
   * @param value in Flink's internal form; may be null
   * @return null if the value is null, or a row of nulls (semantics.md, section 8)
   */
  public byte[] of(Object value) {
    if (value == null) {
      return null;
    }
    RowData row = value instanceof RowData list ? list : GenericRowData.of(value);
    Sequence sequence = codec.encode(row, positions);
    return sequence == null ? null : sequence.bytes();
  }
}
