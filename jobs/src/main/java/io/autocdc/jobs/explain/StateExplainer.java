// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.explain;

import io.autocdc.dsl.Durations;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.jobs.compile.CompiledTarget;
import io.autocdc.jobs.explain.PipelineExplanation.StateExplanation;
import io.autocdc.operators.TargetTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Says what the operators of a target keep, and until when. */
final class StateExplainer {

  private static final String FOR_EVER = "for ever";

  private final CompiledTarget target;

  StateExplainer(CompiledTarget target) {
    this.target = target;
  }

  List<StateExplanation> of(Flow flow) {
    List<StateExplanation> state = new ArrayList<>();
    if (target.flows().isEmpty()) {
      return state;
    }
    if (flow instanceof SnapshotCdcFlow) {
      state.add(new StateExplanation("the row of each key in the newest snapshot", FOR_EVER));
    }
    String tombstones = kept(ResolvedFlow::tombstoneRetention);
    String history = kept(ResolvedFlow::historyRetention);
    switch (target.flows().get(0).flow().scdType()) {
      case TYPE_1 -> {
        boolean partial = TargetTopology.makesPartialUpdates(target.flows());
        state.add(
            new StateExplanation(
                partial && TargetTopology.keepsLittle(target.flows())
                    ? "every event of each key since the newest that gives all columns"
                    : partial
                        ? "every event of each key since its newest delete"
                        : "the newest row of each key",
                FOR_EVER));
        state.add(new StateExplanation("the tombstone of each deleted key", tombstones));
      }
      case TYPE_2 -> {
        state.add(new StateExplanation("every event of each key", history));
        state.add(
            new StateExplanation("deletes of keys of which nothing else is known", tombstones));
      }
      case BITEMPORAL ->
          state.add(
              new StateExplanation("every event of each key, and what is believed now", history));
    }
    if (target.flows().stream().anyMatch(TargetTopology::canTruncate)) {
      state.add(new StateExplanation("the newest truncate", FOR_EVER));
    }
    return state;
  }

  private String kept(Function<ResolvedFlow, Duration> retention) {
    Duration longest = TargetTopology.longestRetention(target.flows(), retention);
    return longest.isZero()
        ? FOR_EVER
        : Durations.format(longest)
            + (target.eventTime() ? ", by event time" : ", by the clock of the machine");
  }
}
