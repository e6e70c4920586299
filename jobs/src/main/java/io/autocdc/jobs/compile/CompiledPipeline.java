// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import java.util.List;
import java.util.Map;

/**
 * What a compiled pipeline tells whoever runs it.
 *
 * @param sourceParallelism subtasks of each source by its name; a triggered run has read all input
 *     when the accumulator {@link io.autocdc.spi.RunSignals#inputRead} of each has that value
 * @param flows names of the flows, in declared order
 * @param expectations names of the expectations by their view or table
 * @param targets the targets
 */
public record CompiledPipeline(
    Map<String, Integer> sourceParallelism,
    List<String> flows,
    Map<String, List<String>> expectations,
    List<CompiledTarget> targets) {}
