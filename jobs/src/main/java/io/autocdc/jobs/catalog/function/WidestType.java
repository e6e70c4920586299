// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * The narrowest type that takes in the values of others as they are: without loss, and whatever the
 * session's time zone is. Flink's own common types narrow, a TIMESTAMP beside a DATE among them.
 */
final class WidestType {

  private WidestType() {}

  /** The nullable type of all values of several types; empty if there is none. */
  static Optional<LogicalType> of(List<LogicalType> types) {
    Optional<LogicalType> widest = Optional.of(types.get(0).copy(true));
    for (LogicalType type : types) {
      widest = widest.flatMap(known -> of(known, type));
    }
    return widest;
  }

  /**
   * The same of two types.
   *
   * <p>A DATE is the TIMESTAMP of its midnight. Numbers that are exact do not mix with those that
   * are not.
   */
  static Optional<LogicalType> of(LogicalType first, LogicalType second) {
    if (first.copy(true).equals(second.copy(true)) || second.is(LogicalTypeRoot.NULL)) {
      return Optional.of(first.copy(true));
    }
    if (first.is(LogicalTypeRoot.NULL)) {
      return Optional.of(second.copy(true));
    }
    if (first.is(LogicalTypeRoot.ROW) && second.is(LogicalTypeRoot.ROW)) {
      return ofRows((RowType) first, (RowType) second);
    }
    if (areBoth(LogicalTypeFamily.EXACT_NUMERIC, first, second)) {
      return ofNumbers(first, second);
    }
    if (areBoth(LogicalTypeFamily.APPROXIMATE_NUMERIC, first, second)) {
      return Optional.of(new DoubleType());
    }
    if (areBoth(LogicalTypeFamily.CHARACTER_STRING, first, second)) {
      return Optional.of(new VarCharType(maxLength(first, second)));
    }
    if (areBoth(LogicalTypeFamily.BINARY_STRING, first, second)) {
      return Optional.of(new VarBinaryType(maxLength(first, second)));
    }
    return ofTimes(first, second);
  }

  private static boolean areBoth(LogicalTypeFamily family, LogicalType first, LogicalType second) {
    return first.is(family) && second.is(family);
  }

  private static Optional<LogicalType> ofRows(RowType first, RowType second) {
    if (first.getFieldCount() != second.getFieldCount()) {
      return Optional.empty();
    }
    List<RowType.RowField> fields = new ArrayList<>();
    for (int i = 0; i < first.getFieldCount(); i++) {
      Optional<LogicalType> type = of(first.getTypeAt(i), second.getTypeAt(i));
      if (type.isEmpty()) {
        return Optional.empty();
      }
      fields.add(new RowType.RowField(first.getFieldNames().get(i), type.get()));
    }
    return Optional.of(new RowType(fields));
  }

  private static Optional<LogicalType> ofNumbers(LogicalType first, LogicalType second) {
    if (areBoth(LogicalTypeFamily.INTEGER_NUMERIC, first, second)) {
      boolean isFirst =
          LogicalTypeChecks.getPrecision(first) > LogicalTypeChecks.getPrecision(second);
      return Optional.of((isFirst ? first : second).copy(true));
    }
    int scale = Math.max(LogicalTypeChecks.getScale(first), LogicalTypeChecks.getScale(second));
    int precision = scale + Math.max(integerDigits(first), integerDigits(second));
    return precision <= DecimalType.MAX_PRECISION
        ? Optional.of(new DecimalType(precision, scale))
        : Optional.empty();
  }

  private static int integerDigits(LogicalType number) {
    return LogicalTypeChecks.getPrecision(number) - LogicalTypeChecks.getScale(number);
  }

  private static int maxLength(LogicalType first, LogicalType second) {
    return Math.max(LogicalTypeChecks.getLength(first), LogicalTypeChecks.getLength(second));
  }

  private static Optional<LogicalType> ofTimes(LogicalType first, LogicalType second) {
    if (first.is(LogicalTypeRoot.DATE) && second.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)) {
      return Optional.of(second.copy(true));
    }
    if (second.is(LogicalTypeRoot.DATE) && first.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)) {
      return Optional.of(first.copy(true));
    }
    if (!first.is(second.getTypeRoot())) {
      return Optional.empty();
    }
    return switch (first.getTypeRoot()) {
      case TIME_WITHOUT_TIME_ZONE -> Optional.of(new TimeType(maxPrecision(first, second)));
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          Optional.of(new TimestampType(maxPrecision(first, second)));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          Optional.of(new LocalZonedTimestampType(maxPrecision(first, second)));
      default -> Optional.empty();
    };
  }

  private static int maxPrecision(LogicalType first, LogicalType second) {
    return Math.max(LogicalTypeChecks.getPrecision(first), LogicalTypeChecks.getPrecision(second));
  }
}
