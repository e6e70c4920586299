// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.type.TableSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * A source or view in a job.
 *
 * @param rows its rows
 * @param schema its columns
 * @param invalid what was taken out on the way here, see {@link io.autocdc.spi.InvalidRows}; null
 *     if nothing can be
 * @param eventTime true if the rows come with watermarks
 * @param timeColumn the column with the event time of a row; null where it is not known any more
 * @param mayQuarantine true if a rule on the way here sends rows to quarantine
 */
record Relation(
    DataStream<RowData> rows,
    TableSchema schema,
    DataStream<RowData> invalid,
    boolean eventTime,
    String timeColumn,
    boolean mayQuarantine) {}
