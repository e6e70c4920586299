// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;

/**
 * A target in a job.
 *
 * @param table its name
 * @param schema the columns that its flows give it
 * @param primaryKey its primary key; empty for a table that only grows
 * @param flows the flows that keep it by keys; empty for a table that only grows
 * @param eventTime true if its retention goes by event time
 */
public record CompiledTarget(
    TableName table,
    TableSchema schema,
    List<String> primaryKey,
    List<ResolvedFlow> flows,
    boolean eventTime) {}
