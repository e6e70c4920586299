// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.explain;

import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.Lineage;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.jobs.compile.CompiledPipeline;
import io.autocdc.jobs.compile.Generations;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells by their uids which piece of a pipeline operators belong to. */
final class OperatorOwners {

  private final Pipeline pipeline;
  private final Generations generations;
  private final Lineage lineage;
  private final Set<String> prefixes = new LinkedHashSet<>();

  OperatorOwners(Pipeline pipeline, Generations generations) {
    this.pipeline = pipeline;
    this.generations = generations;
    this.lineage = new Lineage(pipeline);
    pipeline.flows().forEach(flow -> prefixes.addAll(of(flow)));
    prefixes.addAll(
        Locations.paths(
            pipeline.inserts().stream().map(FlinkInsert::target).toList(),
            CompiledPipeline::insertUid));
    // Not on the way of any flow's rows, but its uids could begin like those of one that is.
    prefixes.add("pipeline-" + pipeline.name());
  }

  /** What the uids of the operators on the way of a flow's rows begin with. */
  Set<String> of(Flow flow) {
    Set<String> upstream = lineage.upstreamOf(List.of(flow));
    Set<String> owners = new LinkedHashSet<>();
    for (Source source : pipeline.sources()) {
      if (upstream.contains(source.name())) {
        owners.add(generations.sourceUid(source.name()));
      }
    }
    for (View view : pipeline.views()) {
      if (upstream.contains(view.name())) {
        owners.add(generations.viewUid(view.name(), lineage.upstreamOf(view.name())));
      }
    }
    owners.add("flow-" + flow.name());
    owners.add(generations.targetUid(flow.target()));
    return owners;
  }

  /** The longest beginning that fits: one name may begin with another. */
  Optional<String> ownerOf(String uid) {
    return prefixes.stream()
        .filter(prefix -> begins(uid, prefix))
        .max(Comparator.comparingInt(String::length));
  }

  /** Paimon puts the names of operator and table in front of the uid that its sinks are given. */
  private static boolean begins(String uid, String prefix) {
    return uid.equals(prefix) || uid.startsWith(prefix + "-") || uid.contains("_" + prefix + "-");
  }
}
