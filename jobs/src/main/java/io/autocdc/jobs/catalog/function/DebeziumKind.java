// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import org.apache.flink.table.functions.ScalarFunction;

/**
 * {@code debezium_kind(op)}: what an operation of Debezium does to a table (semantics.md, section
 * 12). {@code c}, {@code r} and {@code u} give {@code upsert}, {@code d} gives {@code delete},
 * {@code t} gives {@code truncate}, {@code m}, which changes no row, gives {@code message}. NULL
 * for everything else, so that {@code debezium_kind(op) IS NULL} finds what is no operation.
 */
public final class DebeziumKind extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  public String eval(String op) {
    if (op == null) {
      return null;
    }
    return switch (op) {
      case "c", "r", "u" -> "upsert";
      case "d" -> "delete";
      case "t" -> "truncate";
      case "m" -> "message";
      default -> null;
    };
  }
}
