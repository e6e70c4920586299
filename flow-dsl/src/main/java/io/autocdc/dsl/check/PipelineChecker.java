// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import java.util.Set;

/** Checks a pipeline against the rules of declarations (semantics.md, section 2). */
public final class PipelineChecker {

  public PipelineChecker(
      Pipeline pipeline,
      Locations locations,
      Set<String> brokenSources,
      SqlAnalyzer sql,
      Problems problems) {}

  public void check() {}
}
