// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Types of Flink and of Delta. Delta has one type of text and one of bytes, and its times end at
 * microseconds; it has no TIME, no INTERVAL, no MULTISET.
 */
public final class DeltaTypes {

  /** Digits of a second that Delta keeps. */
  public static final int MAX_PRECISION = 6;

  private DeltaTypes() {}

  /** True if every value of the type comes back as it was. */
  public static boolean isStorable(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          FLOAT,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE ->
          true;
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          LogicalTypeChecks.getPrecision(type) <= MAX_PRECISION;
      case ROW ->
          !type.getChildren().isEmpty()
              && type.getChildren().stream().allMatch(DeltaTypes::isStorable);
      case ARRAY, MAP -> type.getChildren().stream().allMatch(DeltaTypes::isStorable);
      default -> false;
    };
  }

  /**
   * The type in which Delta stores values of a type of Flink; nullability is that of the field.
   *
   * @throws IllegalArgumentException if it is not {@link #isStorable}
   */
  static DataType toDelta(LogicalType type) {
    if (!isStorable(type)) {
      throw new IllegalArgumentException("Delta cannot store " + type.asSummaryString());
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> BooleanType.BOOLEAN;
      case TINYINT -> ByteType.BYTE;
      case SMALLINT -> ShortType.SHORT;
      case INTEGER -> IntegerType.INTEGER;
      case BIGINT -> LongType.LONG;
      case FLOAT -> FloatType.FLOAT;
      case DOUBLE -> DoubleType.DOUBLE;
      case DECIMAL ->
          new DecimalType(LogicalTypeChecks.getPrecision(type), LogicalTypeChecks.getScale(type));
      case CHAR, VARCHAR -> StringType.STRING;
      case BINARY, VARBINARY -> BinaryType.BINARY;
      case DATE -> DateType.DATE;
      case TIMESTAMP_WITHOUT_TIME_ZONE -> TimestampNTZType.TIMESTAMP_NTZ;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimestampType.TIMESTAMP;
      case ARRAY -> {
        LogicalType element = type.getChildren().get(0);
        yield new ArrayType(toDelta(element), element.isNullable());
      }
      case MAP -> {
        LogicalType value = type.getChildren().get(1);
        yield new MapType(toDelta(type.getChildren().get(0)), toDelta(value), value.isNullable());
      }
      default -> toStruct((RowType) type);
    };
  }

  static StructType toStruct(RowType type) {
    List<StructField> fields = new ArrayList<>();
    for (RowType.RowField field : type.getFields()) {
      LogicalType fieldType = field.getType();
      fields.add(new StructField(field.getName(), toDelta(fieldType), fieldType.isNullable()));
    }
    return new StructType(fields);
  }

  /**
   * The widest type of Flink that holds what Delta stores in a type.
   *
   * @throws IllegalArgumentException if Flink has none
   */
  static LogicalType toFlink(DataType type, boolean nullable) {
    return toFlink(type).copy(nullable);
  }

  private static LogicalType toFlink(DataType type) {
    if (type instanceof BooleanType) {
      return new org.apache.flink.table.types.logical.BooleanType();
    } else if (type instanceof ByteType) {
      return new TinyIntType();
    } else if (type instanceof ShortType) {
      return new SmallIntType();
    } else if (type instanceof IntegerType) {
      return new org.apache.flink.table.types.logical.IntType();
    } else if (type instanceof LongType) {
      return new BigIntType();
    } else if (type instanceof FloatType) {
      return new org.apache.flink.table.types.logical.FloatType();
    } else if (type instanceof DoubleType) {
      return new org.apache.flink.table.types.logical.DoubleType();
    } else if (type instanceof DecimalType decimal) {
      return new org.apache.flink.table.types.logical.DecimalType(
          decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof StringType) {
      return VarCharType.STRING_TYPE;
    } else if (type instanceof BinaryType) {
      return new VarBinaryType(VarBinaryType.MAX_LENGTH);
    } else if (type instanceof DateType) {
      return new org.apache.flink.table.types.logical.DateType();
    } else if (type instanceof TimestampNTZType) {
      return new org.apache.flink.table.types.logical.TimestampType(MAX_PRECISION);
    } else if (type instanceof TimestampType) {
      return new LocalZonedTimestampType(MAX_PRECISION);
    } else if (type instanceof ArrayType array) {
      return new org.apache.flink.table.types.logical.ArrayType(
          toFlink(array.getElementType(), array.containsNull()));
    } else if (type instanceof MapType map) {
      return new org.apache.flink.table.types.logical.MapType(
          toFlink(map.getKeyType(), false), toFlink(map.getValueType(), map.isValueContainsNull()));
    } else if (type instanceof StructType struct) {
      return new RowType(
          struct.fields().stream()
              .map(
                  field ->
                      new RowType.RowField(
                          field.getName(), toFlink(field.getDataType(), field.isNullable())))
              .toList());
    }
    throw new IllegalArgumentException("Flink has no type for Delta's " + type);
  }
}
