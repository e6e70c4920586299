// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

/**
 * What is counted for every flow (semantics.md, section 10). Counts are of events, so that
 * redelivery and disorder can be seen: rows in = upserted + deleted + truncates + stale +
 * duplicates + lost ties + invalid.
 */
public enum FlowCounter {
  /** Rows that the flow read, invalid ones included. */
  ROWS_IN("num_input_rows", "rows"),
  /** Upserts that became part of the target's state. */
  UPSERTED("num_upserted_rows", "events"),
  /** Deletes that became part of the target's state. */
  DELETED("num_deleted_rows", "events"),
  /** Truncates. */
  TRUNCATES("num_truncates", "events"),
  /** Events older than the newest of their key; in a bitemporal target, on either axis. */
  LATE("num_late_rows", "events"),
  /** Events that a newer one had made meaningless before they came. */
  STALE("num_stale_rows", "events"),
  /** Events that were there already. */
  DUPLICATES("num_duplicate_rows", "events"),
  /** Events with the key and sequence of another, different one. */
  TIES("num_sequence_ties", "events"),
  /** Of those, the ones that lost. */
  TIES_LOST("num_sequence_ties_lost", "events"),
  /** History rows that were closed, cut, merged or removed by a late event. */
  HISTORY_REWRITTEN("num_history_rows_rewritten", "rows of the target"),
  /**
   * Keys of which nothing but the memory of deletes is left: how many there are now. It belongs to
   * the target, and stands at the first flow of it.
   */
  TOMBSTONES("num_tombstones", "keys"),
  /** Tombstones that were forgotten after their retention. */
  TOMBSTONES_EXPIRED("num_tombstones_expired", "keys"),
  /** Events of final history that were dropped from the state after their retention. */
  HISTORY_EXPIRED("num_history_entries_expired", "events"),
  /**
   * Records of a change feed that are no changes: tombstones, messages, changes of the schema,
   * marks of transactions, signs of life. They are no rows.
   */
  SKIPPED("num_skipped_records", "records"),
  /** Rows of a change feed that do not give the values of all columns. */
  WITHOUT_VALUES("num_rows_without_values", "rows"),
  /** Invalid rows that went to the quarantine table. */
  QUARANTINED("num_quarantined_rows", "rows"),
  /** Invalid rows that were dropped. */
  DROPPED("num_dropped_rows", "rows");

  private final String metricName;
  private final String unit;

  FlowCounter(String metricName, String unit) {
    this.metricName = metricName;
    this.unit = unit;
  }

  /** Name in metrics, accumulators and summaries. */
  public String metricName() {
    return metricName;
  }

  /** What is counted one by one, for people. */
  public String unit() {
    return unit;
  }

  /** True if the number is what is there now, not what came so far. */
  public boolean isGauge() {
    return this == TOMBSTONES;
  }
}
