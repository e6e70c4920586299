// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.compile.FlowCompiler;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * A flow over a stream of one's own, without sources, tables or a pipeline around it.
 *
 * <pre>{@code
 * AutoCdcFlow flow = AutoCdcFlow.named("customers", f -> f
 *     .keys("id").sequenceBy("seq").applyAsDeletes("op = 'D'").exceptColumns("op", "seq")
 *     .storedAsScdType(ScdType.TYPE_2));
 * DataStream<RowData> changelog = AutoCdc.apply(changes, flow);
 * }</pre>
 */
public final class AutoCdc {

  private AutoCdc() {}

  /**
   * What a flow gives.
   *
   * @param changelog exact changes of the target's rows, with their row kinds
   * @param schema columns of the changelog
   * @param quarantine rows that could not be applied, with the columns of {@link
   *     io.autocdc.operators.QuarantineRows#SCHEMA}; empty unless the flow's policy is quarantine
   */
  public record Result(
      DataStream<RowData> changelog, TableSchema schema, DataStream<RowData> quarantine) {}

  /**
   * The changelog of a flow over a stream; tombstones are kept by the clock of the machine.
   *
   * @param changes a stream whose type is {@code InternalTypeInfo} of a ROW
   * @throws io.autocdc.dsl.problem.AutoCdcException with everything that is wrong with the flow
   */
  public static DataStream<RowData> apply(DataStream<RowData> changes, AutoCdcFlow flow) {
    return apply(changes, flow, false).changelog();
  }

  /**
   * Changelog and invalid rows of a flow over a stream.
   *
   * @param eventTime true if the stream has watermarks, and retention is to go by them. The time of
   *     an event is its timestamp, or behind conditions, which take that away, the watermark at its
   *     arrival
   */
  public static Result apply(DataStream<RowData> changes, AutoCdcFlow flow, boolean eventTime) {
    return FlowCompiler.compile(changes, flow, eventTime);
  }
}
