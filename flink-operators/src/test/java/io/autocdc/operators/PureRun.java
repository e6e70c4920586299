// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.type.Column;
import io.autocdc.golden.TestFlows.RowSource;
import io.autocdc.merge.Event;
import io.autocdc.merge.Scd1Core;
import io.autocdc.merge.Scd2Core;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.merge.TreeTimeline;
import io.autocdc.operators.row.RowDataSemantics;
import io.autocdc.operators.row.RowProjection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Runs a flow on the merge cores alone, without Flink's runtime. */
public final class PureRun {

  private final ResolvedFlow flow;
  private final RowSource source;
  private final MaterializedTable table;
  private final SequenceCodec sequences;
  private final RowDataSemantics semantics;
  private final ChangelogEmitter emitter;
  private final Map<RowData, TreeTimeline<RowData>> timelines = new LinkedHashMap<>();
  private Sequence truncatedAt;

  public PureRun(ResolvedFlow flow) {
    this.flow = flow;
    this.source = new RowSource(flow);
    this.table = new MaterializedTable(flow);
    this.sequences = SequenceCodec.of(flow.sequence().stream().map(Column::type).toList());
    this.semantics =
        new RowDataSemantics(
            new RowType(
                flow.payload().stream()
                    .map(c -> new RowType.RowField(c.name(), c.type()))
                    .toList()),
            flow.tracked().stream().map(Column::name).collect(Collectors.toSet()));
    this.emitter = new ChangelogEmitter(new VersionRows(flow, sequences));
  }

  MaterializedTable table() {
    return table;
  }

  /** The visible rows as JSON, sorted by key. */
  public List<String> rows() {
    return table.rows();
  }

  /** Applies an event, given as JSON. */
  public void apply(String json) {
    RowData row = source.read(json);
    Sequence sequence = sequences.encode(row, positions(flow.sequence()));
    int condition = flow.source().columns().size();
    boolean delete = false;
    if (flow.flow().applyAsDeletes() != null) {
      delete = !row.isNullAt(condition) && row.getBoolean(condition);
      condition++;
    }
    if (flow.flow().applyAsTruncates() != null
        && !row.isNullAt(condition)
        && row.getBoolean(condition)) {
      truncate(sequence);
      return;
    }
    RowData key = project(flow.keys(), row);
    RowData values = delete ? null : project(flow.payload(), row);
    TreeTimeline<RowData> timeline = timelines.computeIfAbsent(key, k -> new TreeTimeline<>());
    Event<RowData> event = new Event<>(sequence, values);
    List<RowData> changes = new ArrayList<>();
    emitter.of(key, new ListCollector<>(changes));
    if (flow.flow().scdType() == ScdType.TYPE_1) {
      new Scd1Core<>(semantics).apply(event, truncatedAt, timeline, emitter);
    } else {
      new Scd2Core<>(semantics).apply(event, timeline, emitter);
    }
    changes.forEach(table::apply);
  }

  private void truncate(Sequence sequence) {
    if (truncatedAt != null && truncatedAt.compareTo(sequence) >= 0) {
      return;
    }
    truncatedAt = sequence;
    timelines.forEach(
        (key, timeline) -> {
          List<RowData> changes = new ArrayList<>();
          new Scd1Core<>(semantics)
              .truncate(sequence, timeline, emitter.of(key, new ListCollector<>(changes)));
          changes.forEach(table::apply);
        });
  }

  private RowData project(List<Column> columns, RowData row) {
    List<LogicalType> types = columns.stream().map(Column::type).toList();
    return RowProjection.of(types, positions(columns)).apply(row).copy();
  }

  private int[] positions(List<Column> columns) {
    return columns.stream().mapToInt(c -> flow.source().indexOf(c.name())).toArray();
  }
}
