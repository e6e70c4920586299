// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.Problems;
import java.util.Set;

/** Finds out whether rows can be written into a table that other engines may have changed. */
final class WritableTable {

  private static final String NEW_TABLE = "write into a new target";

  private WritableTable() {}

  /** Adds everything that stands in the way. */
  static void check(TableName table, DeltaState state, Problems problems) {
    Set<String> features = state.features();
    if (!state.partitionColumns().isEmpty()) {
      problems.add(
          DeltaProblems.feature(
              table, "the partition columns " + state.partitionColumns(), NEW_TABLE));
    }
    if (features.contains("generatedColumns") || state.hasColumnMetadata("delta.generation")) {
      problems.add(DeltaProblems.feature(table, "generated columns", NEW_TABLE));
    }
    if (features.contains("identityColumns") || state.hasColumnMetadata("delta.identity")) {
      problems.add(DeltaProblems.feature(table, "identity columns", NEW_TABLE));
    }
    if (state.hasColumnMetadata("delta.invariants")) {
      problems.add(DeltaProblems.feature(table, "invariants of columns", NEW_TABLE));
    }
    if (state.hasColumnMetadata("CURRENT_DEFAULT")) {
      problems.add(DeltaProblems.feature(table, "default values of columns", "drop the defaults"));
    }
  }
}
