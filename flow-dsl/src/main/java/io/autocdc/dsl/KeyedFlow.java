// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.List;

/** A flow that keeps one row, or one history, for each key of its target. */
public sealed interface KeyedFlow extends Flow permits AutoCdcFlow, SnapshotCdcFlow {

  /**
   * The flow as one that applies changes. A snapshot flow is a flow of the differences between its
   * snapshots (semantics.md, section 1, law 5).
   */
  AutoCdcFlow asChanges();

  /** Collects the parameters that flows of changes and of snapshots have in common. */
  sealed interface Builder extends Flow.Builder
      permits AutoCdcFlow.Builder, SnapshotCdcFlow.Builder {

    /** Source columns that identify a row, in order. */
    Builder keys(List<String> columns);

    /** The target has these columns, in the order of the source. */
    Builder columns(List<String> columns);

    /** The target has every column but these. */
    Builder exceptColumns(List<String> columns);

    Builder storedAsScdType(ScdType type);

    /** A change of these columns starts a version. */
    Builder trackHistory(List<String> columns);

    /** A change of any column but these starts a version. */
    Builder trackHistoryExcept(List<String> columns);

    Builder onInvalidRow(InvalidRowPolicy policy);
  }
}
