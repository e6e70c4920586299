// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which kinds of flows can share a target (semantics.md, section 7): appending flows only with each
 * other; flows of snapshots with flows of changes if the target is of SCD type 1, nobody ignores
 * nulls and no expectation stands before the snapshots.
 */
final class TargetSharing {

  private final Pipeline pipeline;
  private final Reporter reporter;
  private final Lineage lineage;

  TargetSharing(Pipeline pipeline, Reporter reporter) {
    this.pipeline = pipeline;
    this.reporter = reporter;
    this.lineage = new Lineage(pipeline);
  }

  void check(Flow flow, String path) {
    List<Flow> others =
        pipeline.flows().stream()
            .filter(other -> other != flow && other.target().equals(flow.target()))
            .toList();
    if (flow instanceof AppendFlow) {
      others.stream()
          .filter(KeyedFlow.class::isInstance)
          .findFirst()
          .ifPresent(
              keyed ->
                  report(
                      path + "/target",
                      "flow '" + flow.name() + "' appends to '" + flow.target() + "'",
                      "flow '" + keyed.name() + "' keeps the same table by keys",
                      "write into two tables"));
    }
    boolean snapshots = flow instanceof SnapshotCdcFlow;
    boolean mixed =
        snapshots
            ? others.stream().anyMatch(AutoCdcFlow.class::isInstance)
            : flow instanceof AutoCdcFlow
                && others.stream().anyMatch(SnapshotCdcFlow.class::isInstance);
    if (mixed) {
      checkMixed((KeyedFlow) flow, snapshots, path);
    } else if (snapshots && others.stream().anyMatch(SnapshotCdcFlow.class::isInstance)) {
      checkScdType(
          ((KeyedFlow) flow).asChanges(),
          "flow '" + flow.name() + "' shares '" + flow.target() + "' with other flows of snapshots",
          path);
    }
  }

  private void checkMixed(KeyedFlow flow, boolean snapshots, String path) {
    String what =
        "flow '"
            + flow.name()
            + "' shares '"
            + flow.target()
            + "' with flows of "
            + (snapshots ? "changes" : "snapshots");
    if (snapshots) {
      checkScdType(flow.asChanges(), what, path);
    }
    if (flow.asChanges().ignoreNullUpdates() != null) {
      report(
          path + "/" + Parameter.IGNORE_NULL_UPDATES,
          what + " and ignores nulls",
          "a snapshot says of every column what it is",
          "let nulls count, or write into two targets");
    }
    Set<String> checked = snapshots ? qualityViewsBefore(flow) : Set.of();
    if (!checked.isEmpty()) {
      report(
          path + "/" + Parameter.SOURCE,
          what + " behind the expectations of " + String.join(", ", checked),
          "a row that they leave out of a snapshot would count as deleted",
          "read the snapshots without expectations, or write into two targets");
    }
    if (snapshots) {
      pipeline.tables().stream()
          .filter(table -> table.name().equals(flow.target()))
          .filter(table -> !table.expectations().isEmpty())
          .findFirst()
          .ifPresent(
              table ->
                  report(
                      Locations.expectation(Locations.table(table.name().toString()), 0),
                      what + ", and the table has expectations",
                      "a row that they leave out of a snapshot would count as deleted",
                      "put them into a view that only the flows of changes read,"
                          + " or write into two targets"));
    }
  }

  private Set<String> qualityViewsBefore(Flow flow) {
    Set<String> upstream = lineage.upstreamOf(List.of(flow));
    return pipeline.views().stream()
        .filter(View.QualityView.class::isInstance)
        .map(View::name)
        .filter(upstream::contains)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void checkScdType(AutoCdcFlow flow, String what, String path) {
    if (flow.scdType() != ScdType.TYPE_1) {
      report(
          path + "/" + Parameter.STORED_AS_SCD_TYPE,
          what + " and is of SCD type " + flow.scdType(),
          "only a target of SCD type 1 can take both",
          "store it as SCD type 1, or write into two targets");
    }
  }

  private void report(String at, String what, String why, String remedy) {
    reporter.error(at, ErrorCode.FLOWS_DISAGREE, what, why, remedy);
  }
}
