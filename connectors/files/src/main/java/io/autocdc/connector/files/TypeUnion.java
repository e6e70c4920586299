// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Finds the type that has the values of two types. It does not depend on their order, but for the
 * order of the fields of rows, which is that of first appearance. Types are nullable; {@code NULL}
 * is the type of what was null everywhere.
 */
final class TypeUnion {

  static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  /** Types that have no type in common. */
  static final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConflictException(String message) {
      super(message);
    }
  }

  private final boolean ofText;

  /**
   * @param ofText true if values are texts, and the types guesses: any two of them are texts
   */
  TypeUnion(boolean ofText) {
    this.ofText = ofText;
  }

  /** The columns of both. */
  RowType ofRows(RowType a, RowType b) {
    Map<String, LogicalType> fields = new LinkedHashMap<>();
    a.getFields().forEach(field -> fields.put(field.getName(), field.getType()));
    for (RowType.RowField field : b.getFields()) {
      fields.merge(
          field.getName(), field.getType(), (one, other) -> of(field.getName(), one, other));
    }
    return new RowType(
        fields.entrySet().stream()
            .map(e -> new RowType.RowField(e.getKey(), e.getValue()))
            .toList());
  }

  private LogicalType of(String name, LogicalType a, LogicalType b) {
    try {
      return of(a, b);
    } catch (ConflictException e) {
      throw new ConflictException("'" + name + "': " + e.getMessage());
    }
  }

  /**
   * @throws ConflictException if no type has the values of both
   */
  LogicalType of(LogicalType a, LogicalType b) {
    if (a.equals(b) || b.is(LogicalTypeRoot.NULL)) {
      return a;
    }
    if (a.is(LogicalTypeRoot.NULL)) {
      return b;
    }
    LogicalType union =
        a.is(LogicalTypeFamily.NUMERIC) && b.is(LogicalTypeFamily.NUMERIC)
            ? ofNumbers(a, b)
            : a.is(b.getTypeRoot()) ? ofOneKind(a, b) : null;
    if (union == null && !ofText) {
      throw new ConflictException(a.asSummaryString() + " and " + b.asSummaryString());
    }
    return union == null ? TEXT : union;
  }

  private LogicalType ofOneKind(LogicalType a, LogicalType b) {
    return switch (a.getTypeRoot()) {
      case ROW -> ofRows((RowType) a, (RowType) b);
      case ARRAY ->
          new ArrayType(of(((ArrayType) a).getElementType(), ((ArrayType) b).getElementType()));
      case MAP -> {
        LogicalType key = of(((MapType) a).getKeyType(), ((MapType) b).getKeyType());
        yield new MapType(key, of(((MapType) a).getValueType(), ((MapType) b).getValueType()));
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE -> new TimestampType(precision(a, b));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> new LocalZonedTimestampType(precision(a, b));
      default -> null;
    };
  }

  private static int precision(LogicalType a, LogicalType b) {
    return Math.max(LogicalTypeChecks.getPrecision(a), LogicalTypeChecks.getPrecision(b));
  }

  /** Null if a fraction in binary would not have the values of both. */
  private LogicalType ofNumbers(LogicalType a, LogicalType b) {
    boolean fraction = a.is(LogicalTypeFamily.APPROXIMATE_NUMERIC);
    if (fraction || b.is(LogicalTypeFamily.APPROXIMATE_NUMERIC)) {
      boolean exact = ofText || isExactInDouble(a) && isExactInDouble(b);
      return exact ? new DoubleType() : null;
    }
    if (a.is(LogicalTypeRoot.DECIMAL) || b.is(LogicalTypeRoot.DECIMAL)) {
      return ofDecimals(a, b);
    }
    // Roots of integers are in the order of their sizes.
    return a.getTypeRoot().compareTo(b.getTypeRoot()) > 0 ? a : b;
  }

  private static boolean isExactInDouble(LogicalType type) {
    return !(type instanceof BigIntType) && !(type instanceof DecimalType);
  }

  private static LogicalType ofDecimals(LogicalType a, LogicalType b) {
    int scale = Math.max(scale(a), scale(b));
    int digits = Math.max(digits(a) - scale(a), digits(b) - scale(b));
    int precision = digits + scale;
    return precision <= DecimalType.MAX_PRECISION ? new DecimalType(precision, scale) : null;
  }

  private static int scale(LogicalType type) {
    return type instanceof DecimalType decimal ? decimal.getScale() : 0;
  }

  private static int digits(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      default -> ((DecimalType) type).getPrecision();
    };
  }
}
