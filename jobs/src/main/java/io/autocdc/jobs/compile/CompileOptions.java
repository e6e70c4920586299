// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where a pipeline runs.
 *
 * @param projectFolder relative paths of sources start here
 * @param catalogs every catalog that the pipeline may name, by name
 * @param triggered true if the run ends when all input that is there has been applied
 * @param generations which state sources and targets go on with
 */
public record CompileOptions(
    Path projectFolder,
    Map<String, CatalogOptions> catalogs,
    boolean triggered,
    Generations generations) {

  /** For state that has never begun anew. */
  public CompileOptions(
      Path projectFolder, Map<String, CatalogOptions> catalogs, boolean triggered) {
    this(projectFolder, catalogs, triggered, Generations.FIRST);
  }

  /** The same with other generations. */
  public CompileOptions with(Generations generations) {
    return new CompileOptions(projectFolder, catalogs, triggered, generations);
  }

  /**
   * A catalog.
   *
   * @param type kind of the catalog, such as paimon
   * @param warehouse folder or URI of its tables
   * @param options further options of the kind
   */
  public record CatalogOptions(String type, String warehouse, Map<String, String> options) {}
}
