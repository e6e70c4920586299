// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.problem.ErrorCode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A flow that runs once needs its sources for itself: they are read to the end of what is there,
 * and never again, whatever comes later.
 */
final class OnceChecks {

  private final Pipeline pipeline;
  private final Reporter reporter;

  OnceChecks(Pipeline pipeline, Reporter reporter) {
    this.pipeline = pipeline;
    this.reporter = reporter;
  }

  void check(List<String> paths) {
    Lineage lineage = new Lineage(pipeline);
    Set<String> live =
        lineage.upstreamOf(pipeline.flows().stream().filter(flow -> !flow.once()).toList());
    live.addAll(lineage.upstreamOfInserts());
    for (int i = 0; i < paths.size(); i++) {
      Flow flow = pipeline.flows().get(i);
      if (!flow.once()) {
        continue;
      }
      Set<String> shared = new TreeSet<>(lineage.upstreamOf(List.of(flow)));
      shared.retainAll(live);
      shared.removeIf(name -> pipeline.sources().stream().noneMatch(s -> s.name().equals(name)));
      if (!shared.isEmpty()) {
        reporter.error(
            paths.get(i) + "/" + Parameter.ONCE,
            ErrorCode.CONFLICTING_OPTIONS,
            "flow '"
                + flow.name()
                + "' runs once and shares the source '"
                + String.join("', '", shared)
                + "' with flows that go on",
            "a source is read once for all of its flows",
            "load the same files a second time under another name for this flow");
      }
    }
  }
}
