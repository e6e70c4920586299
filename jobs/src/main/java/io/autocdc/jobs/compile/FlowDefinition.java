// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import io.autocdc.operators.ledger.RunEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Tells how flows are declared, with everything that was resolved. */
public final class FlowDefinition {

  private final Set<String> secrets;

  /**
   * @param secrets texts that no value may show
   */
  public FlowDefinition(Set<String> secrets) {
    this.secrets = secrets;
  }

  /**
   * @param declared the flow as it was declared
   * @param flow the same as changes, resolved
   */
  RunEvent of(Flow declared, ResolvedFlow flow) {
    String kind = declared instanceof SnapshotCdcFlow ? "snapshots of " : "";
    return event(
        declared,
        "%s keeps %s from %s'%s', SCD type %s"
            .formatted(
                declared.name(), declared.target(), kind, declared.source(), flow.flow().scdType()),
        parameters(declared, flow));
  }

  RunEvent of(AppendFlow flow) {
    return event(
        flow,
        "%s appends '%s' to %s".formatted(flow.name(), flow.source(), flow.target()),
        parameters(flow));
  }

  /** The parameters of a flow that appends, under the names that users type. */
  public Map<String, Object> parameters(AppendFlow flow) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(Parameter.SOURCE, flow.source());
    values.put(Parameter.ON_INVALID_ROW, flow.onInvalidRow().name().toLowerCase(Locale.ROOT));
    values.put(Parameter.ONCE, flow.once());
    return values;
  }

  /**
   * The parameters that a flow has, under the names that users type: texts, booleans and lists of
   * texts. Lists of columns are those that were selected, whatever selected them.
   *
   * @param declared the flow as it was declared
   * @param flow the same as changes, resolved
   */
  public Map<String, Object> parameters(Flow declared, ResolvedFlow flow) {
    Map<String, Object> values = parameters(flow);
    if (declared instanceof SnapshotCdcFlow snapshots) {
      values.put(
          SnapshotCdcFlow.Parameter.ON_LOWER_VERSION,
          snapshots.onLowerVersion().name().toLowerCase(Locale.ROOT));
      values.put(SnapshotCdcFlow.Parameter.ALLOW_EMPTY_SNAPSHOT, snapshots.allowEmptySnapshot());
    }
    return values;
  }

  private static RunEvent event(Flow flow, String message, Map<String, ?> values) {
    return RunEvent.of(
        RunEvent.Level.INFO,
        RunEvent.Type.DEFINITION,
        flow.name(),
        flow.target().toString(),
        message,
        values);
  }

  /** Only those that the flow has, under the names that users type. */
  private Map<String, Object> parameters(ResolvedFlow flow) {
    AutoCdcFlow declared = flow.flow();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(Parameter.SOURCE, declared.source());
    values.put(Parameter.KEYS, declared.keys());
    values.put(Parameter.SEQUENCE_BY, declared.sequenceBy());
    values.put(Parameter.SYSTEM_SEQUENCE_BY, declared.systemSequenceBy());
    values.put(Parameter.STORED_AS_SCD_TYPE, declared.scdType().toString());
    values.put(Parameter.APPLY_AS_DELETES, condition(declared.applyAsDeletes()));
    values.put(Parameter.APPLY_AS_TRUNCATES, condition(declared.applyAsTruncates()));
    values.put(Parameter.COLUMN_LIST, names(flow.output()));
    if (declared.scdType().keepsHistory()) {
      values.put(Parameter.TRACK_HISTORY_COLUMN_LIST, names(flow.tracked()));
    }
    if (declared.ignoreNullUpdates() != null) {
      values.put(
          Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST,
          names(flow.payload()).stream().filter(declared.ignoreNullUpdates()::selects).toList());
    }
    values.put(Parameter.COLUMNS_TO_UPDATE, declared.columnsToUpdate());
    values.put(Parameter.ON_INVALID_ROW, declared.onInvalidRow().name().toLowerCase(Locale.ROOT));
    values.put(Parameter.TOMBSTONE_RETENTION, Durations.format(flow.tombstoneRetention()));
    if (declared.historyRetention() != null) {
      values.put(Parameter.HISTORY_RETENTION, Durations.format(declared.historyRetention()));
    }
    values.put(Parameter.ONCE, declared.once());
    values.values().removeIf(value -> value == null || value.equals(List.of()));
    return values;
  }

  private String condition(String sql) {
    return sql == null ? null : Problem.hide(sql, secrets);
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }
}
