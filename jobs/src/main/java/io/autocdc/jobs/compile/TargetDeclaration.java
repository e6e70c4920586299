// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What must not change in the life of a target (semantics.md, section 11), as it is recorded in the
 * table's properties.
 *
 * @param pipeline the pipeline that owns the target
 * @param recorded the values, by what they are called in messages
 */
record TargetDeclaration(String pipeline, Map<String, String> recorded) {

  private static final String PIPELINE = "autocdc.pipeline";
  private static final String PREFIX = "autocdc.flow.";

  private static final String KEYS = "keys";
  private static final String SCD_TYPE = "scd-type";
  private static final String SEQUENCE_TYPE = "sequence-type";
  private static final String SYSTEM_SEQUENCE_TYPE = "system-sequence-type";
  private static final String TRACKED = "track-history";

  static TargetDeclaration of(String pipeline, ResolvedFlow flow) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(KEYS, list(flow.flow().keys()));
    values.put(SCD_TYPE, flow.flow().scdType().toString());
    values.put(SEQUENCE_TYPE, flow.sequenceType().copy(true).asSerializableString());
    if (flow.flow().scdType() == ScdType.BITEMPORAL) {
      values.put(SYSTEM_SEQUENCE_TYPE, flow.systemSequenceType().copy(true).asSerializableString());
    }
    if (flow.flow().scdType().keepsHistory()) {
      // As declared, not as resolved: a new column may join "all of them".
      values.put(TRACKED, selection(flow.flow().trackHistory()));
    }
    return new TargetDeclaration(pipeline, values);
  }

  /** Of a table that only grows. */
  static TargetDeclaration growing(String pipeline) {
    return new TargetDeclaration(pipeline, Map.of(SCD_TYPE, "none, rows are appended"));
  }

  Map<String, String> toProperties() {
    Map<String, String> properties = new LinkedHashMap<>(ownedBy(pipeline));
    recorded.forEach((name, value) -> properties.put(PREFIX + name, value));
    return properties;
  }

  /** What a table of a pipeline records of it. */
  static Map<String, String> ownedBy(String pipeline) {
    return Map.of(PIPELINE, pipeline);
  }

  /**
   * Compares with what an existing table has recorded.
   *
   * @param problems takes TARGET_NOT_OURS, TARGET_OWNED, or TARGET_DRIFT with recorded and asked
   *     values
   */
  void checkAgainst(TableName table, Map<String, String> properties, Problems problems) {
    String owner = properties.get(PIPELINE);
    if (owner == null) {
      problems.error(
          null,
          ErrorCode.TARGET_NOT_OURS,
          "table " + table + " exists and was not made by a pipeline",
          "its rows have no history that a flow could continue",
          "write into a new table, or drop this one");
      return;
    }
    if (!owner.equals(pipeline)) {
      problems.error(
          null,
          ErrorCode.TARGET_OWNED,
          "table " + table + " belongs to the pipeline '" + owner + "'",
          "the pipeline '" + pipeline + "' would be a second owner",
          "declare both flows in one pipeline, or write into another table");
    }
    recorded.forEach(
        (name, asked) -> {
          String known = properties.get(PREFIX + name);
          if (!asked.equals(known)) {
            problems.error(
                null,
                ErrorCode.TARGET_DRIFT,
                "table "
                    + table
                    + " was made with "
                    + name
                    + " "
                    + known
                    + ", now "
                    + asked
                    + " is asked for",
                "the recorded rows and state would not fit",
                "restore "
                    + name
                    + " "
                    + known
                    + ", drop the table to fill it anew, or write into a new target");
          }
        });
  }

  private static String selection(ColumnSelection selection) {
    if (selection instanceof ColumnSelection.Only only) {
      return "only " + sortedList(only.columns());
    }
    if (selection instanceof ColumnSelection.Except except) {
      return "all except " + sortedList(except.columns());
    }
    return "all";
  }

  private static String sortedList(List<String> names) {
    return list(names.stream().sorted().toList());
  }

  private static String list(List<String> names) {
    return names.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
