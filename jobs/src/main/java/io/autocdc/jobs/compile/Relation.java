// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.row.RowKindColumn;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * A source or view in a job.
 *
 * @param rows its rows
 * @param schema its columns
 * @param invalid what was taken out on the way here, see {@link io.autocdc.spi.InvalidRows}; null
 *     if nothing can be
 * @param eventTime true if the rows come with watermarks of their event time
 * @param timeColumn the column with the event time of a row; null where it is not known any more
 * @param mayQuarantine true if a rule on the way here sends rows to quarantine
 * @param snapshots the ends of snapshots if the rows are those of snapshots, see {@link
 *     io.autocdc.spi.SnapshotEnds}; else null
 * @param changelog true if rows are taken back, as their kinds say
 */
record Relation(
    DataStream<RowData> rows,
    TableSchema schema,
    DataStream<RowData> invalid,
    boolean eventTime,
    String timeColumn,
    boolean mayQuarantine,
    DataStream<RowData> snapshots,
    boolean changelog) {

  /** A relation whose rows stay, are no snapshots, and do not say their event time. */
  Relation(
      DataStream<RowData> rows,
      TableSchema schema,
      DataStream<RowData> invalid,
      boolean eventTime,
      boolean mayQuarantine) {
    this(rows, schema, invalid, eventTime, null, mayQuarantine, null, false);
  }

  /** The same rows as inserts, with their kinds behind their columns. */
  Relation withKindColumn(String uid) {
    return new Relation(
        RowKindColumn.append(rows, schema.toRowType(), uid),
        schema.plus(List.of(RowKindColumn.COLUMN)),
        invalid,
        eventTime,
        timeColumn,
        mayQuarantine,
        snapshots,
        false);
  }

  /** The same with other rows of the same columns. */
  Relation withRows(DataStream<RowData> others) {
    return new Relation(
        others, schema, invalid, eventTime, timeColumn, mayQuarantine, snapshots, changelog);
  }

  /** True if the rows come with watermarks, whatever these mean. */
  boolean hasWatermarks() {
    return eventTime || snapshots != null;
  }
}
