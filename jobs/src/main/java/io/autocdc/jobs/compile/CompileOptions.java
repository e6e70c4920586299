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
 * @param stopBefore by the name of a source of snapshots: the first snapshot that is left alone
 */
public record CompileOptions(
    Path projectFolder,
    Map<String, CatalogOptions> catalogs,
    boolean triggered,
    Generations generations,
    Map<String, String> stopBefore) {

  /** For state that has never begun anew. */
  public CompileOptions(
      Path projectFolder, Map<String, CatalogOptions> catalogs, boolean triggered) {
    this(projectFolder, catalogs, triggered, Generations.FIRST, Map.of());
  }

  /** The same with other state, and some snapshots left alone. */
  public CompileOptions with(Generations generations, Map<String, String> stopBefore) {
    return new CompileOptions(projectFolder, catalogs, triggered, generations, stopBefore);
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
