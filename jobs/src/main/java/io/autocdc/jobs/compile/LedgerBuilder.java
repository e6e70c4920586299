// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.TableName;
import io.autocdc.operators.ledger.EventRows;
import io.autocdc.operators.ledger.LedgerPlan;
import io.autocdc.operators.ledger.RunEvent;
import io.autocdc.operators.ledger.RunLedger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/** Brings what all operators of a pipeline count into one ledger, and that into the event log. */
final class LedgerBuilder {

  private final Pipeline pipeline;
  private final CompileOptions options;
  private final LinkedHashMap<String, String> targetStates = new LinkedHashMap<>();
  private final List<RunEvent> announcements = new ArrayList<>();

  /** Null as long as nothing counts. */
  private DataStream<RowData> tallies;

  LedgerBuilder(Pipeline pipeline, CompileOptions options) {
    this.pipeline = pipeline;
    this.options = options;
  }

  void addTallies(DataStream<RowData> more) {
    tallies = tallies == null ? more : tallies.union(more);
  }

  /**
   * @param flows the flows of the target
   * @param state what its state is called; another name means that it began anew
   */
  void addTarget(TableName table, List<ResolvedFlow> flows, String state) {
    targetStates.put(table.toString(), state);
    FlowDefinition definition = new FlowDefinition(options.reporting().secrets());
    for (ResolvedFlow flow : flows) {
      announcements.add(definition.of(declared(flow), flow));
    }
  }

  private Flow declared(ResolvedFlow resolved) {
    return pipeline.flows().stream()
        .filter(flow -> flow.name().equals(resolved.flow().name()))
        .findFirst()
        .orElseThrow();
  }

  void addGrowingTarget(List<AppendFlow> flows) {
    FlowDefinition definition = new FlowDefinition(options.reporting().secrets());
    flows.forEach(flow -> announcements.add(definition.of(flow)));
  }

  /** Adds the ledger to the job, once all else is there. */
  void build(Targets targets, Catalogs catalogs) {
    if (tallies == null) {
      return;
    }
    announcements.addAll(targets.changes());
    LinkedHashMap<String, String> flows = new LinkedHashMap<>();
    pipeline.flows().forEach(flow -> flows.put(flow.name(), flow.target().toString()));
    LedgerPlan plan =
        new LedgerPlan(options.reporting().runId(), flows, targetStates, announcements);
    String uid = "pipeline-" + pipeline.name() + "-ledger";
    DataStream<RowData> events =
        tallies
            .transform("ledger", EventRows.typeInfo(), new RunLedger(plan))
            .setParallelism(1)
            .uid(uid);
    options.eventLogOf(pipeline).ifPresent(log -> write(events, log, targets, catalogs));
  }

  private void write(
      DataStream<RowData> events, TableName log, Targets targets, Catalogs catalogs) {
    targets.prepareEventLog(log);
    catalogs.of(log).sink(events, log, options.generations().targetUid(log));
  }
}
