// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Turns the values of a type into those of a wider one, without loss: integers, FLOAT to DOUBLE,
 * more digits of a DECIMAL on either side, longer texts and bytes, finer times, nullable instead of
 * NOT NULL, and all of that inside of structs, arrays and maps. Structs go by the names of their
 * fields and may gain nullable ones.
 */
interface Widening {

  /** The values stay as they are. */
  Widening NONE = value -> value;

  /** The wider value; never called with null. */
  Object apply(Object value);

  /** The value or null. */
  default Object applyOrNull(Object value) {
    return value == null ? null : apply(value);
  }

  /** From one type to another; null if that would lose something. */
  static Widening between(LogicalType from, LogicalType to) {
    if (from.isNullable() && !to.isNullable()) {
      return null;
    }
    if (from.copy(true).equals(to.copy(true))) {
      return NONE;
    }
    return switch (to.getTypeRoot()) {
      case SMALLINT, INTEGER, BIGINT -> ofInteger(from, to);
      case DOUBLE -> from.is(LogicalTypeRoot.FLOAT) ? value -> ((Float) value).doubleValue() : null;
      case DECIMAL ->
          from instanceof DecimalType decimal ? ofDecimal(decimal, (DecimalType) to) : null;
      case VARCHAR -> ofLength(from, to, LogicalTypeRoot.CHAR);
      case VARBINARY -> ofLength(from, to, LogicalTypeRoot.BINARY);
      case TIME_WITHOUT_TIME_ZONE, TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          ofPrecision(from, to);
      case ROW -> from instanceof RowType row ? ofStruct(row, (RowType) to) : null;
      case ARRAY ->
          from.is(LogicalTypeRoot.ARRAY) ? ofArray(element(from, 0), element(to, 0)) : null;
      case MAP -> from.is(LogicalTypeRoot.MAP) ? ofMap(from, to) : null;
      default -> null;
    };
  }

  private static Widening ofInteger(LogicalType from, LogicalType to) {
    List<LogicalTypeRoot> integers =
        List.of(
            LogicalTypeRoot.TINYINT,
            LogicalTypeRoot.SMALLINT,
            LogicalTypeRoot.INTEGER,
            LogicalTypeRoot.BIGINT);
    int source = integers.indexOf(from.getTypeRoot());
    if (source < 0 || source > integers.indexOf(to.getTypeRoot())) {
      return null;
    }
    return switch (to.getTypeRoot()) {
      case SMALLINT -> value -> ((Number) value).shortValue();
      case INTEGER -> value -> ((Number) value).intValue();
      default -> value -> ((Number) value).longValue();
    };
  }

  private static Widening ofDecimal(DecimalType from, DecimalType to) {
    int scale = to.getScale();
    int precision = to.getPrecision();
    boolean fits =
        scale >= from.getScale() && precision - scale >= from.getPrecision() - from.getScale();
    return fits
        ? value ->
            DecimalData.fromBigDecimal(((DecimalData) value).toBigDecimal(), precision, scale)
        : null;
  }

  private static Widening ofLength(LogicalType from, LogicalType to, LogicalTypeRoot fixed) {
    boolean sameKind = from.is(fixed) || from.is(to.getTypeRoot());
    return sameKind && LogicalTypeChecks.getLength(from) <= LogicalTypeChecks.getLength(to)
        ? NONE
        : null;
  }

  private static Widening ofPrecision(LogicalType from, LogicalType to) {
    return from.is(to.getTypeRoot())
            && LogicalTypeChecks.getPrecision(from) <= LogicalTypeChecks.getPrecision(to)
        ? NONE
        : null;
  }

  private static Widening ofStruct(RowType from, RowType to) {
    if (!to.getFieldNames().containsAll(from.getFieldNames())) {
      return null;
    }
    int size = to.getFieldCount();
    RowData.FieldGetter[] getters = new RowData.FieldGetter[size];
    Widening[] widenings = new Widening[size];
    for (int i = 0; i < size; i++) {
      int source = from.getFieldIndex(to.getFieldNames().get(i));
      LogicalType type = to.getTypeAt(i);
      if (source < 0 && !type.isNullable()) {
        return null;
      }
      widenings[i] = source < 0 ? NONE : between(from.getTypeAt(source), type);
      if (widenings[i] == null) {
        return null;
      }
      getters[i] =
          source < 0
              ? row -> null
              : RowData.createFieldGetter(from.getTypeAt(source).copy(true), source);
    }
    return value -> {
      GenericRowData struct = new GenericRowData(size);
      for (int i = 0; i < size; i++) {
        struct.setField(i, widenings[i].applyOrNull(getters[i].getFieldOrNull((RowData) value)));
      }
      return struct;
    };
  }

  private static LogicalType element(LogicalType type, int index) {
    return type.getChildren().get(index);
  }

  private static Widening ofArray(LogicalType from, LogicalType to) {
    Widening widening = between(from, to);
    if (widening == null) {
      return null;
    }
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(from.copy(true));
    return value -> new GenericArrayData(elements((ArrayData) value, getter, widening));
  }

  private static Object[] elements(
      ArrayData array, ArrayData.ElementGetter getter, Widening widening) {
    Object[] elements = new Object[array.size()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = widening.applyOrNull(getter.getElementOrNull(array, i));
    }
    return elements;
  }

  private static Widening ofMap(LogicalType from, LogicalType to) {
    Widening keys = between(element(from, 0), element(to, 0));
    Widening values = between(element(from, 1), element(to, 1));
    if (keys == null || values == null) {
      return null;
    }
    ArrayData.ElementGetter keyGetter = ArrayData.createElementGetter(element(from, 0).copy(true));
    ArrayData.ElementGetter valueGetter =
        ArrayData.createElementGetter(element(from, 1).copy(true));
    return value -> {
      MapData map = (MapData) value;
      Object[] newKeys = elements(map.keyArray(), keyGetter, keys);
      Object[] newValues = elements(map.valueArray(), valueGetter, values);
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = 0; i < newKeys.length; i++) {
        entries.put(newKeys[i], newValues[i]);
      }
      return new GenericMapData(entries);
    };
  }
}
