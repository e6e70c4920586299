// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
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
 * @param eventTime true if the rows come with watermarks
 */
public record FlowInput(
    ResolvedFlow flow, DataStream<RowData> rows, DataStream<RowData> invalid, boolean eventTime) {}
