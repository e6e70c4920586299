// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A flow that applies a change feed to a target (semantics.md, section 2). Column names are checked
 * against the source when the pipeline is built.
 *
 * @param name name, unique in the pipeline
 * @param target the table that the flow keeps
 * @param source the source or view that it reads
 * @param keys source columns that identify a row, in order
 * @param sequenceBy source columns that order the events of a key, compared first to last
 * @param systemSequenceBy source columns that order what was believed; bitemporal only, else empty
 * @param applyAsDeletes SQL condition over the source row; null for none
 * @param applyAsTruncates SQL condition over the source row; SCD type 1 only; null for none
 * @param columns which source columns the target has
 * @param scdType which history the target keeps
 * @param trackHistory which target columns start a new version when they change
 * @param ignoreNullUpdates columns whose nulls leave the stored value; null for off
 * @param columnsToUpdate an ARRAY&lt;STRING&gt; column that names what an event sets; null for none
 * @param onInvalidRow what happens to rows that cannot be applied
 * @param tombstoneRetention how long a delete is remembered, zero for ever; null for the table's
 *     property or the default
 * @param historyRetention how long history can be changed by late events; null or zero for ever
 * @param once true for a flow that runs once over a bounded source
 */
public record AutoCdcFlow(
    String name,
    TableName target,
    String source,
    List<String> keys,
    List<String> sequenceBy,
    List<String> systemSequenceBy,
    String applyAsDeletes,
    String applyAsTruncates,
    ColumnSelection columns,
    ScdType scdType,
    ColumnSelection trackHistory,
    ColumnSelection ignoreNullUpdates,
    String columnsToUpdate,
    InvalidRowPolicy onInvalidRow,
    Duration tombstoneRetention,
    Duration historyRetention,
    boolean once)
    implements KeyedFlow {

  public AutoCdcFlow {
    Objects.requireNonNull(name);
    Objects.requireNonNull(target);
    Objects.requireNonNull(source);
    keys = List.copyOf(keys);
    sequenceBy = List.copyOf(sequenceBy);
    systemSequenceBy = List.copyOf(systemSequenceBy);
    applyAsDeletes = applyAsDeletes == null ? null : applyAsDeletes.strip();
    applyAsTruncates = applyAsTruncates == null ? null : applyAsTruncates.strip();
    Objects.requireNonNull(columns);
    Objects.requireNonNull(scdType);
    Objects.requireNonNull(trackHistory);
    Objects.requireNonNull(onInvalidRow);
  }

  /**
   * A flow by itself, outside of a pipeline, for {@code AutoCdc.apply}. Its columns are checked
   * where it meets a stream.
   *
   * @param name name of the flow, and of what it keeps
   * @throws io.autocdc.dsl.problem.AutoCdcException if parameters contradict each other
   */
  public static AutoCdcFlow named(String name, Consumer<Builder> parameters) {
    Builder builder =
        new Builder(new TableName(TableName.DEFAULT_CATALOG, TableName.DEFAULT_SCHEMA, name));
    parameters.accept(builder.from(name));
    Problems problems = new Problems();
    AutoCdcFlow flow = builder.build(problems, new Locations(), Locations.flow(name));
    problems.throwIfErrors();
    return flow;
  }

  @Override
  public AutoCdcFlow asChanges() {
    return this;
  }

  /** The same flow with these keys and this sequence. */
  public AutoCdcFlow with(List<String> otherKeys, List<String> otherSequence) {
    return new AutoCdcFlow(
        name,
        target,
        source,
        otherKeys,
        otherSequence,
        systemSequenceBy,
        applyAsDeletes,
        applyAsTruncates,
        columns,
        scdType,
        trackHistory,
        ignoreNullUpdates,
        columnsToUpdate,
        onInvalidRow,
        tombstoneRetention,
        historyRetention,
        once);
  }

  /** Names of the parameters, as users type them. */
  public static final class Parameter {
    public static final String NAME = "name";
    public static final String SOURCE = "source";
    public static final String KEYS = "keys";
    public static final String SEQUENCE_BY = "sequence_by";
    public static final String SYSTEM_SEQUENCE_BY = "system_sequence_by";
    public static final String APPLY_AS_DELETES = "apply_as_deletes";
    public static final String APPLY_AS_TRUNCATES = "apply_as_truncates";
    public static final String COLUMN_LIST = "column_list";
    public static final String EXCEPT_COLUMN_LIST = "except_column_list";
    public static final String STORED_AS_SCD_TYPE = "stored_as_scd_type";
    public static final String TRACK_HISTORY_COLUMN_LIST = "track_history_column_list";
    public static final String TRACK_HISTORY_EXCEPT_COLUMN_LIST =
        "track_history_except_column_list";
    public static final String IGNORE_NULL_UPDATES = "ignore_null_updates";
    public static final String IGNORE_NULL_UPDATES_COLUMN_LIST = "ignore_null_updates_column_list";
    public static final String IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST =
        "ignore_null_updates_except_column_list";
    public static final String COLUMNS_TO_UPDATE = "columns_to_update";
    public static final String ON_INVALID_ROW = "on_invalid_row";
    public static final String TOMBSTONE_RETENTION = "tombstone_retention";
    public static final String HISTORY_RETENTION = "history_retention";
    public static final String ONCE = "once";

    private Parameter() {}
  }

  /**
   * Collects the parameters of a flow, contradictions included, so that all of them can be reported
   * together. Every front end uses it.
   */
  public static final class Builder implements KeyedFlow.Builder {

    private final TableName target;
    private String name;
    private String source;
    private List<String> keys = List.of();
    private List<String> sequenceBy = List.of();
    private List<String> systemSequenceBy = List.of();
    private String applyAsDeletes;
    private String applyAsTruncates;
    private List<String> columnList;
    private List<String> exceptColumnList;
    private ScdType scdType = ScdType.TYPE_1;
    private List<String> trackHistoryColumnList;
    private List<String> trackHistoryExceptColumnList;
    private boolean ignoreNullUpdates;
    private List<String> ignoreNullUpdatesColumnList;
    private List<String> ignoreNullUpdatesExceptColumnList;
    private String columnsToUpdate;
    private InvalidRowPolicy onInvalidRow = InvalidRowPolicy.QUARANTINE;
    private Duration tombstoneRetention;
    private Duration historyRetention;
    private boolean once;

    public Builder(TableName target) {
      this.target = Objects.requireNonNull(target);
      this.name = target.table();
    }

    /** Name of the flow; the default is the target's name. */
    public Builder named(String name) {
      this.name = Objects.requireNonNull(name);
      return this;
    }

    @Override
    public String name() {
      return name;
    }

    /** The source or view to read. */
    public Builder from(String source) {
      this.source = source;
      return this;
    }

    /** The source or view to read; null if not said yet. */
    public String source() {
      return source;
    }

    public Builder keys(String... columns) {
      return keys(List.of(columns));
    }

    @Override
    public Builder keys(List<String> columns) {
      this.keys = columns;
      return this;
    }

    public Builder sequenceBy(String... columns) {
      return sequenceBy(List.of(columns));
    }

    public Builder sequenceBy(List<String> columns) {
      this.sequenceBy = columns;
      return this;
    }

    public Builder systemSequenceBy(String... columns) {
      return systemSequenceBy(List.of(columns));
    }

    public Builder systemSequenceBy(List<String> columns) {
      this.systemSequenceBy = columns;
      return this;
    }

    public Builder applyAsDeletes(String condition) {
      this.applyAsDeletes = condition;
      return this;
    }

    public Builder applyAsTruncates(String condition) {
      this.applyAsTruncates = condition;
      return this;
    }

    /** The target has these columns, in the order of the source. */
    public Builder columns(String... columns) {
      return columns(List.of(columns));
    }

    @Override
    public Builder columns(List<String> columns) {
      this.columnList = columns;
      return this;
    }

    /** The target has every column but these. */
    public Builder exceptColumns(String... columns) {
      return exceptColumns(List.of(columns));
    }

    @Override
    public Builder exceptColumns(List<String> columns) {
      this.exceptColumnList = columns;
      return this;
    }

    @Override
    public Builder storedAsScdType(ScdType type) {
      this.scdType = Objects.requireNonNull(type);
      return this;
    }

    public Builder trackHistory(String... columns) {
      return trackHistory(List.of(columns));
    }

    @Override
    public Builder trackHistory(List<String> columns) {
      this.trackHistoryColumnList = columns;
      return this;
    }

    public Builder trackHistoryExcept(String... columns) {
      return trackHistoryExcept(List.of(columns));
    }

    @Override
    public Builder trackHistoryExcept(List<String> columns) {
      this.trackHistoryExceptColumnList = columns;
      return this;
    }

    /** Nulls of an event leave the stored values of all columns. */
    public Builder ignoreNullUpdates() {
      return ignoreNullUpdates(true);
    }

    public Builder ignoreNullUpdates(boolean ignore) {
      this.ignoreNullUpdates = ignore;
      return this;
    }

    public Builder ignoreNullUpdatesOn(List<String> columns) {
      this.ignoreNullUpdatesColumnList = columns;
      return this;
    }

    public Builder ignoreNullUpdatesExcept(List<String> columns) {
      this.ignoreNullUpdatesExceptColumnList = columns;
      return this;
    }

    public Builder columnsToUpdate(String column) {
      this.columnsToUpdate = column;
      return this;
    }

    @Override
    public Builder onInvalidRow(InvalidRowPolicy policy) {
      this.onInvalidRow = Objects.requireNonNull(policy);
      return this;
    }

    /** How long a delete is remembered; zero means for ever. */
    public Builder tombstoneRetention(Duration retention) {
      this.tombstoneRetention = retention;
      return this;
    }

    /** How long history can be changed by late events; null or zero means for ever. */
    public Builder historyRetention(Duration retention) {
      this.historyRetention = retention;
      return this;
    }

    public Builder once(boolean once) {
      this.once = once;
      return this;
    }

    @Override
    public AutoCdcFlow build(Problems problems, Locations locations, String path) {
      reportContradictions(new Contradictions(problems, locations, path));
      boolean ignores =
          ignoreNullUpdates
              || ignoreNullUpdatesColumnList != null
              || ignoreNullUpdatesExceptColumnList != null;
      return new AutoCdcFlow(
          name,
          target,
          source == null ? "" : source,
          keys,
          sequenceBy,
          systemSequenceBy,
          applyAsDeletes,
          applyAsTruncates,
          selection(columnList, exceptColumnList),
          scdType,
          selection(trackHistoryColumnList, trackHistoryExceptColumnList),
          ignores
              ? selection(ignoreNullUpdatesColumnList, ignoreNullUpdatesExceptColumnList)
              : null,
          columnsToUpdate,
          onInvalidRow,
          tombstoneRetention,
          historyRetention,
          once);
    }

    private void reportContradictions(Contradictions found) {
      found.exclusive(
          Parameter.COLUMN_LIST, columnList != null,
          Parameter.EXCEPT_COLUMN_LIST, exceptColumnList != null);
      found.exclusive(
          Parameter.TRACK_HISTORY_COLUMN_LIST, trackHistoryColumnList != null,
          Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST, trackHistoryExceptColumnList != null);
      found.exclusive(
          Parameter.IGNORE_NULL_UPDATES,
          ignoreNullUpdates,
          Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST,
          ignoreNullUpdatesColumnList != null);
      found.exclusive(
          Parameter.IGNORE_NULL_UPDATES,
          ignoreNullUpdates,
          Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST,
          ignoreNullUpdatesExceptColumnList != null);
      found.exclusive(
          Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST,
          ignoreNullUpdatesColumnList != null,
          Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST,
          ignoreNullUpdatesExceptColumnList != null);
      found.empty(Parameter.COLUMN_LIST, columnList);
      found.empty(Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST, ignoreNullUpdatesColumnList);
    }

    private static ColumnSelection selection(List<String> only, List<String> except) {
      if (only != null) {
        return ColumnSelection.only(only);
      }
      return except == null || except.isEmpty()
          ? ColumnSelection.ALL
          : ColumnSelection.except(except);
    }

    /** Reports options that cannot stand together, and lists that select nothing. */
    private final class Contradictions {

      private final Problems problems;
      private final Locations locations;
      private final String path;

      Contradictions(Problems problems, Locations locations, String path) {
        this.problems = problems;
        this.locations = locations;
        this.path = path;
      }

      void exclusive(String first, boolean firstSet, String second, boolean secondSet) {
        if (firstSet && secondSet) {
          problems.error(
              locations.find(path + "/" + second),
              ErrorCode.CONFLICTING_OPTIONS,
              "flow '" + name + "' has both " + first + " and " + second,
              "they exclude each other",
              "keep one of them");
        }
      }

      void empty(String parameter, List<String> list) {
        if (list != null && list.isEmpty()) {
          problems.error(
              locations.find(path + "/" + parameter),
              ErrorCode.EMPTY_LIST,
              "flow '" + name + "': " + parameter + " is empty",
              "an empty list selects nothing",
              "list at least one column, or leave " + parameter + " out");
        }
      }
    }
  }
}
