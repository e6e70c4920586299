// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.LogicalType;

/** The primary keys that a checkpoint changes. */
final class TouchedKeys {

  private static final int[] ONLY = {0};

  private final Set<Sequence> keys;
  private final Sequence[] sorted;
  private final String firstColumn;
  private final LogicalType firstType;

  /**
   * @param keys owned by this object from now on
   * @param firstColumn the first column of the primary key
   */
  TouchedKeys(Set<Sequence> keys, String firstColumn, LogicalType firstType) {
    this.keys = keys;
    this.sorted = keys.toArray(Sequence[]::new);
    Arrays.sort(sorted);
    this.firstColumn = firstColumn;
    this.firstType = firstType;
  }

  boolean contains(Sequence key) {
    return keys.contains(key);
  }

  /** False if the bounds of a file say that none of the keys is in it. */
  boolean mayBeIn(LiveFile file) {
    if (!hasOrderedBounds(firstType)) {
      return true;
    }
    Optional<LiveFile.Bounds> bounds = file.bounds(firstColumn, firstType);
    return bounds.isEmpty() || isAnyWithin(bounds.get());
  }

  private boolean isAnyWithin(LiveFile.Bounds bounds) {
    int found = Arrays.binarySearch(sorted, encode(bounds.least()));
    int next = found < 0 ? -found - 1 : found;
    if (next == sorted.length) {
      return false;
    }
    byte[] key = sorted[next].bytes();
    byte[] greatest = encode(bounds.greatest()).bytes();
    // No value's bytes are the beginning of another's, so the first column decides.
    return Arrays.compareUnsigned(
            key, 0, Math.min(key.length, greatest.length), greatest, 0, greatest.length)
        <= 0;
  }

  private Sequence encode(Object value) {
    return SequenceCodec.of(List.of(firstType)).encode(GenericRowData.of(value), ONLY);
  }

  /** Other engines do not agree on NaN, -0.0 and the form of bytes in statistics. */
  private static boolean hasOrderedBounds(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DECIMAL,
          CHAR,
          VARCHAR,
          DATE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      default -> false;
    };
  }
}
