// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.expressions.Literal;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Takes values out of Kernel's columns, in Flink's internal form. */
@FunctionalInterface
interface ValueReader {

  /** The value of a row that is not null. */
  Object read(ColumnVector column, int row);

  default Object readOrNull(ColumnVector column, int row) {
    return column.isNullAt(row) ? null : read(column, row);
  }

  static ValueReader of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> ColumnVector::getBoolean;
      case TINYINT -> ColumnVector::getByte;
      case SMALLINT -> ColumnVector::getShort;
      case INTEGER, DATE -> ColumnVector::getInt;
      case BIGINT -> ColumnVector::getLong;
      case FLOAT -> ColumnVector::getFloat;
      case DOUBLE -> ColumnVector::getDouble;
      case DECIMAL -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        int scale = LogicalTypeChecks.getScale(type);
        yield (column, row) -> DecimalData.fromBigDecimal(column.getDecimal(row), precision, scale);
      }
      case CHAR, VARCHAR -> (column, row) -> StringData.fromString(column.getString(row));
      case BINARY, VARBINARY -> ColumnVector::getBinary;
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          (column, row) -> ofMicros(column.getLong(row));
      case ROW -> ofRow(type.getChildren().stream().map(ValueReader::of).toList());
      case ARRAY -> {
        ValueReader elements = of(type.getChildren().get(0));
        yield (column, row) ->
            new GenericArrayData(all(column.getArray(row).getElements(), elements));
      }
      case MAP -> ofMap(of(type.getChildren().get(0)), of(type.getChildren().get(1)));
      default -> throw new IllegalArgumentException("Delta has no " + type.asSummaryString());
    };
  }

  static TimestampData ofMicros(long micros) {
    long millis = Math.floorDiv(micros, 1_000L);
    return TimestampData.fromEpochMillis(millis, (int) Math.floorMod(micros, 1_000L) * 1_000);
  }

  /** The value of a literal that is not null. */
  static Object ofLiteral(Literal literal, LogicalType type) {
    Object value = literal.getValue();
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> StringData.fromString((String) value);
      case DECIMAL ->
          DecimalData.fromBigDecimal(
              (BigDecimal) value,
              LogicalTypeChecks.getPrecision(type),
              LogicalTypeChecks.getScale(type));
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ofMicros((long) value);
      default -> value;
    };
  }

  private static ValueReader ofRow(List<ValueReader> fields) {
    return (column, row) -> {
      GenericRowData struct = new GenericRowData(fields.size());
      for (int i = 0; i < fields.size(); i++) {
        struct.setField(i, fields.get(i).readOrNull(column.getChild(i), row));
      }
      return struct;
    };
  }

  private static ValueReader ofMap(ValueReader keys, ValueReader values) {
    return (column, row) -> {
      MapValue map = column.getMap(row);
      Object[] allKeys = all(map.getKeys(), keys);
      Object[] allValues = all(map.getValues(), values);
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = 0; i < allKeys.length; i++) {
        entries.put(allKeys[i], allValues[i]);
      }
      return new GenericMapData(entries);
    };
  }

  private static Object[] all(ColumnVector elements, ValueReader reader) {
    Object[] values = new Object[elements.getSize()];
    for (int i = 0; i < values.length; i++) {
      values[i] = reader.readOrNull(elements, i);
    }
    return values;
  }
}
