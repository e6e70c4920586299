// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A flow with its names resolved against the columns of its source. The flow must have passed the
 * checks.
 *
 * @param flow the declaration
 * @param source the columns that the flow reads
 * @param keys key columns, in declared order
 * @param targetKeys what the target calls the keys: as the first of its flows does, which others
 *     may spell in another case
 * @param sequence sequence columns, in declared order
 * @param systemSequence columns that order what was believed, in declared order; empty unless the
 *     target is bitemporal
 * @param output columns of the target but those that history adds, in the order of the source
 * @param tombstoneRetention how long a delete is remembered; zero means for ever
 * @param historyRetention how long events of a history may still be changed by late ones; zero
 *     means for ever
 * @param past what earlier runs made of the target
 */
public record ResolvedFlow(
    AutoCdcFlow flow,
    TableSchema source,
    List<Column> keys,
    List<String> targetKeys,
    List<Column> sequence,
    List<Column> systemSequence,
    List<Column> output,
    Duration tombstoneRetention,
    Duration historyRetention,
    TargetPast past)
    implements Serializable {

  public static final Duration DEFAULT_TOMBSTONE_RETENTION = Duration.ofDays(2);

  /** Resolves a flow that has passed the checks. */
  public static ResolvedFlow of(AutoCdcFlow flow, StreamingTable table, TableSchema source) {
    return new ResolvedFlow(
        flow,
        source,
        columns(flow.keys(), source),
        flow.keys(),
        columns(flow.sequenceBy(), source),
        columns(flow.systemSequenceBy(), source),
        outputColumns(flow, source),
        tombstoneRetention(flow, table),
        flow.historyRetention() == null ? Duration.ZERO : flow.historyRetention(),
        TargetPast.NONE);
  }

  /**
   * Resolves a flow of snapshots that has passed the checks.
   *
   * @param version type of the versions
   */
  public static ResolvedFlow of(
      SnapshotCdcFlow flow, StreamingTable table, TableSchema source, LogicalType version) {
    AutoCdcFlow changes = flow.asChanges();
    return new ResolvedFlow(
        changes,
        source,
        columns(changes.keys(), source),
        changes.keys(),
        List.of(Column.metadata(SourceTypes.SNAPSHOT_VERSION, version)),
        List.of(),
        outputColumns(changes, source),
        tombstoneRetention(changes, table),
        Duration.ZERO,
        TargetPast.NONE);
  }

  private static List<Column> columns(List<String> names, TableSchema source) {
    return names.stream().map(name -> source.find(name).orElseThrow()).toList();
  }

  /**
   * The columns of the source that the target has. Keys are always among them; columns that the
   * source adds are among them only if a column list names them.
   */
  public static List<Column> outputColumns(AutoCdcFlow flow, TableSchema source) {
    List<Column> output = new ArrayList<>();
    for (Column column : source.columns()) {
      boolean selected =
          flow.columns().selects(column.name())
              && (!column.metadata() || flow.columns() instanceof ColumnSelection.Only);
      if (selected || flow.keys().contains(column.name())) {
        output.add(column);
      }
    }
    return output;
  }

  private static Duration tombstoneRetention(AutoCdcFlow flow, StreamingTable table) {
    if (flow.tombstoneRetention() != null) {
      return flow.tombstoneRetention();
    }
    String seconds = table.properties().get(StreamingTable.TOMBSTONE_GC_SECONDS);
    return seconds == null
        ? DEFAULT_TOMBSTONE_RETENTION
        : Duration.ofSeconds(Long.parseLong(seconds.strip()));
  }

  /** {@link #withCommonOutput(List, TargetPast)} for a target that is new. */
  public static List<ResolvedFlow> withCommonOutput(List<ResolvedFlow> flows) {
    return withCommonOutput(flows, TargetPast.NONE);
  }

  /**
   * The flows of one target with the columns that the target has because of any of them: those of
   * the first flow, then those that later flows add, then those that no flow brings any more. A
   * flow leaves the others' columns alone, see {@link #speaksOf}.
   */
  public static List<ResolvedFlow> withCommonOutput(List<ResolvedFlow> flows, TargetPast past) {
    if (flows.isEmpty()) {
      return flows;
    }
    List<String> targetKeys = flows.get(0).targetKeys();
    Map<String, Column> common = new LinkedHashMap<>();
    flows.get(0).output().forEach(c -> common.put(c.name(), c));
    for (ResolvedFlow flow : flows) {
      flow.output().stream()
          .filter(c -> !flow.flow().keys().contains(c.name()))
          .forEach(c -> common.putIfAbsent(c.name(), c));
    }
    past.columns().forEach(c -> common.putIfAbsent(c.name(), c));
    return flows.stream()
        .map(
            flow ->
                new ResolvedFlow(
                    flow.flow(),
                    flow.source(),
                    flow.keys(),
                    targetKeys,
                    flow.sequence(),
                    flow.systemSequence(),
                    List.copyOf(common.values()),
                    flow.tombstoneRetention(),
                    flow.historyRetention(),
                    past))
        .toList();
  }

  /**
   * True if an output column is one of the flow's own: it {@link #brings} the column, or did so in
   * an earlier run. A column that its source has lost is null in its events from then on.
   */
  public boolean speaksOf(String column) {
    return brings(column) || past.hasBrought(flow.name(), column);
  }

  /** True if the flow itself has that output column, and not only another flow of its target. */
  public boolean brings(String column) {
    return outputColumns(flow, source).stream().anyMatch(own -> own.name().equals(column));
  }

  /** True if the rows that the flow reads say themselves what happened. */
  public boolean readsFeed() {
    return OperationColumn.of(source).isPresent();
  }

  /** True if the rows that the flow reads may lack values of columns, and say so. */
  public boolean mayLackValues() {
    return ChangeFeeds.unavailable(source) >= 0;
  }

  /** Where an output column stands in the source, from 0; -1 if the flow does not bring it. */
  public int sourcePosition(String column) {
    return brings(column) ? source.indexOf(column) : -1;
  }

  /** Output columns that are not keys. */
  public List<Column> payload() {
    return output.stream().filter(column -> !targetKeys.contains(column.name())).toList();
  }

  /**
   * The columns of a target whose change starts a new version. Flows agree on the columns that they
   * have in common, and each has its say on its own; what none of them brings any more stays as it
   * was.
   *
   * @param flows the flows of the target, with all of its columns
   */
  public static Set<String> tracked(List<ResolvedFlow> flows) {
    return flows.get(0).payload().stream()
        .map(Column::name)
        .filter(column -> isTracked(column, flows))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean isTracked(String column, List<ResolvedFlow> flows) {
    return flows.stream()
        .filter(flow -> flow.brings(column))
        .findFirst()
        .map(flow -> flow.flow().trackHistory().selects(column))
        .orElseGet(() -> flows.get(0).past().tracked().contains(column));
  }

  /** Output columns whose change starts a new version. */
  public List<Column> tracked() {
    return payload().stream().filter(column -> flow.trackHistory().selects(column.name())).toList();
  }

  /** Type of {@code __START_AT}: that of the sequence column, or a ROW of several. */
  public LogicalType sequenceType() {
    return typeOf(sequence);
  }

  /**
   * Type of {@code __SYSTEM_START_AT}: that of the system sequence column, or a ROW of several. For
   * bitemporal targets only.
   */
  public LogicalType systemSequenceType() {
    return typeOf(systemSequence);
  }

  private static LogicalType typeOf(List<Column> columns) {
    if (columns.size() == 1) {
      return columns.get(0).type();
    }
    return new RowType(
        true,
        columns.stream().map(c -> new RowType.RowField(c.name(), c.type().copy(true))).toList());
  }

  /** All columns of the target, those that history adds included. */
  public TableSchema targetSchema() {
    List<Column> columns = new ArrayList<>();
    for (Column column : output) {
      boolean isKey = targetKeys.contains(column.name());
      columns.add(Column.of(column.name(), column.type().copy(!isKey)));
    }
    if (flow.scdType().keepsHistory()) {
      columns.add(Column.of(ReservedColumns.START_AT, sequenceType().copy(false)));
      columns.add(Column.of(ReservedColumns.END_AT, sequenceType().copy(true)));
    }
    if (flow.scdType() == ScdType.BITEMPORAL) {
      columns.add(Column.of(ReservedColumns.SYSTEM_START_AT, systemSequenceType().copy(false)));
      columns.add(Column.of(ReservedColumns.SYSTEM_END_AT, systemSequenceType().copy(true)));
    }
    return new TableSchema(columns);
  }

  /** Primary key of the target (semantics.md, section 10). */
  public List<String> targetKey() {
    List<String> key = new ArrayList<>(targetKeys);
    if (flow.scdType().keepsHistory()) {
      key.add(ReservedColumns.START_AT);
    }
    if (flow.scdType() == ScdType.BITEMPORAL) {
      key.add(ReservedColumns.SYSTEM_START_AT);
    }
    return key;
  }
}
