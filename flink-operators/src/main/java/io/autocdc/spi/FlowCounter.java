// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

/**
 * What is counted for every flow (semantics.md, section 10). Counts are of events, so that
 * redelivery and disorder can be seen: rows in = upserted + deleted + truncates + stale +
 * duplicates + lost ties + invalid.
 */
public enum FlowCounter {
  /** Rows that the flow read, invalid ones included. */
  ROWS_IN("num_input_rows"),
  /** Upserts that became part of the target's state. */
  UPSERTED("num_upserted_rows"),
  /** Deletes that became part of the target's state. */
  DELETED("num_deleted_rows"),
  /** Truncates. */
  TRUNCATES("num_truncates"),
  /** Events older than the newest of their key; in a bitemporal target, on either axis. */
  LATE("num_late_rows"),
  /** Events that a newer one had made meaningless before they came. */
  STALE("num_stale_rows"),
  /** Events that were there already. */
  DUPLICATES("num_duplicate_rows"),
  /** Events with the key and sequence of another, different one. */
  TIES("num_sequence_ties"),
  /** Of those, the ones that lost. */
  TIES_LOST("num_sequence_ties_lost"),
  /** History rows that were closed, cut, merged or removed by a late event. */
  HISTORY_REWRITTEN("num_history_rows_rewritten"),
  /**
   * Keys of which nothing but the memory of deletes is left: how many there are now. It belongs to
   * the target, and stands at the first flow of it.
   */
  TOMBSTONES("num_tombstones"),
  /** Tombstones that were forgotten after their retention. */
  TOMBSTONES_EXPIRED("num_tombstones_expired"),
  /** Invalid rows that went to the quarantine table. */
  QUARANTINED("num_quarantined_rows"),
  /** Invalid rows that were dropped. */
  DROPPED("num_dropped_rows");

  private final String metricName;

  FlowCounter(String metricName) {
    this.metricName = metricName;
  }

  /** Name in metrics, accumulators and summaries. */
  public String metricName() {
    return metricName;
  }
}
