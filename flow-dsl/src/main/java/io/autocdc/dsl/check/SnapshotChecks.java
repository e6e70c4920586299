// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.type.TableSchema;
import java.util.Map;
import java.util.Optional;

/** Rules about flows of snapshots (semantics.md, section 7). */
final class SnapshotChecks {

  private final Pipeline pipeline;
  private final ViewOrder order;
  private final Reporter reporter;
  private final FlowChecks flowChecks;
  private final Map<String, TableSchema> schemas;

  SnapshotChecks(
      Pipeline pipeline,
      Reporter reporter,
      FlowChecks flowChecks,
      Map<String, TableSchema> schemas) {
    this.pipeline = pipeline;
    this.order = ViewOrder.of(pipeline);
    this.reporter = reporter;
    this.flowChecks = flowChecks;
    this.schemas = schemas;
  }

  /**
   * Checks a flow.
   *
   * @return the columns of its changes; null if they cannot be known
   */
  TableSchema check(SnapshotCdcFlow flow, String path) {
    if (flow.scdType() == ScdType.BITEMPORAL) {
      reporter.error(
          path + "/" + Parameter.STORED_AS_SCD_TYPE,
          ErrorCode.INVALID_SCD_TYPE,
          "flow '" + flow.name() + "' reads snapshots and is stored as bitemporal",
          "a snapshot has one version, which cannot say both when and since when it is known",
          "store it as SCD type 1 or 2");
      return null;
    }
    TableSchema read = schemas.get(flow.source());
    if (read == null) {
      flowChecks.check(flow.asChanges(), path, null);
      return null;
    }
    Optional<SnapshotVersions> versions = versions(flow);
    if (versions.isEmpty()) {
      flowChecks.check(flow.asChanges(), path, null);
      reportNoVersions(flow, path);
      return null;
    }
    TableSchema changes = SnapshotCdcFlow.changeSchema(read, versions.get().type());
    flowChecks.check(flow.asChanges(), path, changes);
    return changes;
  }

  private Optional<SnapshotVersions> versions(SnapshotCdcFlow flow) {
    return order
        .soleSourceOf(flow.source())
        .flatMap(name -> pipeline.sources().stream().filter(s -> s.name().equals(name)).findFirst())
        .flatMap(SnapshotVersions::of);
  }

  private void reportNoVersions(SnapshotCdcFlow flow, String path) {
    Optional<String> source = order.soleSourceOf(flow.source());
    if (source.isEmpty()) {
      reporter.error(
          path + "/" + Parameter.SOURCE,
          ErrorCode.SNAPSHOT_SOURCE,
          "flow '" + flow.name() + "' reads snapshots from '" + flow.source() + "'",
          "it brings several sources together, so that nobody can say where a snapshot ends",
          "read one source of snapshots, or a view of one");
    } else {
      reporter.error(
          path + "/" + SourceTypes.VERSION_FROM,
          ErrorCode.SNAPSHOT_SOURCE,
          "flow '" + flow.name() + "' reads snapshots from the source '" + source.get() + "'",
          "it is not said where the version of a snapshot comes from",
          "add version_from: file_name or version_from: counter");
    }
  }
}
