// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.Column;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What must not change in the life of a target (semantics.md, section 11), as it is recorded in the
 * table's properties.
 *
 * @param pipeline the pipeline that owns the target
 * @param recorded the values, by what they are called in messages
 * @param tracked the columns whose change starts a new version; empty where no history is kept
 */
record TargetDeclaration(String pipeline, Map<String, String> recorded, Set<String> tracked) {

  private static final String PIPELINE = "autocdc.pipeline";
  private static final String PREFIX = "autocdc.flow.";

  private static final String KEYS = "keys";
  private static final String SCD_TYPE = "scd-type";
  private static final String SEQUENCE_TYPE = "sequence-type";
  private static final String SYSTEM_SEQUENCE_TYPE = "system-sequence-type";
  private static final String TRACKED = "track-history";

  /**
   * @param flows the flows of the target, with all of its columns
   */
  static TargetDeclaration of(String pipeline, List<ResolvedFlow> flows) {
    ResolvedFlow flow = flows.get(0);
    Map<String, String> values = new LinkedHashMap<>();
    values.put(KEYS, list(flow.flow().keys()));
    values.put(SCD_TYPE, flow.flow().scdType().toString());
    values.put(SEQUENCE_TYPE, flow.sequenceType().copy(true).asSerializableString());
    if (flow.flow().scdType() == ScdType.BITEMPORAL) {
      values.put(SYSTEM_SEQUENCE_TYPE, flow.systemSequenceType().copy(true).asSerializableString());
    }
    Set<String> tracked =
        flow.flow().scdType().keepsHistory() ? ResolvedFlow.tracked(flows) : Set.of();
    return new TargetDeclaration(pipeline, values, tracked);
  }

  /** Of a table that only grows. */
  static TargetDeclaration growing(String pipeline) {
    return new TargetDeclaration(pipeline, Map.of(SCD_TYPE, "none, rows are appended"), Set.of());
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

  static boolean isOwner(String pipeline, TableDescription existing) {
    return pipeline.equals(existing.properties().get(PIPELINE));
  }

  /**
   * Compares with what an existing table has recorded.
   *
   * @param problems takes TARGET_NOT_OURS, TARGET_OWNED, or TARGET_DRIFT with recorded and asked
   *     values
   */
  void checkAgainst(TableName table, TableDescription existing, Problems problems) {
    checkOwner(pipeline, table, existing, problems);
    Map<String, String> properties = existing.properties();
    if (!properties.containsKey(PIPELINE)) {
      return;
    }
    recorded.forEach(
        (name, asked) -> {
          String known = properties.get(PREFIX + name);
          if (!asked.equals(known)) {
            drift(table, name, known, asked, problems);
          }
        });
    checkTracked(table, TargetMemory.of(existing), problems);
  }

  /**
   * Checks that an existing table is one of the pipeline.
   *
   * @param problems takes TARGET_NOT_OURS or TARGET_OWNED
   */
  static void checkOwner(
      String pipeline, TableName table, TableDescription existing, Problems problems) {
    String owner = existing.properties().get(PIPELINE);
    if (owner == null) {
      problems.error(
          null,
          ErrorCode.TARGET_NOT_OURS,
          "table " + table + " exists and was not made by a pipeline",
          "its rows have no history that a flow could continue",
          "write into a new table, or drop this one");
    } else if (!owner.equals(pipeline)) {
      problems.error(
          null,
          ErrorCode.TARGET_OWNED,
          "table " + table + " belongs to the pipeline '" + owner + "'",
          "the pipeline '" + pipeline + "' would be a second owner",
          "declare both flows in one pipeline, or write into another table");
    }
  }

  /** New columns may be tracked or not: no version that is stored depends on them. */
  private void checkTracked(TableName table, TargetPast past, Problems problems) {
    List<String> known = past.columns().stream().map(Column::name).sorted().toList();
    List<String> before = known.stream().filter(past.tracked()::contains).toList();
    List<String> now = known.stream().filter(tracked::contains).toList();
    if (!now.equals(before)) {
      drift(table, TRACKED, list(before), list(now), problems);
    }
  }

  private static void drift(
      TableName table, String name, String known, String asked, Problems problems) {
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

  private static String list(List<String> names) {
    return names.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
