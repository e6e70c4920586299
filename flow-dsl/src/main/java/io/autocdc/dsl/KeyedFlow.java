// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** A flow that keeps one row, or one history, for each key of its target. */
public sealed interface KeyedFlow extends Flow permits AutoCdcFlow, SnapshotCdcFlow {

  /**
   * The flow as one that applies changes. A snapshot flow is a flow of the differences between its
   * snapshots (semantics.md, section 1, law 5).
   */
  AutoCdcFlow asChanges();
}
