// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.TableSchema;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules about a single flow (semantics.md, section 2). */
final class FlowChecks {

  private final Reporter reporter;
  private final Conditions conditions;
  private final Set<String> relations;
  private final Set<String> namedRelations;
  private final WrittenTables written;
  private final List<TableName> tables;
  private final Map<String, TableSchema> schemas;
  private final FeedFlows feeds;

  /**
   * @param relations names of all sources and views
   * @param schemas columns of those of them whose columns are known
   */
  FlowChecks(
      Reporter reporter,
      Conditions conditions,
      Set<String> relations,
      QueriesOfOthers queries,
      WrittenTables written,
      List<StreamingTable> tables,
      Map<String, TableSchema> schemas,
      FeedFlows feeds) {
    this.reporter = reporter;
    this.conditions = conditions;
    this.relations = relations;
    this.namedRelations =
        relations.stream()
            .filter(name -> !queries.contains(name))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    this.written = written;
    this.tables = tables.stream().map(StreamingTable::name).toList();
    this.schemas = schemas;
    this.feeds = feeds;
  }

  void check(AutoCdcFlow flow, String path) {
    check(flow, path, schemas.get(flow.source()));
  }

  /**
   * @param source the columns that the flow reads; null if unknown
   */
  void check(AutoCdcFlow flow, String path, TableSchema source) {
    checkReferences(flow, path);
    checkRequired(flow, path);
    checkScdType(flow, path);
    checkColumnsToUpdate(flow, path);
    notNegative(flow, path, Parameter.TOMBSTONE_RETENTION, flow.tombstoneRetention());
    checkHistoryRetention(flow, path);
    ColumnListChecks columns = new ColumnListChecks(flow, path, reporter);
    columns.checkDuplicates();
    if (source != null) {
      columns.checkAgainst(source);
    }
    checkCondition(flow, path, Parameter.APPLY_AS_DELETES, flow.applyAsDeletes(), source);
    checkCondition(flow, path, Parameter.APPLY_AS_TRUNCATES, flow.applyAsTruncates(), source);
  }

  /** Checks that what the flow reads and writes is declared. */
  void checkReferences(Flow flow, String path) {
    if (flow.source().isEmpty()) {
      reporter.error(
          path + "/" + Parameter.SOURCE,
          ErrorCode.MISSING_KEY,
          "flow '" + flow.name() + "' has no source",
          "it has nothing to read",
          "name a source or view");
    } else if (!relations.contains(flow.source()) && written.find(flow.source()).isPresent()) {
      written.report(
          path + "/" + Parameter.SOURCE,
          "flow '" + flow.name() + "'",
          written.find(flow.source()).get());
    } else if (!relations.contains(flow.source())) {
      reporter.error(
          path + "/" + Parameter.SOURCE,
          ErrorCode.UNKNOWN_SOURCE,
          "flow '" + flow.name() + "' reads from '" + flow.source() + "'",
          "there is no source or view of that name",
          Suggestions.didYouMean(flow.source(), namedRelations));
    }
    if (!tables.contains(flow.target())) {
      reporter.error(
          path + "/target",
          ErrorCode.UNKNOWN_TARGET,
          "flow '" + flow.name() + "' writes into '" + flow.target() + "'",
          "the pipeline does not declare that table",
          tables.isEmpty()
              ? "declare a streaming table"
              : Suggestions.didYouMean(
                  flow.target().toString(), tables.stream().map(TableName::toString).toList()));
    }
  }

  private void checkRequired(AutoCdcFlow flow, String path) {
    if (feeds.areUnknown(flow)) {
      return; // That is reported with the source.
    }
    if (flow.keys().isEmpty()) {
      reporter.error(
          path + "/" + Parameter.KEYS,
          ErrorCode.NO_KEYS,
          "flow '" + flow.name() + "' has no keys",
          "events of one row are recognised by its keys",
          "name the columns that identify a row: keys: [id]");
    }
    if (flow.sequenceBy().isEmpty()) {
      reporter.error(
          path + "/" + Parameter.SEQUENCE_BY,
          ErrorCode.NO_SEQUENCE,
          "flow '" + flow.name() + "' has no sequence_by",
          "the order of events is decided by a sequence, never by arrival",
          "name a column that grows with every change of a row");
    }
  }

  private void checkScdType(AutoCdcFlow flow, String path) {
    boolean bitemporal = flow.scdType() == ScdType.BITEMPORAL;
    if (bitemporal == flow.systemSequenceBy().isEmpty()) {
      reporter.error(
          path + "/" + Parameter.SYSTEM_SEQUENCE_BY,
          ErrorCode.SYSTEM_SEQUENCE,
          "flow '"
              + flow.name()
              + "' of SCD type "
              + flow.scdType()
              + (bitemporal ? " has no system_sequence_by" : " has system_sequence_by"),
          bitemporal
              ? "a bitemporal target says when something was believed"
              : "only a bitemporal target has a system time",
          bitemporal
              ? "name the column that orders what was believed"
              : "remove it, or store as bitemporal");
    }
    if (flow.applyAsTruncates() != null && flow.scdType() != ScdType.TYPE_1) {
      reporter.error(
          path + "/" + Parameter.APPLY_AS_TRUNCATES,
          ErrorCode.TRUNCATE_NEEDS_SCD1,
          "flow '" + flow.name() + "' of SCD type " + flow.scdType() + " has apply_as_truncates",
          "truncates apply to SCD type 1 only",
          "remove it, or store as SCD type 1");
    }
    if (!(flow.trackHistory() instanceof ColumnSelection.All) && !flow.scdType().keepsHistory()) {
      String parameter = ColumnListChecks.trackHistoryParameter(flow);
      reporter.error(
          path + "/" + parameter,
          ErrorCode.TRACK_HISTORY_NEEDS_HISTORY,
          "flow '" + flow.name() + "' of SCD type 1 has " + parameter,
          "SCD type 1 keeps no history",
          "remove it, or store as SCD type 2");
    }
  }

  private void checkHistoryRetention(AutoCdcFlow flow, String path) {
    notNegative(flow, path, Parameter.HISTORY_RETENTION, flow.historyRetention());
    if (flow.historyRetention() != null && !flow.scdType().keepsHistory()) {
      reporter.error(
          path + "/" + Parameter.HISTORY_RETENTION,
          ErrorCode.RETENTION_NEEDS_HISTORY,
          "flow '" + flow.name() + "' of SCD type 1 has history_retention",
          "SCD type 1 keeps no history that could become final",
          "remove it, use tombstone_retention for deletes, or store as SCD type 2");
    }
  }

  private void checkColumnsToUpdate(AutoCdcFlow flow, String path) {
    if (flow.columnsToUpdate() == null) {
      return;
    }
    if (flow.ignoreNullUpdates() != null) {
      conflict(flow, path, "ignore_null_updates");
    }
    if (flow.scdType() == ScdType.BITEMPORAL) {
      conflict(flow, path, "SCD type bitemporal");
    }
  }

  private void conflict(AutoCdcFlow flow, String path, String other) {
    reporter.error(
        path + "/" + Parameter.COLUMNS_TO_UPDATE,
        ErrorCode.CONFLICTING_OPTIONS,
        "flow '" + flow.name() + "' has both columns_to_update and " + other,
        "they exclude each other",
        "keep one of them");
  }

  private void notNegative(AutoCdcFlow flow, String path, String parameter, Duration duration) {
    if (duration != null && duration.isNegative()) {
      reporter.error(
          path + "/" + parameter,
          ErrorCode.INVALID_VALUE,
          parameter + " of flow '" + flow.name() + "' is negative",
          "it is a length of time",
          "write zero or more");
    }
  }

  private void checkCondition(
      AutoCdcFlow flow, String path, String parameter, String condition, TableSchema source) {
    if (condition != null) {
      conditions.check(
          condition,
          path + "/" + parameter,
          parameter + " of flow '" + flow.name() + "'",
          flow.source(),
          source);
    }
  }
}
