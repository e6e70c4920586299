// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * The rows of a source of type {@link io.autocdc.dsl.SourceTypes#STREAM}.
 *
 * @param rows rows with the columns of the source, typed as internal RowData; operators on the way
 *     here that have no uid are given one
 * @param changelog true if rows are taken back, as their kinds say
 */
public record SuppliedStream(DataStream<RowData> rows, boolean changelog) {}
