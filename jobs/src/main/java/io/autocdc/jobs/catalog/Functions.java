// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.jobs.catalog.function.DebeziumKind;
import io.autocdc.jobs.catalog.function.IsCurrent;
import io.autocdc.jobs.catalog.function.KnownAt;
import io.autocdc.jobs.catalog.function.SnapshotDiff;
import io.autocdc.jobs.catalog.function.ValidAt;
import io.autocdc.jobs.catalog.function.ValidDuring;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.functions.UserDefinedFunction;

/** The functions of the catalog. */
public enum Functions {
  IS_CURRENT(
      "is_current(end_at)",
      "TRUE for a version that has not ended: its end is NULL",
      IsCurrent.class),
  VALID_AT(
      "valid_at(start_at, end_at, at)",
      "TRUE if a version was valid at a point: from `start_at` up to, but not with, `end_at`, without"
          + " an end if that is NULL; NULL if `start_at` or `at` is",
      ValidAt.class),
  VALID_DURING(
      "valid_during(start_at, end_at, from_at, to_at)",
      "TRUE if a version was valid at some point from `from_at` up to, but not with, `to_at`; a NULL"
          + " end, of either, never comes; NULL if `start_at` or `from_at` is",
      ValidDuring.class),
  KNOWN_AT(
      "known_at(system_start_at, system_end_at, at)",
      "TRUE if a row of a bitemporal table was believed at a point of the system sequence; as"
          + " `valid_at`",
      KnownAt.class),
  DEBEZIUM_KIND(
      "debezium_kind(op)",
      "what an operation of Debezium does: `c`, `r`, `u` give `upsert`, `d` `delete`, `t`"
          + " `truncate`, `m` `message`; everything else gives NULL",
      DebeziumKind.class),
  SNAPSHOT_DIFF(
      "snapshot_diff(before, after, key, ...)",
      "table function: what turns one array of rows into another, as `kind` (`upsert` or `delete`)"
          + " and the columns of the rows, which the columns `key, ...` identify",
      SnapshotDiff.class);

  private final String signature;
  private final String description;
  private final Class<? extends UserDefinedFunction> implementation;

  Functions(
      String signature, String description, Class<? extends UserDefinedFunction> implementation) {
    this.signature = signature;
    this.description = description;
    this.implementation = implementation;
  }

  /** Name and arguments. */
  public String signature() {
    return signature;
  }

  /** What it gives, in Markdown. */
  public String description() {
    return description;
  }

  private String functionName() {
    return signature.substring(0, signature.indexOf('('));
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Functions::functionName).toList();
  }

  static Optional<Class<? extends UserDefinedFunction>> find(String name) {
    return Arrays.stream(values())
        .filter(function -> function.functionName().equals(name))
        .<Class<? extends UserDefinedFunction>>map(function -> function.implementation)
        .findFirst();
  }
}
