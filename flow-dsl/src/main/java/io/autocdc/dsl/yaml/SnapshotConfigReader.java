// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.ErrorCode;
import java.util.List;

/** Reads {@code snapshot_cdc_config}: the parameters of a flow of snapshots. */
final class SnapshotConfigReader {

  private static final List<String> VERSION_OPTIONS =
      List.of(SourceTypes.VERSION_FROM, SourceTypes.VERSION_TYPE, SourceTypes.VERSION_PATTERN);

  private final ParameterReader parameters;

  SnapshotConfigReader(ParameterReader parameters) {
    this.parameters = parameters;
  }

  /** Reads everything but the source, which the caller has read. */
  void read(SnapshotCdcFlow.Builder flow) {
    VERSION_OPTIONS.forEach(
        option -> parameters.text(option, value -> flow.version(option, value.strip())));
    parameters.shared(flow);
    parameters.word(
        SnapshotCdcFlow.Parameter.ON_LOWER_VERSION, LowerVersionPolicy.class, flow::onLowerVersion);
    parameters.bool(SnapshotCdcFlow.Parameter.ALLOW_EMPTY_SNAPSHOT, flow::allowEmptySnapshot);
    refuseFunction();
    parameters.config().reportUnknownKeys();
  }

  /** Lakehouse Plumber names a Python function there. */
  private void refuseFunction() {
    MapReader config = parameters.config();
    if (config.has("source_function")) {
      config
          .context()
          .problems()
          .error(
              config.keyLocation("source_function"),
              ErrorCode.NOT_AVAILABLE,
              "snapshot_cdc_config has a source_function",
              "Python functions cannot be run here",
              "name a folder of snapshot files or a table, or supply snapshots from Java");
    }
  }
}
