// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.operators.FlowInput;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Puts the values of a flow's conditions beside the rows that it reads. */
final class FlowInputs {

  private FlowInputs() {}

  static FlowInput of(ResolvedFlow flow, Relation relation, SqlStage sql) {
    AutoCdcFlow declared = flow.flow();
    List<String> conditions =
        Stream.of(declared.applyAsDeletes(), declared.applyAsTruncates())
            .filter(Objects::nonNull)
            .toList();
    String uid = "flow-" + declared.name() + "-conditions";
    return new FlowInput(
        flow,
        sql.appendConditions(relation, conditions, uid),
        relation.invalid(),
        relation.eventTime());
  }
}
