// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;

/**
 * Orders of values in Flink's internal form, nulls first, for every type. Maps and multisets
 * compare as their sorted entries, so that the order of entries in memory never matters.
 */
public final class ValueOrder {

  /** How floating-point numbers compare. */
  public enum Floats {
    /** -0.0 below 0.0: a difference that can be seen is a difference. */
    BY_FORM,
    /** -0.0 equal to 0.0. */
    BY_VALUE
  }

  private ValueOrder() {}

  public static Comparator<Object> of(LogicalType type, Floats floats) {
    return Comparator.nullsFirst(ofPresent(type, floats));
  }

  private static Comparator<Object> ofPresent(LogicalType type, Floats floats) {
    return switch (type.getTypeRoot()) {
      case FLOAT -> (a, b) -> Float.compare(form((Float) a, floats), form((Float) b, floats));
      case DOUBLE -> (a, b) -> Double.compare(form((Double) a, floats), form((Double) b, floats));
      case BINARY, VARBINARY -> (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
      case ARRAY -> arrays(((ArrayType) type).getElementType(), floats);
      case MAP -> maps(((MapType) type).getKeyType(), ((MapType) type).getValueType(), floats);
      case MULTISET -> maps(((MultisetType) type).getElementType(), new IntType(false), floats);
      case ROW, STRUCTURED_TYPE -> rows(type, floats);
      case DISTINCT_TYPE -> ofPresent(type.getChildren().get(0), floats);
      case RAW ->
          (a, b) ->
              Arrays.compareUnsigned(
                  ((RawValueData<?>) a).toBytes(null), ((RawValueData<?>) b).toBytes(null));
      default -> ValueOrder::natural;
    };
  }

  private static float form(float value, Floats floats) {
    return floats == Floats.BY_VALUE ? value + 0.0f : value;
  }

  private static double form(double value, Floats floats) {
    return floats == Floats.BY_VALUE ? value + 0.0 : value;
  }

  @SuppressWarnings("unchecked")
  private static int natural(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static Comparator<Object> rows(LogicalType type, Floats floats) {
    int arity = type.getChildren().size();
    RowData.FieldGetter[] getters = new RowData.FieldGetter[arity];
    RowOrder order = new RowOrder(arity);
    for (int i = 0; i < arity; i++) {
      LogicalType field = type.getChildren().get(i);
      getters[i] = RowData.createFieldGetter(field, i);
      order.comparators[i] = of(field, floats);
    }
    return (a, b) -> order.compare((RowData) a, (RowData) b, getters);
  }

  private record RowOrder(Comparator<Object>[] comparators) {
    @SuppressWarnings("unchecked")
    RowOrder(int arity) {
      this(new Comparator[arity]);
    }

    int compare(RowData a, RowData b, RowData.FieldGetter[] getters) {
      for (int i = 0; i < getters.length; i++) {
        int order =
            comparators[i].compare(getters[i].getFieldOrNull(a), getters[i].getFieldOrNull(b));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }
  }

  private static Comparator<Object> arrays(LogicalType element, Floats floats) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(element);
    Comparator<Object> order = of(element, floats);
    return (x, y) -> {
      ArrayData a = (ArrayData) x;
      ArrayData b = (ArrayData) y;
      for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
        int c = order.compare(getter.getElementOrNull(a, i), getter.getElementOrNull(b, i));
        if (c != 0) {
          return c;
        }
      }
      return Integer.compare(a.size(), b.size());
    };
  }

  private static Comparator<Object> maps(LogicalType key, LogicalType value, Floats floats) {
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(key);
    ArrayData.ElementGetter values = ArrayData.createElementGetter(value);
    Comparator<Object> keyOrder = of(key, floats);
    Comparator<Object> valueOrder = of(value, floats);
    return (x, y) -> {
      var a = sorted((MapData) x, keys, values, keyOrder).entrySet().iterator();
      var b = sorted((MapData) y, keys, values, keyOrder).entrySet().iterator();
      while (a.hasNext() && b.hasNext()) {
        Map.Entry<Object, Object> left = a.next();
        Map.Entry<Object, Object> right = b.next();
        int c = keyOrder.compare(left.getKey(), right.getKey());
        c = c != 0 ? c : valueOrder.compare(left.getValue(), right.getValue());
        if (c != 0) {
          return c;
        }
      }
      return Boolean.compare(a.hasNext(), b.hasNext());
    };
  }

  private static TreeMap<Object, Object> sorted(
      MapData map,
      ArrayData.ElementGetter keys,
      ArrayData.ElementGetter values,
      Comparator<Object> order) {
    TreeMap<Object, Object> sorted = new TreeMap<>(order);
    for (int i = 0; i < map.size(); i++) {
      sorted.put(
          keys.getElementOrNull(map.keyArray(), i), values.getElementOrNull(map.valueArray(), i));
    }
    return sorted;
  }
}
