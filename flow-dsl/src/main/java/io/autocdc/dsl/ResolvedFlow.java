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
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A flow with its names resolved against the columns of its source. The flow must have passed the
 * checks.
 *
 * @param flow the declaration
 * @param source the columns that the flow reads
 * @param keys key columns, in declared order
 * @param sequence sequence columns, in declared order
 * @param output columns of the target but those that history adds, in the order of the source
 * @param tombstoneRetention how long a delete is remembered; zero means for ever
 */
public record ResolvedFlow(
    AutoCdcFlow flow,
    TableSchema source,
    List<Column> keys,
    List<Column> sequence,
    List<Column> output,
    Duration tombstoneRetention)
    implements Serializable {

  public static final Duration DEFAULT_TOMBSTONE_RETENTION = Duration.ofDays(2);

  /** Resolves a flow that has passed the checks. */
  public static ResolvedFlow of(AutoCdcFlow flow, StreamingTable table, TableSchema source) {
    return new ResolvedFlow(
        flow,
        source,
        flow.keys().stream().map(name -> source.find(name).orElseThrow()).toList(),
        flow.sequenceBy().stream().map(name -> source.find(name).orElseThrow()).toList(),
        outputColumns(flow, source),
        tombstoneRetention(flow, table));
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

  /**
   * The flows of one target with the columns that the target has because of any of them: those of
   * the first flow, then those that later flows add. A flow leaves the others' columns null.
   */
  public static List<ResolvedFlow> withCommonOutput(List<ResolvedFlow> flows) {
    Map<String, Column> common = new LinkedHashMap<>();
    flows.forEach(flow -> flow.output().forEach(c -> common.putIfAbsent(c.name(), c)));
    return flows.stream()
        .map(
            flow ->
                new ResolvedFlow(
                    flow.flow(),
                    flow.source(),
                    flow.keys(),
                    flow.sequence(),
                    List.copyOf(common.values()),
                    flow.tombstoneRetention()))
        .toList();
  }

  /** Output columns that are not keys. */
  public List<Column> payload() {
    return output.stream().filter(column -> !flow.keys().contains(column.name())).toList();
  }

  /** Output columns whose change starts a new version. */
  public List<Column> tracked() {
    return payload().stream().filter(column -> flow.trackHistory().selects(column.name())).toList();
  }

  /** Type of {@code __START_AT}: that of the sequence column, or a ROW of several. */
  public LogicalType sequenceType() {
    if (sequence.size() == 1) {
      return sequence.get(0).type();
    }
    return new RowType(
        true,
        sequence.stream().map(c -> new RowType.RowField(c.name(), c.type().copy(true))).toList());
  }

  /** All columns of the target, those that history adds included. */
  public TableSchema targetSchema() {
    List<Column> columns = new ArrayList<>();
    for (Column column : output) {
      boolean isKey = flow.keys().contains(column.name());
      columns.add(Column.of(column.name(), column.type().copy(!isKey)));
    }
    if (flow.scdType().keepsHistory()) {
      columns.add(Column.of(ReservedColumns.START_AT, sequenceType().copy(false)));
      columns.add(Column.of(ReservedColumns.END_AT, sequenceType().copy(true)));
    }
    return new TableSchema(columns);
  }

  /** Primary key of the target (semantics.md, section 10). */
  public List<String> targetKey() {
    List<String> key = new ArrayList<>(flow.keys());
    if (flow.scdType().keepsHistory()) {
      key.add(ReservedColumns.START_AT);
    }
    return key;
  }
}
