// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.check.ViewOrder;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.AppendTopology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The flows of a pipeline by their targets, with their names resolved. */
final class TargetFlows {

  private final Pipeline pipeline;
  private final ViewOrder views;
  private final Function<Flow, TableSchema> columns;

  /**
   * @param pipeline a pipeline without errors
   * @param columns the columns that a flow reads
   */
  TargetFlows(Pipeline pipeline, Function<Flow, TableSchema> columns) {
    this.pipeline = pipeline;
    this.views = ViewOrder.of(pipeline);
    this.columns = columns;
  }

  /**
   * The tables that are kept by keys, each with its flows.
   *
   * @param past what earlier runs made of a target
   */
  Map<StreamingTable, List<ResolvedFlow>> keyed(Function<TableName, TargetPast> past) {
    Map<StreamingTable, List<ResolvedFlow>> byTarget = new LinkedHashMap<>();
    for (StreamingTable table : pipeline.tables()) {
      List<ResolvedFlow> flows =
          into(table, KeyedFlow.class).stream().map(flow -> resolve(flow, table)).toList();
      if (!flows.isEmpty()) {
        byTarget.put(table, ResolvedFlow.withCommonOutput(flows, past.apply(table.name())));
      }
    }
    return byTarget;
  }

  private ResolvedFlow resolve(KeyedFlow flow, StreamingTable table) {
    TableSchema source = columns.apply(flow);
    return flow instanceof SnapshotCdcFlow
        ? ResolvedFlow.of((SnapshotCdcFlow) flow, table, source, versions(flow).type())
        : ResolvedFlow.of(flow.asChanges(), table, source);
  }

  private SnapshotVersions versions(Flow snapshots) {
    return SnapshotVersions.of(snapshotSource(snapshots)).orElseThrow();
  }

  /** The source of a flow of snapshots. */
  Source snapshotSource(Flow snapshots) {
    String name = views.soleSourceOf(snapshots.source()).orElseThrow();
    return pipeline.sources().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  /** The tables that only grow, each with its flows. */
  Map<StreamingTable, List<AppendFlow>> growing() {
    Map<StreamingTable, List<AppendFlow>> byTarget = new LinkedHashMap<>();
    for (StreamingTable table : pipeline.tables()) {
      List<AppendFlow> flows = into(table, AppendFlow.class);
      if (!flows.isEmpty()) {
        byTarget.put(table, flows);
      }
    }
    return byTarget;
  }

  /** The columns of a table that only grows. */
  TableSchema growingSchema(List<AppendFlow> flows) {
    return AppendTopology.targetSchema(flows.stream().map(columns::apply).toList());
  }

  <F extends Flow> List<F> into(StreamingTable table, Class<F> kind) {
    return pipeline.flows().stream()
        .filter(flow -> flow.target().equals(table.name()))
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }
}
