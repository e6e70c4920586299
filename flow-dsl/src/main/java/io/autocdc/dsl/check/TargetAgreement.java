// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Flows into one target share one state, so they must agree on what it is made of. Column lists may
 * differ: two flows disagree on a column only if both bring it.
 */
final class TargetAgreement {

  private final Reporter reporter;
  private final Map<String, Member> firstOfTarget = new HashMap<>();

  TargetAgreement(Reporter reporter) {
    this.reporter = reporter;
  }

  /**
   * Compares a flow with the first one of its target; to be called in the order of declaration.
   *
   * @param read the columns that the flow reads; null if unknown
   */
  void add(KeyedFlow keyed, TableSchema read, String path) {
    AutoCdcFlow flow = keyed.asChanges();
    Member member = new Member(flow, path, resolve(flow, read), keyed instanceof SnapshotCdcFlow);
    Member first = firstOfTarget.putIfAbsent(flow.target().toString(), member);
    if (first == null) {
      return;
    }
    if (first.ofSnapshots == member.ofSnapshots || !first.hasKeysLike(member)) {
      compare(first, member, Parameter.KEYS, "keys", first.flow.keys(), flow.keys());
    }
    compare(
        first,
        member,
        Parameter.STORED_AS_SCD_TYPE,
        "the SCD type",
        first.flow.scdType(),
        flow.scdType());
    if (first.resolved != null && member.resolved != null) {
      compareColumns(first, member);
    }
  }

  private void compareColumns(Member first, Member second) {
    compare(
        first,
        second,
        Parameter.SEQUENCE_BY,
        "the type of the sequence",
        sequenceType(first.resolved),
        sequenceType(second.resolved));
    if (!first.flow.systemSequenceBy().isEmpty() && !second.flow.systemSequenceBy().isEmpty()) {
      compare(
          first,
          second,
          Parameter.SYSTEM_SEQUENCE_BY,
          "the type of the system sequence",
          first.resolved.systemSequenceType().copy(true),
          second.resolved.systemSequenceType().copy(true));
    }
    for (int i = 0; i < first.resolved.keys().size() && first.hasKeysLike(second); i++) {
      Column key = first.resolved.keys().get(i);
      Column other = second.resolved.keys().get(i);
      if (!key.name().equals(other.name())) {
        compare(
            first,
            second,
            Parameter.KEYS,
            "the type of key '" + key.name() + "'",
            key.type().copy(true),
            other.type().copy(true));
      }
    }
    Map<String, LogicalType> types = typesOf(first.resolved);
    Set<String> common = typesOf(second.resolved).keySet();
    types.keySet().retainAll(common);
    typesOf(second.resolved)
        .forEach(
            (column, type) ->
                compare(
                    first,
                    second,
                    Parameter.SOURCE,
                    "the type of column '" + column + "'",
                    types.getOrDefault(column, type),
                    type));
    if (first.flow.scdType().keepsHistory() && second.flow.scdType().keepsHistory()) {
      compare(
          first,
          second,
          ColumnListChecks.trackHistoryParameter(second.flow),
          "the tracked columns",
          tracked(first.resolved, common),
          tracked(second.resolved, types.keySet()));
    }
  }

  private void compare(
      Member first, Member second, String parameter, String what, Object one, Object other) {
    if (!Objects.equals(one, other)) {
      reporter.error(
          second.path + "/" + parameter,
          ErrorCode.FLOWS_DISAGREE,
          "flows '"
              + first.flow.name()
              + "' and '"
              + second.flow.name()
              + "' into '"
              + second.flow.target()
              + "' disagree on "
              + what
              + ": "
              + one
              + " and "
              + other,
          "flows into one target share one state",
          "make them agree, or write into two targets");
    }
  }

  /** The flow with its columns; null if its source is unknown or lacks one of them. */
  private static ResolvedFlow resolve(AutoCdcFlow flow, TableSchema source) {
    boolean complete =
        source != null
            && !flow.sequenceBy().isEmpty()
            && source.names().containsAll(flow.keys())
            && source.names().containsAll(flow.sequenceBy())
            && source.names().containsAll(flow.systemSequenceBy());
    if (!complete) {
      return null;
    }
    return ResolvedFlow.of(flow, new StreamingTable(flow.target(), Map.of()), source);
  }

  private static LogicalType sequenceType(ResolvedFlow flow) {
    return flow.sequenceType().copy(true);
  }

  private static Map<String, LogicalType> typesOf(ResolvedFlow flow) {
    Map<String, LogicalType> types = new LinkedHashMap<>();
    for (Column column : flow.output()) {
      types.put(column.name(), column.type().copy(true));
    }
    return types;
  }

  private static Set<String> tracked(ResolvedFlow flow, Set<String> common) {
    return flow.tracked().stream()
        .map(Column::name)
        .filter(common::contains)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private record Member(AutoCdcFlow flow, String path, ResolvedFlow resolved, boolean ofSnapshots) {

    /** True if both have the same keys in order, names without case (semantics.md, section 7). */
    boolean hasKeysLike(Member other) {
      List<String> names = flow.keys();
      List<String> others = other.flow.keys();
      return names.size() == others.size()
          && IntStream.range(0, names.size())
              .allMatch(i -> names.get(i).equalsIgnoreCase(others.get(i)));
    }
  }
}
