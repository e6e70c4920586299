// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.ErrorCode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Rules about sources that every run reads in whole. */
final class ReadModeChecks {

  private final Pipeline pipeline;
  private final Reporter reporter;

  ReadModeChecks(Pipeline pipeline, Reporter reporter) {
    this.pipeline = pipeline;
    this.reporter = reporter;
  }

  /**
   * @param sourcePaths where sources stand
   * @param flowPaths where flows stand
   */
  void check(List<String> sourcePaths, List<String> flowPaths) {
    Set<String> readInWhole = new TreeSet<>();
    for (int i = 0; i < sourcePaths.size(); i++) {
      Source source = pipeline.sources().get(i);
      if (source.readMode() == ReadMode.BATCH && source.type().equals(SourceTypes.KAFKA)) {
        reporter.error(
            sourcePaths.get(i) + "/read_mode",
            ErrorCode.CONFLICTING_OPTIONS,
            "source '" + source.name() + "' reads topics, and its readMode is batch",
            "a run goes on in a topic where the run before stopped",
            "remove readMode, a run of mode triggered ends at what is there when it starts");
      } else if (source.readMode() == ReadMode.BATCH && DeltaFeeds.isFeed(source)) {
        reporter.error(
            sourcePaths.get(i) + "/read_mode",
            ErrorCode.CONFLICTING_OPTIONS,
            "source '"
                + source.name()
                + "' reads the commits of a table, and its readMode is batch",
            "a run goes on behind the commits that the run before read",
            "remove readMode, a run of mode triggered ends at what is there when it starts; or read"
                + " the whole table with version_from: counter and mode: snapshot_cdc");
      } else if (source.isReadInWhole()) {
        readInWhole.add(source.name());
      }
    }
    Lineage lineage = new Lineage(pipeline);
    for (int i = 0; i < flowPaths.size(); i++) {
      Flow flow = pipeline.flows().get(i);
      if (flow instanceof AppendFlow && !flow.once()) {
        Set<String> repeated = lineage.upstreamOf(List.of(flow));
        repeated.retainAll(readInWhole);
        if (!repeated.isEmpty()) {
          reportAppended(flow, repeated.iterator().next(), flowPaths.get(i));
        }
      }
    }
  }

  private void reportAppended(Flow flow, String source, String path) {
    reporter.error(
        path + "/source",
        ErrorCode.CONFLICTING_OPTIONS,
        "flow '" + flow.name() + "' appends what '" + source + "' gives",
        "the readMode of that is batch: every run reads all of it, and would append it again",
        "write readMode: stream or once: true, or apply the rows with keys and a sequence");
  }
}
