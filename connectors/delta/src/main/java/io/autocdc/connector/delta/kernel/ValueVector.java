// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.types.DataType;
import java.math.BigDecimal;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;

/** Values in Flink's internal form as a column of Kernel's. */
final class ValueVector implements ColumnVector {

  private final LogicalType type;
  private final DataType deltaType;
  private final Object[] values;

  /**
   * @param values in Flink's internal form, null where there is none
   */
  ValueVector(LogicalType type, Object[] values) {
    this.type = type;
    this.deltaType = DeltaTypes.toDelta(type);
    this.values = values;
  }

  static long toMicros(TimestampData time) {
    return time.getMillisecond() * 1_000 + time.getNanoOfMillisecond() / 1_000;
  }

  @Override
  public DataType getDataType() {
    return deltaType;
  }

  @Override
  public int getSize() {
    return values.length;
  }

  @Override
  public void close() {}

  @Override
  public boolean isNullAt(int row) {
    return values[row] == null;
  }

  @Override
  public boolean getBoolean(int row) {
    return (boolean) values[row];
  }

  @Override
  public byte getByte(int row) {
    return (byte) values[row];
  }

  @Override
  public short getShort(int row) {
    return (short) values[row];
  }

  @Override
  public int getInt(int row) {
    return (int) values[row];
  }

  @Override
  public long getLong(int row) {
    Object value = values[row];
    return value instanceof TimestampData time ? toMicros(time) : (long) value;
  }

  @Override
  public float getFloat(int row) {
    return (float) values[row];
  }

  @Override
  public double getDouble(int row) {
    return (double) values[row];
  }

  @Override
  public byte[] getBinary(int row) {
    return (byte[]) values[row];
  }

  @Override
  public String getString(int row) {
    return values[row].toString();
  }

  @Override
  public BigDecimal getDecimal(int row) {
    return ((DecimalData) values[row]).toBigDecimal();
  }

  @Override
  public ArrayValue getArray(int row) {
    return new Elements(elements((ArrayData) values[row], type.getChildren().get(0)));
  }

  @Override
  public MapValue getMap(int row) {
    MapData map = (MapData) values[row];
    return new Entries(
        elements(map.keyArray(), type.getChildren().get(0)),
        elements(map.valueArray(), type.getChildren().get(1)));
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    LogicalType child = type.getChildren().get(ordinal);
    RowData.FieldGetter getter = RowData.createFieldGetter(child.copy(true), ordinal);
    Object[] children = new Object[values.length];
    for (int i = 0; i < children.length; i++) {
      children[i] = values[i] == null ? null : getter.getFieldOrNull((RowData) values[i]);
    }
    return new ValueVector(child, children);
  }

  private static ValueVector elements(ArrayData array, LogicalType type) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type.copy(true));
    Object[] elements = new Object[array.size()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = getter.getElementOrNull(array, i);
    }
    return new ValueVector(type, elements);
  }

  private record Elements(ValueVector vector) implements ArrayValue {
    @Override
    public int getSize() {
      return vector.getSize();
    }

    @Override
    public ColumnVector getElements() {
      return vector;
    }
  }

  private record Entries(ValueVector keys, ValueVector values) implements MapValue {
    @Override
    public int getSize() {
      return keys.getSize();
    }

    @Override
    public ColumnVector getKeys() {
      return keys;
    }

    @Override
    public ColumnVector getValues() {
      return values;
    }
  }
}
