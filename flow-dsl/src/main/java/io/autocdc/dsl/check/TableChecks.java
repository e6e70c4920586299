// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import java.util.Set;

/** Rules about targets: catalog and properties. */
final class TableChecks {

  private final Reporter reporter;
  private final Set<String> catalogs;

  TableChecks(Reporter reporter, Set<String> catalogs) {
    this.reporter = reporter;
    this.catalogs = catalogs;
  }

  void check(StreamingTable table, String path) {
    String catalog = table.name().catalog();
    if (!catalogs.contains(catalog)) {
      reporter.error(
          path + "/catalog",
          ErrorCode.UNKNOWN_CATALOG,
          "table '" + table.name() + "' is in the catalog '" + catalog + "'",
          "it is neither built in nor declared in the project file",
          Suggestions.didYouMean(catalog, catalogs));
    }
    String retention = table.properties().get(StreamingTable.TOMBSTONE_GC_SECONDS);
    if (retention != null && !isSeconds(retention)) {
      reporter.error(
          path + "/properties/" + StreamingTable.TOMBSTONE_GC_SECONDS,
          ErrorCode.INVALID_VALUE,
          StreamingTable.TOMBSTONE_GC_SECONDS + " is '" + retention + "'",
          "it is a number of seconds, 0 for ever",
          "write for example \"172800\" for two days");
    }
  }

  private static boolean isSeconds(String text) {
    try {
      return Long.parseLong(text.strip()) >= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
