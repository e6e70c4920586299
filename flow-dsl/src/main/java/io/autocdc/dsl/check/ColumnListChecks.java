// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.ReservedColumns;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/** Rules about the columns that one flow names. */
final class ColumnListChecks {

  private final AutoCdcFlow flow;
  private final String path;
  private final Reporter reporter;

  ColumnListChecks(AutoCdcFlow flow, String path, Reporter reporter) {
    this.flow = flow;
    this.path = path;
    this.reporter = reporter;
  }

  /** Checks that need no schema. */
  void checkDuplicates() {
    noDuplicates(Parameter.KEYS, flow.keys());
    noDuplicates(Parameter.SEQUENCE_BY, flow.sequenceBy());
    noDuplicates(Parameter.SYSTEM_SEQUENCE_BY, flow.systemSequenceBy());
    noDuplicates(columnsParameter(), flow.columns().named());
    noDuplicates(trackHistoryParameter(flow), flow.trackHistory().named());
    if (flow.ignoreNullUpdates() != null) {
      noDuplicates(ignoreNullParameter(), flow.ignoreNullUpdates().named());
    }
  }

  /** Checks against the columns of the source. */
  void checkAgainst(TableSchema source) {
    known(Parameter.KEYS, flow.keys(), source, this::checkKeyType);
    known(Parameter.SEQUENCE_BY, flow.sequenceBy(), source, this::checkOrder);
    known(Parameter.SYSTEM_SEQUENCE_BY, flow.systemSequenceBy(), source, this::checkOrder);
    known(columnsParameter(), flow.columns().named(), source, (column, at) -> {});
    List<Column> output = ResolvedFlow.outputColumns(flow, source);
    known(
        trackHistoryParameter(flow),
        flow.trackHistory().named(),
        source,
        (column, at) -> checkTrackable(column, output, at));
    if (flow.ignoreNullUpdates() != null) {
      known(ignoreNullParameter(), flow.ignoreNullUpdates().named(), source, this::checkEligible);
    }
    if (flow.columnsToUpdate() != null) {
      checkColumn(
          Parameter.COLUMNS_TO_UPDATE,
          flow.columnsToUpdate(),
          path + "/" + Parameter.COLUMNS_TO_UPDATE,
          source,
          this::checkTextArray);
    }
    if (flow.scdType().keepsHistory()) {
      checkReserved(output);
      warnIfSequenceIsTracked(Parameter.SEQUENCE_BY, flow.sequenceBy(), output);
      warnIfSequenceIsTracked(Parameter.SYSTEM_SEQUENCE_BY, flow.systemSequenceBy(), output);
    }
  }

  /** The parameter that gave the tracked columns. */
  static String trackHistoryParameter(AutoCdcFlow flow) {
    return flow.trackHistory() instanceof ColumnSelection.Except
        ? Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST
        : Parameter.TRACK_HISTORY_COLUMN_LIST;
  }

  private String columnsParameter() {
    return flow.columns() instanceof ColumnSelection.Except
        ? Parameter.EXCEPT_COLUMN_LIST
        : Parameter.COLUMN_LIST;
  }

  private String ignoreNullParameter() {
    return flow.ignoreNullUpdates() instanceof ColumnSelection.Except
        ? Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST
        : Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST;
  }

  private void noDuplicates(String parameter, List<String> columns) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < columns.size(); i++) {
      if (!seen.add(columns.get(i))) {
        reporter.error(
            path + "/" + parameter + "/" + i,
            ErrorCode.DUPLICATE_COLUMN,
            subject(parameter) + " names the column '" + columns.get(i) + "' twice",
            "a column stands in a list once",
            "keep one of them");
      }
    }
  }

  private void known(
      String parameter, List<String> columns, TableSchema source, BiConsumer<Column, String> rule) {
    for (int i = 0; i < columns.size(); i++) {
      checkColumn(parameter, columns.get(i), path + "/" + parameter + "/" + i, source, rule);
    }
  }

  private void checkColumn(
      String parameter,
      String name,
      String at,
      TableSchema source,
      BiConsumer<Column, String> rule) {
    source
        .find(name)
        .ifPresentOrElse(
            column -> rule.accept(column, at), () -> reportUnknown(parameter, name, at, source));
  }

  private void reportUnknown(String parameter, String name, String at, TableSchema source) {
    int dot = name.indexOf('.');
    if (dot >= 0) {
      String first = name.substring(0, dot);
      String last = name.substring(name.lastIndexOf('.') + 1);
      reporter.error(
          at,
          ErrorCode.QUALIFIED_COLUMN,
          subject(parameter) + " names '" + name + "'",
          "only top-level columns can be named, without a table or struct in front",
          source.contains(last)
              ? "write '" + last + "'"
              : source.contains(first) && parameter.startsWith(Parameter.IGNORE_NULL_UPDATES)
                  ? "write '" + first + "', which stands for all its fields"
                  : "lift the field into a column with a SQL transform");
      return;
    }
    reporter.error(
        at,
        ErrorCode.UNKNOWN_COLUMN,
        subject(parameter) + " names the column '" + name + "'",
        "'" + flow.source() + "' has no such column",
        Suggestions.didYouMean(name, source.names()));
  }

  private void checkKeyType(Column column, String at) {
    if (!Orderable.isOrderable(column.type())) {
      reporter.error(
          at,
          ErrorCode.INVALID_KEY_TYPE,
          "key '" + column.name() + "' of flow '" + flow.name() + "' has the type " + text(column),
          "values of that type cannot identify a row",
          "choose a key of a plain type, or derive one with a SQL transform");
    }
  }

  private void checkOrder(Column column, String at) {
    if (!Orderable.isOrderable(column.type())) {
      reporter.error(
          at,
          ErrorCode.NOT_ORDERABLE,
          "the sequence column '"
              + column.name()
              + "' of flow '"
              + flow.name()
              + "' has the type "
              + text(column),
          "values of that type have no order",
          "choose a number, text, date, time, timestamp or binary column");
    }
  }

  private void checkTrackable(Column column, List<Column> output, String at) {
    boolean isKey = flow.keys().contains(column.name());
    if (isKey || !output.contains(column)) {
      reporter.error(
          at,
          ErrorCode.NOT_TRACKABLE,
          subject(trackHistoryParameter(flow)) + " names the column '" + column.name() + "'",
          isKey
              ? "it is a key, so it never changes"
              : "it is not in the target, which leaves it out",
          isKey ? "remove it from the list" : "remove it from the list, or keep it in the target");
    }
  }

  private void checkEligible(Column column, String at) {
    if (flow.keys().contains(column.name())) {
      reporter.error(
          at,
          ErrorCode.NOT_ELIGIBLE,
          subject(ignoreNullParameter()) + " names the key '" + column.name() + "'",
          "a key identifies the row and is never left out of an event",
          "remove it from the list");
    }
  }

  private void checkTextArray(Column column, String at) {
    LogicalType type = column.type();
    boolean texts =
        type instanceof ArrayType array
            && array.getElementType().is(LogicalTypeFamily.CHARACTER_STRING);
    if (!texts) {
      reporter.error(
          at,
          ErrorCode.INVALID_VALUE,
          subject(Parameter.COLUMNS_TO_UPDATE)
              + " names the column '"
              + column.name()
              + "' of type "
              + text(column),
          "it holds the names of the columns that an event sets",
          "choose a column of type ARRAY<STRING>");
    }
  }

  private void checkReserved(List<Column> output) {
    for (Column column : output) {
      if (ReservedColumns.isReserved(column.name())) {
        reporter.error(
            path + "/" + columnsParameter(),
            ErrorCode.RESERVED_COLUMN,
            "the source of flow '" + flow.name() + "' has the column '" + column.name() + "'",
            "a target of SCD type " + flow.scdType() + " adds a column of that name",
            "leave it out with except_column_list, or rename it in a SQL transform");
      }
    }
  }

  private void warnIfSequenceIsTracked(
      String parameter, List<String> sequence, List<Column> output) {
    for (String name : sequence) {
      boolean kept = output.stream().anyMatch(column -> column.name().equals(name));
      if (kept && !flow.keys().contains(name) && flow.trackHistory().selects(name)) {
        reporter.warning(
            path + "/" + parameter,
            ErrorCode.SEQUENCE_IS_TRACKED,
            "flow '" + flow.name() + "' keeps and tracks its sequence column '" + name + "'",
            "so every event becomes a version",
            "put it into except_column_list or track_history_except_column_list,"
                + " unless that is what you want");
      }
    }
  }

  private String subject(String parameter) {
    return parameter + " of flow '" + flow.name() + "'";
  }

  private static String text(Column column) {
    return column.type().copy(true).asSummaryString();
  }
}
