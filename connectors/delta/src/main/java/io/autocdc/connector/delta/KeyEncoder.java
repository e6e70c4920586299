// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Primary keys as bytes that are equal where the keys are, and sort as they do, whatever their
 * types are. Not thread-safe.
 */
final class KeyEncoder {

  private final SequenceCodec codec;
  private final int[] positions;

  /**
   * @param columns the columns of the rows
   * @param key names of the key columns
   */
  KeyEncoder(RowType columns, List<String> key) {
    positions = key.stream().mapToInt(columns::getFieldIndex).toArray();
    codec =
        SequenceCodec.of(
            key.stream().map(name -> columns.getTypeAt(columns.getFieldIndex(name))).toList());
  }

  /** The key of a row; null if all its columns are null, which only foreign rows can have. */
  Sequence encode(RowData row) {
    return codec.encode(row, positions);
  }
}
