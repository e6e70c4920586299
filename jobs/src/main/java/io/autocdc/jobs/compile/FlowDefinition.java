// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import io.autocdc.operators.ledger.RunEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Tells as an event how a flow is declared, with everything that was resolved. */
final class FlowDefinition {

  private final ResolvedFlow flow;
  private final Set<String> secrets;

  /**
   * @param secrets texts that the event may not show
   */
  FlowDefinition(ResolvedFlow flow, Set<String> secrets) {
    this.flow = flow;
    this.secrets = secrets;
  }

  RunEvent event() {
    AutoCdcFlow declared = flow.flow();
    String target = declared.target().toString();
    return RunEvent.of(
        RunEvent.Level.INFO,
        RunEvent.Type.DEFINITION,
        declared.name(),
        target,
        "%s keeps %s from '%s', SCD type %s"
            .formatted(declared.name(), target, declared.source(), declared.scdType()),
        parameters());
  }

  /** Only those that the flow has, under the names that users type. */
  private Map<String, Object> parameters() {
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
