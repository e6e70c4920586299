// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Sequence;
import java.io.IOException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/** A merger of SCD type 1, where a truncate may delete every key (semantics.md, section 3). */
abstract class TruncatableMerger extends KeyMerger {

  private static final long serialVersionUID = 1L;

  TruncatableMerger(TargetShape target, Retention retention) {
    super(target, retention);
  }

  /** The merger of a target of SCD type 1. */
  static TruncatableMerger of(TargetShape target, Retention retention) {
    return target.isPartial()
        ? new Scd1PartialMerger(target, retention)
        : new Scd1Merger(target, retention);
  }

  /**
   * Applies a truncate to a key, outside of the processing of events.
   *
   * @param key the key; the state backend must have made it the current one
   */
  final void truncate(Sequence truncatedAt, RowData key, Collector<RowData> out)
      throws IOException {
    turnTo(key, out);
    truncate(truncatedAt);
  }

  /** Applies a truncate to the current key. */
  abstract void truncate(Sequence truncatedAt);
}
