// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.golden.TestFlows.RowSource;
import io.autocdc.merge.BitemporalCore;
import io.autocdc.merge.Event;
import io.autocdc.merge.Horizon;
import io.autocdc.merge.KnownEvent;
import io.autocdc.merge.MemoryBeliefs;
import io.autocdc.merge.Outcome;
import io.autocdc.merge.RowSemantics;
import io.autocdc.merge.Scd1Core;
import io.autocdc.merge.Scd1PartialCore;
import io.autocdc.merge.Scd2Core;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.TreeTimeline;
import io.autocdc.operators.SourceChanges.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.table.data.RowData;

/** Runs the flows of a target on the merge cores alone, without Flink's runtime. */
public final class PureRun {

  private final TargetShape target;
  private final List<RowSource> sources;
  private final MaterializedTable table;
  private final RowSemantics<RowData> semantics;
  private final ChangelogEmitter emitter;
  private final Map<RowData, TreeTimeline<RowData>> timelines = new LinkedHashMap<>();
  private final Map<RowData, MemoryBeliefs<RowData>> beliefs = new LinkedHashMap<>();
  private Sequence truncatedAt;

  public PureRun(ResolvedFlow flow) {
    this(new TargetShape(List.of(flow)));
  }

  PureRun(TargetShape target) {
    this.target = target;
    sources = target.flows().stream().map(RowSource::new).toList();
    table = new MaterializedTable(target.shared());
    semantics = target.semantics();
    emitter = new ChangelogEmitter(new VersionRows(target));
  }

  MaterializedTable table() {
    return table;
  }

  /** The visible rows as JSON, sorted by key. */
  public List<String> rows() {
    return table.rows();
  }

  public void apply(String json) {
    apply(0, json);
  }

  /** Applies a row of one of the flows. */
  void apply(int flow, String json) {
    apply(flow, json, Event.UNKNOWN, Horizon.NONE);
  }

  /**
   * Applies a row of one of the flows, unless it comes too late; nothing is ever dropped.
   *
   * @return null for a truncate
   */
  Outcome apply(int flow, String json, long time, Horizon horizon) {
    Change change = SourceChanges.read(target, flow, sources.get(flow).read(json));
    if (change.isTruncate()) {
      truncate(change.sequence());
      return null;
    }
    List<RowData> changes = new ArrayList<>();
    emitter.of(change.key(), new ListCollector<>(changes));
    Outcome outcome = merge(change, new Event<>(change.sequence(), change.row(), time), horizon);
    changes.forEach(table::apply);
    return outcome;
  }

  private Outcome merge(Change change, Event<RowData> event, Horizon horizon) {
    TreeTimeline<RowData> timeline =
        timelines.computeIfAbsent(change.key(), key -> new TreeTimeline<>());
    return switch (target.scdType()) {
      case TYPE_1 ->
          target.isPartial()
              ? new Scd1PartialCore<>(semantics).apply(event, truncatedAt, timeline, emitter)
              : new Scd1Core<>(semantics).apply(event, truncatedAt, timeline, emitter);
      case TYPE_2 -> new Scd2Core<>(semantics).apply(event, horizon, timeline, emitter);
      case BITEMPORAL ->
          new BitemporalCore<>(semantics)
              .apply(
                  new KnownEvent<>(change.system(), event),
                  horizon,
                  beliefs.computeIfAbsent(change.key(), key -> new MemoryBeliefs<>()),
                  emitter);
    };
  }

  private void truncate(Sequence sequence) {
    if (truncatedAt != null && truncatedAt.compareTo(sequence) >= 0) {
      return;
    }
    truncatedAt = sequence;
    timelines.forEach(
        (key, timeline) -> {
          List<RowData> changes = new ArrayList<>();
          emitter.of(key, new ListCollector<>(changes));
          if (target.isPartial()) {
            new Scd1PartialCore<>(semantics).truncate(sequence, timeline, emitter);
          } else {
            new Scd1Core<>(semantics).truncate(sequence, timeline, emitter);
          }
          changes.forEach(table::apply);
        });
  }
}
