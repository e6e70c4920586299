// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the ledger of a pipeline has to know of it.
 *
 * @param runId the run; a job that Flink starts again in the middle keeps it
 * @param flows the full name of the target of each flow, in declared order
 * @param targetStates what the state of each target is called, by the target's full name: another
 *     name means that it began anew
 * @param announcements events that a run writes once, at its beginning
 */
public record LedgerPlan(
    String runId,
    LinkedHashMap<String, String> flows,
    LinkedHashMap<String, String> targetStates,
    List<RunEvent> announcements)
    implements Serializable {

  public LedgerPlan {
    flows = new LinkedHashMap<>(flows);
    targetStates = new LinkedHashMap<>(targetStates);
    announcements = List.copyOf(announcements);
  }

  /** The flow that shows what belongs to a target as a whole: its first. */
  String firstFlowOf(String target) {
    return flows.entrySet().stream()
        .filter(flow -> flow.getValue().equals(target))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
