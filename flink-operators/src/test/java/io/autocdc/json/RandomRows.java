// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.*;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Random schemas and rows of every type, from a seed; edges of the types come often. */
public final class RandomRows {

  private static final int SCALARS = 18;
  private static final int TYPES = SCALARS + 4;
  private static final String[] TEXTS = {
    "", " ", "null", "\"", "\\", "\n\t\u0000", "é", "😀", "[1]", "{}", "1.50", "NaN", ",", "\u2028"
  };

  private final Random random;

  public RandomRows(long seed) {
    this.random = new Random(seed);
  }

  public RowType rowType() {
    return rowType(2, random.nextBoolean());
  }

  public GenericRowData row(RowType type) {
    GenericRowData row = new GenericRowData(type.getFieldCount());
    for (int i = 0; i < type.getFieldCount(); i++) {
      row.setField(i, nullable(type.getTypeAt(i)));
    }
    return row;
  }

  private RowType rowType(int depth, boolean nullable) {
    List<RowType.RowField> fields = new ArrayList<>();
    int arity = 1 + random.nextInt(6);
    for (int i = 0; i < arity; i++) {
      fields.add(new RowType.RowField("f " + i + "é\"".substring(random.nextInt(3)), type(depth)));
    }
    return new RowType(nullable, fields);
  }

  private LogicalType type(int depth) {
    boolean nullable = random.nextInt(4) > 0;
    int precision = random.nextInt(10);
    int length = 1 + random.nextInt(5);
    int digits = 1 + random.nextInt(38);
    return switch (random.nextInt(depth > 0 ? TYPES : SCALARS)) {
      case 0 -> new CharType(nullable, length);
      case 1 -> new VarCharType(nullable, length);
      case 2 -> new VarCharType(nullable, VarCharType.MAX_LENGTH);
      case 3 -> new BooleanType(nullable);
      case 4 -> new TinyIntType(nullable);
      case 5 -> new SmallIntType(nullable);
      case 6 -> new IntType(nullable);
      case 7 -> new BigIntType(nullable);
      case 8 -> new FloatType(nullable);
      case 9 -> new DoubleType(nullable);
      case 10 -> new DecimalType(nullable, digits, random.nextInt(digits + 1));
      case 11 -> new BinaryType(nullable, length);
      case 12 -> new VarBinaryType(nullable, VarBinaryType.MAX_LENGTH);
      case 13 -> new DateType(nullable);
      case 14 -> new TimeType(nullable, precision);
      case 15 -> new TimestampType(nullable, TimestampKind.REGULAR, precision);
      case 16 -> new LocalZonedTimestampType(nullable, TimestampKind.REGULAR, precision);
      case 17 ->
          random.nextBoolean()
              ? new YearMonthIntervalType(
                  nullable, YearMonthIntervalType.YearMonthResolution.YEAR_TO_MONTH, 4)
              : new DayTimeIntervalType(
                  nullable, DayTimeIntervalType.DayTimeResolution.DAY_TO_SECOND, 3, 3);
      case 18 -> rowType(depth - 1, nullable);
      case 19 -> new ArrayType(nullable, type(depth - 1));
      case 20 -> new MapType(nullable, type(0), type(depth - 1));
      default -> new MultisetType(nullable, type(0));
    };
  }

  private Object nullable(LogicalType type) {
    return type.isNullable() && random.nextInt(4) == 0 ? null : value(type);
  }

  private Object value(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> StringData.fromString(text(LogicalTypeChecks.getLength(type)));
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) edgy(8);
      case SMALLINT -> (short) edgy(16);
      case INTEGER, INTERVAL_YEAR_MONTH -> (int) edgy(32);
      case BIGINT, INTERVAL_DAY_TIME -> edgy(64);
      case FLOAT -> floatValue();
      case DOUBLE -> doubleValue();
      case DECIMAL -> decimal((DecimalType) type);
      case BINARY, VARBINARY -> bytes(Math.min(5, LogicalTypeChecks.getLength(type)));
      case DATE -> random.nextInt(2_000_000) - 1_000_000;
      case TIME_WITHOUT_TIME_ZONE -> {
        int unit = (int) Math.pow(10, Math.max(0, 3 - ((TimeType) type).getPrecision()));
        int millis = random.nextInt(86_400_000);
        yield millis - millis % unit;
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          timestamp(LogicalTypeChecks.getPrecision(type));
      case ROW -> row((RowType) type);
      case ARRAY -> array(((ArrayType) type).getElementType());
      case MAP -> {
        MapType map = (MapType) type;
        yield map(map.getKeyType(), map.getValueType());
      }
      case MULTISET -> multiset(((MultisetType) type).getElementType());
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private long edgy(int bits) {
    long value = random.nextLong() >> (64 - bits);
    return switch (random.nextInt(5)) {
      case 0 -> Long.MIN_VALUE >> (64 - bits);
      case 1 -> Long.MAX_VALUE >> (64 - bits);
      case 2 -> random.nextInt(3) - 1;
      default -> value;
    };
  }

  private double doubleValue() {
    double[] edges = {0.0, -0.0, Double.NaN, Double.MAX_VALUE, Double.MIN_VALUE, 1 / 0.0, -1 / 0.0};
    return random.nextBoolean()
        ? edges[random.nextInt(edges.length)]
        : Double.longBitsToDouble(random.nextLong());
  }

  private float floatValue() {
    float[] edges = {0f, -0f, Float.NaN, Float.MAX_VALUE, Float.MIN_VALUE, 1 / 0f, -1 / 0f};
    return random.nextBoolean()
        ? edges[random.nextInt(edges.length)]
        : Float.intBitsToFloat(random.nextInt());
  }

  private DecimalData decimal(DecimalType type) {
    BigInteger limit = BigInteger.TEN.pow(1 + random.nextInt(type.getPrecision()));
    BigInteger unscaled = new BigInteger(130, random).mod(limit);
    BigDecimal value =
        new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.getScale());
    return DecimalData.fromBigDecimal(value, type.getPrecision(), type.getScale());
  }

  private TimestampData timestamp(int precision) {
    long nanos = random.nextInt(1_000_000_000);
    nanos -= nanos % (long) Math.pow(10, 9 - precision);
    long seconds = random.nextInt() * (random.nextInt(4) == 0 ? 1000L : 1L);
    return TimestampData.fromEpochMillis(
        seconds * 1000 + nanos / 1_000_000, (int) (nanos % 1_000_000));
  }

  private String text(int maxLength) {
    StringBuilder text = new StringBuilder();
    int wanted = random.nextInt(Math.min(maxLength, 20) + 1);
    while (text.codePointCount(0, text.length()) < wanted) {
      text.append(TEXTS[random.nextInt(TEXTS.length)]).append((char) ('a' + random.nextInt(26)));
    }
    return text.substring(0, text.offsetByCodePoints(0, wanted));
  }

  private byte[] bytes(int maxLength) {
    byte[] bytes = new byte[random.nextInt(maxLength + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private GenericArrayData array(LogicalType elementType) {
    Object[] elements = new Object[random.nextInt(4)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = nullable(elementType);
    }
    return new GenericArrayData(elements);
  }

  private GenericMapData map(LogicalType keyType, LogicalType valueType) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(key(keyType), nullable(valueType));
    }
    return new GenericMapData(map);
  }

  private GenericMapData multiset(LogicalType elementType) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(key(elementType), 1 + random.nextInt(3));
    }
    return new GenericMapData(map);
  }

  /**
   * Never null. Of binary keys, which Java compares by identity, there is one; so no two are equal.
   */
  private Object key(LogicalType type) {
    return type.is(LogicalTypeFamily.BINARY_STRING) ? BINARY_KEY : value(type);
  }

  private static final byte[] BINARY_KEY = {1};
}
