// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import io.autocdc.json.InvalidTextException;
import io.autocdc.json.Numbers;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * What the types of files may be declared as: the same, or one that has the value. As everywhere,
 * surplus fraction digits of a decimal are rounded half up and those of a time are cut off.
 */
final class ValueAdapters {

  private ValueAdapters() {}

  /**
   * @param from type in the file
   * @param to declared type
   * @throws InvalidTextException if values of the one are none of the other
   */
  static ValueAdapter of(LogicalType from, LogicalType to) throws InvalidTextException {
    ValueAdapter adapter =
        switch (to.getTypeRoot()) {
          case BOOLEAN, DATE -> from.is(to.getTypeRoot()) ? value -> value : null;
          case TINYINT, SMALLINT, INTEGER, BIGINT -> integer(from, to);
          case FLOAT -> from.is(LogicalTypeRoot.FLOAT) ? value -> value : null;
          case DOUBLE -> isExactInDouble(from) ? value -> ((Number) value).doubleValue() : null;
          case DECIMAL -> decimal(from, (DecimalType) to);
          case CHAR, VARCHAR -> text(from, to);
          case BINARY, VARBINARY -> bytes(from, to);
          case TIME_WITHOUT_TIME_ZONE -> time(from, to);
          case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(from, to);
          case ROW -> row(from, (RowType) to);
          case ARRAY -> array(from, (ArrayType) to);
          case MAP -> map(from, ((MapType) to).getKeyType(), ((MapType) to).getValueType());
          case MULTISET -> map(from, ((MultisetType) to).getElementType(), new IntType(false));
          default -> null;
        };
    if (adapter == null) {
      throw new InvalidTextException(
          "the file has "
              + from.copy(true).asSummaryString()
              + ", which is not read as "
              + to.copy(true).asSummaryString());
    }
    return adapter;
  }

  private static boolean isInteger(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      default -> false;
    };
  }

  private static boolean isExactInDouble(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT, SMALLINT, INTEGER, FLOAT, DOUBLE -> true;
      default -> false;
    };
  }

  private static ValueAdapter integer(LogicalType from, LogicalType to) {
    boolean whole = from instanceof DecimalType decimal && decimal.getScale() == 0;
    if (!isInteger(from) && !whole) {
      return null;
    }
    return value ->
        switch (to.getTypeRoot()) {
          case TINYINT -> (byte) inRange(value, to, Byte.MIN_VALUE);
          case SMALLINT -> (short) inRange(value, to, Short.MIN_VALUE);
          case INTEGER -> (int) inRange(value, to, Integer.MIN_VALUE);
          default -> inRange(value, to, Long.MIN_VALUE);
        };
  }

  /**
   * @param min the least value of the type; the greatest is its complement
   */
  private static long inRange(Object value, LogicalType to, long min) throws InvalidTextException {
    BigDecimal big = value instanceof DecimalData decimal ? decimal.toBigDecimal() : null;
    boolean fits = big == null || big.toBigInteger().bitLength() < Long.SIZE;
    long number = big == null ? ((Number) value).longValue() : big.longValue();
    if (!fits || number < min || number > ~min) {
      throw InvalidTextException.notA(value.toString(), to, "it is out of range");
    }
    return number;
  }

  private static ValueAdapter decimal(LogicalType from, DecimalType to) {
    if (isInteger(from)) {
      return value ->
          Numbers.decimal(BigDecimal.valueOf(((Number) value).longValue()), value.toString(), to);
    }
    if (!(from instanceof DecimalType type)) {
      return null;
    }
    boolean same = type.getPrecision() == to.getPrecision() && type.getScale() == to.getScale();
    return same
        ? value -> value
        : value -> Numbers.decimal(((DecimalData) value).toBigDecimal(), value.toString(), to);
  }

  /** Bytes, too: many files do not say that they are text. */
  private static ValueAdapter text(LogicalType from, LogicalType to) {
    int length = LogicalTypeChecks.getLength(to);
    return switch (from.getTypeRoot()) {
      case VARCHAR -> value -> withinLength((StringData) value, length, to);
      case VARBINARY -> value -> withinLength(decode((byte[]) value, to), length, to);
      default -> null;
    };
  }

  private static StringData decode(byte[] utf8, LogicalType to) throws InvalidTextException {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
    } catch (CharacterCodingException e) {
      throw InvalidTextException.notA(
          new String(utf8, StandardCharsets.UTF_8), to, "the bytes are not UTF-8");
    }
    return StringData.fromBytes(utf8);
  }

  private static StringData withinLength(StringData text, int length, LogicalType to)
      throws InvalidTextException {
    // A character has one byte at least, so most texts need not be looked at.
    if (length < Integer.MAX_VALUE && text.toBytes().length > length) {
      String string = text.toString();
      int characters = string.codePointCount(0, string.length());
      if (characters > length) {
        throw InvalidTextException.notA(string, to, "it has " + characters + " characters");
      }
    }
    return text;
  }

  private static ValueAdapter bytes(LogicalType from, LogicalType to) {
    int length = LogicalTypeChecks.getLength(to);
    if (!from.is(LogicalTypeRoot.VARBINARY)) {
      return null;
    }
    return value -> {
      int bytes = ((byte[]) value).length;
      if (bytes > length) {
        throw new InvalidTextException(
            bytes + " bytes are not a valid " + to.copy(true).asSummaryString());
      }
      return value;
    };
  }

  private static ValueAdapter time(LogicalType from, LogicalType to) {
    int precision = LogicalTypeChecks.getPrecision(to);
    return from.is(LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE)
        ? value -> (int) Times.cutMillis((Integer) value, precision)
        : null;
  }

  /** What has no zone is in UTC, as it is to SQL. */
  private static ValueAdapter timestamp(LogicalType from, LogicalType to) {
    int precision = LogicalTypeChecks.getPrecision(to);
    boolean timestamp =
        from.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
            || from.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    return timestamp ? value -> Times.cut((TimestampData) value, precision) : null;
  }

  private static ValueAdapter row(LogicalType from, RowType to) throws InvalidTextException {
    if (!(from instanceof RowType type)) {
      return null;
    }
    RowAdapter adapter = RowAdapter.of(type, to);
    return value -> adapter.adapt((RowData) value);
  }

  private static ValueAdapter array(LogicalType from, ArrayType to) throws InvalidTextException {
    if (!(from instanceof ArrayType type)) {
      return null;
    }
    ElementsAdapter elements = ElementsAdapter.of(type.getElementType(), to.getElementType());
    return value -> new GenericArrayData(elements.adapt((ArrayData) value));
  }

  private static ValueAdapter map(LogicalType from, LogicalType key, LogicalType value)
      throws InvalidTextException {
    if (!(from instanceof MapType type)) {
      return null;
    }
    ElementsAdapter keys = ElementsAdapter.of(type.getKeyType(), key.copy(false));
    ElementsAdapter values = ElementsAdapter.of(type.getValueType(), value);
    return each -> {
      Object[] adaptedKeys = keys.adapt(((MapData) each).keyArray());
      Object[] adaptedValues = values.adapt(((MapData) each).valueArray());
      Map<Object, Object> map = new HashMap<>();
      for (int i = 0; i < adaptedKeys.length; i++) {
        map.put(adaptedKeys[i], adaptedValues[i]);
      }
      return new GenericMapData(map);
    };
  }

  /** Elements of arrays, keys and values of maps. */
  private record ElementsAdapter(
      ArrayData.ElementGetter getter, ValueAdapter adapter, LogicalType type) {

    static ElementsAdapter of(LogicalType from, LogicalType to) throws InvalidTextException {
      return new ElementsAdapter(
          ArrayData.createElementGetter(from.copy(true)), ValueAdapters.of(from, to), to);
    }

    Object[] adapt(ArrayData elements) throws InvalidTextException {
      Object[] adapted = new Object[elements.size()];
      for (int i = 0; i < adapted.length; i++) {
        Object element = getter.getElementOrNull(elements, i);
        try {
          if (element != null) {
            adapted[i] = adapter.adapt(element);
          } else if (!type.isNullable()) {
            throw InvalidTextException.nullValue(type);
          }
        } catch (InvalidTextException e) {
          throw e.inElement(i);
        }
      }
      return adapted;
    }
  }
}
