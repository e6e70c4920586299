// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.Generations;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the next run of a pipeline does with the state that is there.
 *
 * @param generations the state that it goes on with
 * @param notes what a user should know; why it would be refused, if it would
 */
public record NextRun(Generations generations, List<String> notes) {

  /** Looks at state and tables and changes nothing. */
  public static NextRun of(Pipeline pipeline, Path warehouse, CompileOptions options) {
    Optional<Manifest> before = new StateFolder(warehouse, pipeline.name()).newestManifest();
    try (Catalogs catalogs = new Catalogs(options.catalogs())) {
      StatePlan plan =
          StatePlan.of(
              pipeline,
              before,
              options.eventLogOf(pipeline),
              new ExistingTables(catalogs, Set.of()));
      return new NextRun(plan.manifest().generations(), plan.notes());
    } catch (AutoCdcException e) {
      return new NextRun(
          before.map(Manifest::generations).orElse(Generations.FIRST),
          e.problems().stream().map(Problem::toString).toList());
    }
  }
}
