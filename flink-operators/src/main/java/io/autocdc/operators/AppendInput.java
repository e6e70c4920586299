// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.type.TableSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * What an appending flow reads.
 *
 * @param flow the flow
 * @param schema columns of the rows
 * @param rows the rows
 * @param invalid rows that could not be read at all, see {@link io.autocdc.spi.InvalidRows}; null
 *     if there can be none
 */
public record AppendInput(
    AppendFlow flow, TableSchema schema, DataStream<RowData> rows, DataStream<RowData> invalid) {}
