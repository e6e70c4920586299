// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;

/**
 * What a compiled pipeline tells whoever runs it.
 *
 * @param sourceParallelism subtasks of each source by its name; a triggered run has read all input
 *     when the accumulator {@link io.autocdc.spi.RunSignals#inputRead} of each has that value
 * @param sourceColumns the columns of the rows of each source, by its name
 * @param readsAnew true if some sources forget what the run before has read, so that state of
 *     theirs is left behind
 * @param flows names of the flows, in declared order
 * @param expectations names of the expectations by their view or table
 * @param targets the targets
 */
public record CompiledPipeline(
    Map<String, Integer> sourceParallelism,
    Map<String, TableSchema> sourceColumns,
    boolean readsAnew,
    List<String> flows,
    Map<String, List<String>> expectations,
    List<CompiledTarget> targets) {

  /** What the uids of the operators of the first INSERT into a table begin with. */
  public static String insertUid(String table) {
    return "insert-" + table;
  }
}
