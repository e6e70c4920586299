// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.SnapshotCdcFlow;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * What a flow reads, ready for projection.
 *
 * @param flow the flow
 * @param rows the columns of its source, followed by the values of its conditions: a BOOLEAN for
 *     the delete condition if it has one, then a BOOLEAN for the truncate condition if it has one
 * @param invalid rows that could not be read at all, see {@link io.autocdc.spi.InvalidRows}; null
 *     if there can be none
 * @param eventTime true if the rows come with watermarks of their event time
 * @param snapshots for a flow of snapshots, what is to be known of them; else null
 */
public record FlowInput(
    ResolvedFlow flow,
    DataStream<RowData> rows,
    DataStream<RowData> invalid,
    boolean eventTime,
    Snapshots snapshots) {

  /**
   * The snapshots that a flow reads.
   *
   * @param flow the declaration
   * @param source name of their source
   * @param ends their ends, see {@link io.autocdc.spi.SnapshotEnds}
   * @param uid prefix for the uids of what compares them; another one forgets the snapshots so far
   */
  public record Snapshots(
      SnapshotCdcFlow flow, String source, DataStream<RowData> ends, String uid) {}

  /** The input of a flow of changes. */
  public FlowInput(
      ResolvedFlow flow, DataStream<RowData> rows, DataStream<RowData> invalid, boolean eventTime) {
    this(flow, rows, invalid, eventTime, null);
  }
}
