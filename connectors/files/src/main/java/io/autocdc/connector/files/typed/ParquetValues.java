// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * Reads what a schema of Parquet describes. Lists and maps have several old forms; the rules for
 * them are those of the format's specification. What has no counterpart in Flink is bytes, and a
 * decimal of more than 38 digits is text.
 */
final class ParquetValues {

  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BYTES = new VarBinaryType(VarBinaryType.MAX_LENGTH);

  private static final long UNSIGNED_INT = 0xFFFF_FFFFL;
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
  private static final DecimalType UNSIGNED_LONG = new DecimalType(20, 0);

  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long MILLIS_PER_DAY = 86_400_000;

  private ParquetValues() {}

  /** A group without annotation. */
  static TypedValue row(GroupType group) {
    int fields = group.getFieldCount();
    List<TypedValue> values = group.getFields().stream().map(ParquetValues::field).toList();
    RowType.RowField[] types = new RowType.RowField[fields];
    for (int i = 0; i < fields; i++) {
      types[i] = new RowType.RowField(group.getFieldName(i), values.get(i).type());
    }
    return new TypedValue(
        new RowType(List.of(types)),
        object -> {
          GenericRowData row = new GenericRowData(fields);
          for (int i = 0; i < fields; i++) {
            row.setField(i, read((SimpleGroup) object, i, values.get(i)));
          }
          return row;
        });
  }

  /** The value of a field; a repeated one is an array as it stands in the group. */
  private static Object read(SimpleGroup group, int field, TypedValue value) {
    int count = group.getFieldRepetitionCount(field);
    if (group.getType().getType(field).isRepetition(Type.Repetition.REPEATED)) {
      Object[] objects = new Object[count];
      for (int i = 0; i < count; i++) {
        objects[i] = group.getObject(field, i);
      }
      return value.read().apply(objects);
    }
    return count == 0 ? null : value.read().apply(group.getObject(field, 0));
  }

  private static TypedValue field(Type type) {
    return type.isRepetition(Type.Repetition.REPEATED) ? array(single(type)) : single(type);
  }

  /** Takes an array of objects. */
  private static TypedValue array(TypedValue element) {
    return new TypedValue(
        new ArrayType(element.type()),
        value -> {
          Object[] objects = (Object[]) value;
          Object[] elements = new Object[objects.length];
          for (int i = 0; i < elements.length; i++) {
            elements[i] = element.of(objects[i]);
          }
          return new GenericArrayData(elements);
        });
  }

  /** A type, whatever its repetition. */
  private static TypedValue single(Type type) {
    if (type.isPrimitive()) {
      return primitive(type.asPrimitiveType());
    }
    GroupType group = type.asGroupType();
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    boolean holdsOne =
        group.getFieldCount() == 1 && group.getType(0).isRepetition(Type.Repetition.REPEATED);
    if (annotation instanceof ListLogicalTypeAnnotation && holdsOne) {
      return list(group);
    }
    boolean map =
        annotation instanceof MapLogicalTypeAnnotation
            || annotation instanceof MapKeyValueTypeAnnotation;
    return map && holdsOne && !group.getType(0).isPrimitive() ? map(group) : row(group);
  }

  private static TypedValue list(GroupType list) {
    Type repeated = list.getType(0);
    if (isElement(list, repeated)) {
      TypedValue array = array(single(repeated));
      return new TypedValue(array.type(), value -> read((SimpleGroup) value, 0, array));
    }
    TypedValue element = field(repeated.asGroupType().getType(0));
    TypedValue array =
        array(new TypedValue(element.type(), value -> read((SimpleGroup) value, 0, element)));
    return new TypedValue(array.type(), value -> read((SimpleGroup) value, 0, array));
  }

  /** Whether what repeats is the element itself, as old writers have it, or a group around it. */
  private static boolean isElement(GroupType list, Type repeated) {
    return repeated.isPrimitive()
        || repeated.asGroupType().getFieldCount() != 1
        || repeated.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED)
        || repeated.getName().equals("array")
        || repeated.getName().equals(list.getName() + "_tuple");
  }

  private static TypedValue map(GroupType map) {
    GroupType entry = map.getType(0).asGroupType();
    TypedValue key = field(entry.getType(0));
    // A map without values is a set: its values are null.
    TypedValue value =
        entry.getFieldCount() == 1 ? new TypedValue(TEXT, each -> null) : field(entry.getType(1));
    return new TypedValue(
        new MapType(key.type().copy(false), value.type()),
        object -> {
          SimpleGroup group = (SimpleGroup) object;
          Map<Object, Object> entries = new HashMap<>();
          for (int i = 0; i < group.getFieldRepetitionCount(0); i++) {
            SimpleGroup each = (SimpleGroup) group.getObject(0, i);
            entries.put(
                read(each, 0, key), entry.getFieldCount() == 1 ? null : read(each, 1, value));
          }
          return new GenericMapData(entries);
        });
  }

  private static TypedValue primitive(PrimitiveType type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(type, decimal.getPrecision(), decimal.getScale());
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> new TypedValue(new BooleanType(), value -> value);
      case FLOAT -> new TypedValue(new FloatType(), value -> value);
      case DOUBLE -> new TypedValue(new DoubleType(), value -> value);
      case INT32 -> integer(annotation);
      case INT64 -> big(annotation);
      case INT96 ->
          new TypedValue(new LocalZonedTimestampType(9), value -> ofInt96((Binary) value));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> binary(annotation);
    };
  }

  private static TypedValue integer(LogicalTypeAnnotation annotation) {
    if (annotation instanceof DateLogicalTypeAnnotation) {
      return new TypedValue(new DateType(), value -> value);
    }
    if (annotation instanceof TimeLogicalTypeAnnotation) {
      return new TypedValue(new TimeType(3), value -> value);
    }
    if (annotation instanceof IntLogicalTypeAnnotation integer) {
      int bits = integer.getBitWidth();
      if (!integer.isSigned()) {
        return switch (bits) {
          case 8 -> new TypedValue(new SmallIntType(), value -> ((Integer) value).shortValue());
          case 16 -> new TypedValue(new IntType(), value -> value);
          default -> new TypedValue(new BigIntType(), value -> (Integer) value & UNSIGNED_INT);
        };
      }
      if (bits == 8) {
        return new TypedValue(new TinyIntType(), value -> ((Integer) value).byteValue());
      }
      if (bits == 16) {
        return new TypedValue(new SmallIntType(), value -> ((Integer) value).shortValue());
      }
    }
    return new TypedValue(new IntType(), value -> value);
  }

  private static TypedValue big(LogicalTypeAnnotation annotation) {
    if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
      LongFunction<TimestampData> time =
          switch (timestamp.getUnit()) {
            case MILLIS -> TimestampData::fromEpochMillis;
            case MICROS -> Times::ofMicros;
            case NANOS -> Times::ofNanos;
          };
      int precision =
          switch (timestamp.getUnit()) {
            case MILLIS -> 3;
            case MICROS -> 6;
            case NANOS -> 9;
          };
      return new TypedValue(
          timestamp.isAdjustedToUTC()
              ? new LocalZonedTimestampType(precision)
              : new TimestampType(precision),
          value -> time.apply((Long) value));
    }
    if (annotation instanceof TimeLogicalTypeAnnotation time) {
      long unit = time.getUnit() == TimeUnit.NANOS ? 1_000_000 : 1_000;
      return new TypedValue(new TimeType(3), value -> (int) ((Long) value / unit));
    }
    if (annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
      return new TypedValue(UNSIGNED_LONG, value -> unsigned((Long) value));
    }
    return new TypedValue(new BigIntType(), value -> value);
  }

  private static DecimalData unsigned(long value) {
    BigInteger number = BigInteger.valueOf(value);
    return DecimalData.fromBigDecimal(
        new BigDecimal(value < 0 ? number.add(TWO_TO_64) : number),
        UNSIGNED_LONG.getPrecision(),
        UNSIGNED_LONG.getScale());
  }

  private static TypedValue binary(LogicalTypeAnnotation annotation) {
    if (annotation instanceof StringLogicalTypeAnnotation
        || annotation instanceof EnumLogicalTypeAnnotation
        || annotation instanceof JsonLogicalTypeAnnotation) {
      return new TypedValue(TEXT, value -> StringData.fromBytes(((Binary) value).getBytes()));
    }
    if (annotation instanceof UUIDLogicalTypeAnnotation) {
      return new TypedValue(TEXT, value -> StringData.fromString(uuid((Binary) value)));
    }
    if (annotation instanceof Float16LogicalTypeAnnotation) {
      return new TypedValue(new FloatType(), value -> ofFloat16((Binary) value));
    }
    return new TypedValue(BYTES, value -> ((Binary) value).getBytes());
  }

  private static float ofFloat16(Binary value) {
    int bits = ByteBuffer.wrap(value.getBytes()).order(ByteOrder.LITTLE_ENDIAN).getShort();
    int exponent = bits >> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    float magnitude =
        switch (exponent) {
          case 0 -> Math.scalb((float) fraction, -24);
          case 0x1F -> fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
          default -> Math.scalb((float) (fraction | 0x400), exponent - 25);
        };
    return bits < 0 ? -magnitude : magnitude;
  }

  private static String uuid(Binary value) {
    ByteBuffer bytes = value.toByteBuffer().duplicate();
    return new UUID(bytes.getLong(), bytes.getLong()).toString();
  }

  private static TypedValue decimal(PrimitiveType type, int precision, int scale) {
    Function<Object, BigDecimal> number =
        switch (type.getPrimitiveTypeName()) {
          case INT32, INT64 -> value -> BigDecimal.valueOf(((Number) value).longValue(), scale);
          default -> value -> new BigDecimal(new BigInteger(((Binary) value).getBytes()), scale);
        };
    return Decimals.value(precision, scale, number);
  }

  /** Nanoseconds of the day and the Julian day, as old writers have timestamps: an instant. */
  private static TimestampData ofInt96(Binary value) {
    ByteBuffer bytes = ByteBuffer.wrap(value.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
    TimestampData timeOfDay = Times.ofNanos(bytes.getLong());
    long day = bytes.getInt() - JULIAN_DAY_OF_EPOCH;
    return TimestampData.fromEpochMillis(
        day * MILLIS_PER_DAY + timeOfDay.getMillisecond(), timeOfDay.getNanoOfMillisecond());
  }
}
