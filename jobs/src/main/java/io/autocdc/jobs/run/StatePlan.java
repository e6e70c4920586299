// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.check.Lineage;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides what of the saved state a run goes on with, where the pipeline or its tables are not
 * those of the run before:
 *
 * <ul>
 *   <li>A flow that is new needs all of its input, so its sources are read from the beginning.
 *       Other flows that read them take no harm: what they know already changes nothing
 *       (semantics.md, section 1). Where they would, it is refused: a flow that appends would
 *       append it again, counted versions of snapshots would begin anew, and where the beginning is
 *       a table as it is now, history would be written anew and changes be lost.
 *   <li>A target whose table was dropped begins anew, with all of its input. The table knows the
 *       generation that it was made for, so that this holds also where the run that should have
 *       filled it failed.
 *   <li>A target with rows but without state cannot be continued, and is refused.
 *   <li>The state of what the pipeline has no more is left behind.
 * </ul>
 *
 * @param manifest what the state of the new run belongs to
 * @param leavesState true if some saved state has no place in the new run, as intended
 * @param notes what a user should know
 */
record StatePlan(Manifest manifest, boolean leavesState, List<String> notes) {

  /** What is known of the tables of a pipeline before a run. */
  interface Tables {
    boolean exists(TableName table);

    /** True if an existing table was made by a pipeline. */
    boolean isOf(String pipeline, TableName table);

    boolean hasRows(TableName table);

    /** The generation of state that an existing table was made for. */
    int generation(TableName table);
  }

  /**
   * @param before the manifest of the state that the run continues; empty if there is no state
   * @param eventLog the table that tells what runs do; empty if none does
   * @throws io.autocdc.dsl.problem.AutoCdcException STATE_MISSING, NOT_AVAILABLE
   */
  static StatePlan of(
      Pipeline pipeline, Optional<Manifest> before, Optional<TableName> eventLog, Tables tables) {
    return new Planner(pipeline, before.orElse(new Manifest(Map.of(), Map.of(), Map.of())), tables)
        .plan(before.isPresent(), eventLog);
  }

  private static final class Planner {
    private final Pipeline pipeline;
    private final Manifest before;
    private final Tables tables;
    private final Problems problems = new Problems();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Integer> targets = new TreeMap<>();
    private final Map<String, Integer> sources = new TreeMap<>();
    private final Map<String, String> flows = new TreeMap<>();

    Planner(Pipeline pipeline, Manifest before, Tables tables) {
      this.pipeline = pipeline;
      this.before = before;
      this.tables = tables;
    }

    StatePlan plan(boolean continues, Optional<TableName> eventLog) {
      Set<Flow> needAll = new LinkedHashSet<>();
      for (StreamingTable table : pipeline.tables()) {
        List<? extends Flow> ofTarget =
            pipeline.flows().stream().filter(f -> f.target().equals(table.name())).toList();
        if (!ofTarget.isEmpty() && planTarget(table.name(), ofTarget)) {
          needAll.addAll(ofTarget);
        }
      }
      for (Flow flow : pipeline.flows()) {
        String target = flow.target().toString();
        flows.put(flow.name(), target);
        if (!target.equals(before.flows().get(flow.name()))) {
          needAll.add(flow);
        }
      }
      eventLog.ifPresent(log -> targets.put(log.toString(), generationOf(log)));
      planSources(needAll);
      problems.throwIfErrors();
      Manifest manifest = new Manifest(sources, targets, flows);
      boolean leaves =
          continues
              && !(sources.entrySet().containsAll(before.sources().entrySet())
                  && targets.entrySet().containsAll(before.targets().entrySet()));
      return new StatePlan(manifest, leaves, notes);
    }

    /** Gives the target its generation; true if it begins anew. */
    private boolean planTarget(TableName name, List<? extends Flow> ofTarget) {
      Integer known = before.targets().get(name.toString());
      boolean exists = tables.exists(name);
      int generation = generationOf(name);
      targets.put(name.toString(), generation);
      if (known != null && generation == known) {
        return false;
      }
      // That a table is somebody else's is told when it is compared with its declaration.
      if (exists && tables.isOf(pipeline.name(), name) && tables.hasRows(name)) {
        problems.error(
            null,
            ErrorCode.STATE_MISSING,
            "table " + name + " has rows, but there is no saved state that they belong to",
            "the flow '"
                + ofTarget.get(0).name()
                + "' would not know what it has written, and could leave wrong rows",
            "put back the folder .autocdc of the warehouse, or drop the table to fill it anew");
      }
      if (known != null) {
        notes.add("table " + name + " was dropped and is filled anew from all input");
      }
      return true;
    }

    /** That of the table; if it was dropped, a new one. */
    private int generationOf(TableName name) {
      if (tables.exists(name)) {
        return tables.generation(name);
      }
      Integer known = before.targets().get(name.toString());
      return known == null ? 1 : known + 1;
    }

    private void planSources(Set<Flow> needAll) {
      Lineage lineage = new Lineage(pipeline);
      Set<String> used = lineage.needed();
      for (Source source : pipeline.sources()) {
        if (!used.contains(source.name())) {
          continue;
        }
        Integer known = before.sources().get(source.name());
        Set<String> readers = new TreeSet<>();
        for (Flow flow : needAll) {
          if (lineage.upstreamOf(List.of(flow)).contains(source.name())) {
            readers.add(flow.name());
          }
        }
        if (known != null && !readers.isEmpty()) {
          refuseToReadAgain(source, needAll, readers, lineage);
          notes.add(
              "source '"
                  + source.name()
                  + "' is read from the beginning, for "
                  + (readers.size() == 1 ? "the flow " : "the flows ")
                  + String.join(", ", readers));
        }
        sources.put(source.name(), known == null ? 1 : readers.isEmpty() ? known : known + 1);
      }
    }

    private void refuseToReadAgain(
        Source source, Set<Flow> needAll, Set<String> readers, Lineage lineage) {
      if (lineage.upstreamOfInserts().contains(source.name())) {
        String names = String.join(", ", readers);
        problems.error(
            null,
            ErrorCode.NOT_AVAILABLE,
            "source '" + source.name() + "' has to be read from the beginning, for " + names,
            "an INSERT reads it, too, and would write once more what it has written before",
            "load the same input a second time under another name for " + names);
      }
      for (Flow flow : pipeline.flows()) {
        String harm = harmOfReadingAgain(flow, source);
        if (harm != null
            && !needAll.contains(flow)
            && lineage.upstreamOf(List.of(flow)).contains(source.name())) {
          String names = String.join(", ", readers);
          problems.error(
              null,
              ErrorCode.NOT_AVAILABLE,
              "source '" + source.name() + "' has to be read from the beginning, for " + names,
              "the flow '" + flow.name() + "' reads it, too, and " + harm,
              "load the same input a second time under another name for "
                  + names
                  + ", or refresh "
                  + flow.target()
                  + " in full, too: 'autocdc refresh --full'");
        }
      }
    }

    /**
     * What reading a source from the beginning would do to a flow that has read some of it; null if
     * nothing.
     */
    private static String harmOfReadingAgain(Flow flow, Source source) {
      if (source.beginsWithWhatThereIs()) {
        return "would take rows as they are now for what was there at the beginning, or miss what"
            + " has happened since it last read";
      }
      if (flow instanceof AppendFlow) {
        return "would append to " + flow.target() + " once more what it has appended before";
      }
      boolean counts =
          SnapshotVersions.of(source).filter(v -> v.from() == VersionFrom.COUNTER).isPresent();
      return flow instanceof SnapshotCdcFlow && counts
          ? "counts its snapshots, so that the count would begin anew"
          : null;
    }
  }
}
