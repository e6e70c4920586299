// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Base64;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;

/** Compiles a type into the writer of its JSON form. */
final class JsonValueWriters {

  private JsonValueWriters() {}

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  static JsonValueWriter of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> (out, value) -> out.writeString(value.toString());
      case BOOLEAN -> (out, value) -> out.writeBoolean((Boolean) value);
      case BINARY, VARBINARY ->
          (out, value) -> out.writeString(Base64.getEncoder().encodeToString((byte[]) value));
      case DECIMAL ->
          (out, value) -> out.writeNumber(((DecimalData) value).toBigDecimal().toPlainString());
      case TINYINT, SMALLINT, INTEGER, BIGINT, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME ->
          (out, value) -> out.writeNumber(((Number) value).longValue());
      case FLOAT -> (out, value) -> writeFloat(out, (Float) value);
      case DOUBLE -> (out, value) -> writeDouble(out, (Double) value);
      case DATE -> (out, value) -> out.writeString(DateTimeText.formatDate((Integer) value));
      case TIME_WITHOUT_TIME_ZONE ->
          (out, value) -> out.writeString(DateTimeText.formatTime((Integer) value));
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          (out, value) -> out.writeString(DateTimeText.formatTimestamp((TimestampData) value));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          (out, value) -> out.writeString(DateTimeText.formatInstant((TimestampData) value));
      case ROW -> row((RowType) type);
      case ARRAY -> array(((ArrayType) type).getElementType());
      case MAP -> new JsonMapWriter(((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case MULTISET ->
          new JsonMapWriter(((MultisetType) type).getElementType(), new IntType(false));
      default -> throw UnsupportedTypes.problem(type);
    };
  }

  static String toText(JsonValueWriter writer, Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JsonText.FACTORY.createGenerator(text)) {
      writer.writeNullable(out, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void writeFloat(JsonGenerator out, float value) throws IOException {
    if (Float.isFinite(value)) {
      out.writeNumber(value);
    } else {
      out.writeString(Float.toString(value));
    }
  }

  private static void writeDouble(JsonGenerator out, double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumber(value);
    } else {
      out.writeString(Double.toString(value));
    }
  }

  private static JsonValueWriter row(RowType type) {
    int arity = type.getFieldCount();
    String[] names = type.getFieldNames().toArray(String[]::new);
    JsonValueWriter[] writers = new JsonValueWriter[arity];
    RowData.FieldGetter[] getters = new RowData.FieldGetter[arity];
    for (int i = 0; i < arity; i++) {
      writers[i] = of(type.getTypeAt(i));
      getters[i] = RowData.createFieldGetter(type.getTypeAt(i), i);
    }
    return (out, value) -> {
      RowData row = (RowData) value;
      out.writeStartObject();
      for (int i = 0; i < arity; i++) {
        out.writeFieldName(names[i]);
        writers[i].writeNullable(out, getters[i].getFieldOrNull(row));
      }
      out.writeEndObject();
    };
  }

  private static JsonValueWriter array(LogicalType elementType) {
    JsonValueWriter writer = of(elementType);
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType);
    return (out, value) -> {
      ArrayData array = (ArrayData) value;
      out.writeStartArray();
      for (int i = 0; i < array.size(); i++) {
        writer.writeNullable(out, getter.getElementOrNull(array, i));
      }
      out.writeEndArray();
    };
  }
}
