// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import java.util.Optional;
import java.util.Set;

/** Says of catalogs that cannot be seen how they can be made to be. */
final class VisibleCatalogs {

  private VisibleCatalogs() {}

  /**
   * Checks the catalog of a table that our own connectors open. The checks of pipelines would speak
   * of project files, which a session has none of.
   *
   * @param own the catalog of the procedures
   */
  static void check(
      FlowArguments arguments,
      Argument argument,
      SessionCatalogs catalogs,
      String own,
      Pipeline.Builder pipeline) {
    pipeline.catalogs(catalogs.options().keySet());
    catalogOf(arguments, argument)
        .ifPresent(
            catalog -> {
              pipeline.catalogs(Set.of(catalog));
              if (catalog.equals(own)
                  || catalogs.knows(catalog) && !catalogs.keepsTables(catalog)) {
                pipeline
                    .problems()
                    .error(
                        arguments.location(argument),
                        ErrorCode.UNKNOWN_CATALOG,
                        "the catalog '" + catalog + "' is none of Paimon",
                        "flows keep tables of Paimon",
                        "name a table of a Paimon catalog");
              } else if (!catalogs.knows(catalog)) {
                String remedy = SessionCatalogs.remedy(own, catalog);
                report(arguments, argument, catalog, remedy, pipeline.problems());
              }
            });
  }

  /** The catalog of a table; empty if none is named, or by no name, which is reported elsewhere. */
  static Optional<String> catalogOf(FlowArguments arguments, Argument argument) {
    try {
      return Optional.ofNullable(arguments.get(argument))
          .map(TableName::parse)
          .map(TableName::catalog);
    } catch (AutoCdcException e) {
      return Optional.empty();
    }
  }

  static void report(
      FlowArguments arguments,
      Argument argument,
      String catalog,
      String remedy,
      Problems problems) {
    problems.error(
        arguments.location(argument),
        ErrorCode.UNKNOWN_CATALOG,
        "the catalog '" + catalog + "' cannot be seen from a flow",
        "what a session keeps in memory is its own",
        remedy);
  }
}
