// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Reads what a schema of Avro describes. What has no counterpart in Flink is text: a union of
 * several types, a record in itself, a decimal of more than 38 digits.
 */
final class AvroValues {

  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BYTES = new VarBinaryType(VarBinaryType.MAX_LENGTH);

  /** Records around what is being looked at: one that contains itself has no type in Flink. */
  private final Deque<Schema> around = new ArrayDeque<>();

  private AvroValues() {}

  /**
   * @param record schema of a record
   * @param columns says of its fields whether they are wanted
   */
  static TypedValue row(Schema record, Predicate<String> columns) {
    return new AvroValues().record(record, columns);
  }

  private TypedValue record(Schema record, Predicate<String> columns) {
    around.push(record);
    List<Schema.Field> fields =
        record.getFields().stream().filter(field -> columns.test(field.name())).toList();
    List<TypedValue> values = fields.stream().map(field -> value(field.schema())).toList();
    around.pop();
    RowType.RowField[] types = new RowType.RowField[fields.size()];
    int[] positions = new int[fields.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = new RowType.RowField(fields.get(i).name(), values.get(i).type());
      positions[i] = fields.get(i).pos();
    }
    return new TypedValue(
        new RowType(List.of(types)),
        object -> {
          IndexedRecord read = (IndexedRecord) object;
          GenericRowData row = new GenericRowData(positions.length);
          for (int i = 0; i < positions.length; i++) {
            row.setField(i, values.get(i).of(read.get(positions[i])));
          }
          return row;
        });
  }

  private TypedValue value(Schema schema) {
    return switch (schema.getType()) {
      case RECORD -> around.contains(schema) ? asText() : record(schema, name -> true);
      case ARRAY -> array(schema);
      case MAP -> map(schema);
      case UNION -> union(schema);
      case STRING, ENUM -> asText();
      case BYTES -> bytes(schema, AvroValues::bytesOf);
      case FIXED -> bytes(schema, value -> ((GenericFixed) value).bytes());
      case INT -> integer(schema);
      case LONG -> big(schema);
      case FLOAT -> new TypedValue(new FloatType(), value -> value);
      case DOUBLE -> new TypedValue(new DoubleType(), value -> value);
      case BOOLEAN -> new TypedValue(new BooleanType(), value -> value);
      case NULL -> asText();
    };
  }

  private TypedValue array(Schema schema) {
    TypedValue element = value(schema.getElementType());
    return new TypedValue(
        new ArrayType(element.type()),
        value -> new GenericArrayData(((List<?>) value).stream().map(element::of).toArray()));
  }

  private TypedValue map(Schema schema) {
    TypedValue element = value(schema.getValueType());
    return new TypedValue(
        new MapType(TEXT.copy(false), element.type()),
        value -> {
          Map<Object, Object> map = new HashMap<>();
          ((Map<?, ?>) value).forEach((key, each) -> map.put(text(key), element.of(each)));
          return new GenericMapData(map);
        });
  }

  private TypedValue union(Schema schema) {
    List<Schema> types =
        schema.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    if (types.size() == 1) {
      return value(types.get(0));
    }
    return new TypedValue(TEXT, value -> text(GenericData.get().toString(value)));
  }

  private static TypedValue integer(Schema schema) {
    return switch (logicalType(schema)) {
      case "date" -> new TypedValue(new DateType(), value -> value);
      case "time-millis" -> new TypedValue(new TimeType(3), value -> value);
      default -> new TypedValue(new IntType(), value -> value);
    };
  }

  private static TypedValue big(Schema schema) {
    return switch (logicalType(schema)) {
      case "time-micros" ->
          new TypedValue(new TimeType(3), value -> (int) Math.floorDiv((Long) value, 1_000L));
      case "timestamp-millis" -> instant(3, TimestampData::fromEpochMillis);
      case "timestamp-micros" -> instant(6, Times::ofMicros);
      case "timestamp-nanos" -> instant(9, Times::ofNanos);
      case "local-timestamp-millis" -> wallClock(3, TimestampData::fromEpochMillis);
      case "local-timestamp-micros" -> wallClock(6, Times::ofMicros);
      case "local-timestamp-nanos" -> wallClock(9, Times::ofNanos);
      default -> new TypedValue(new BigIntType(), value -> value);
    };
  }

  /** The name of it, also of one that is newer than the library; empty if there is none. */
  private static String logicalType(Schema schema) {
    String name = schema.getProp("logicalType");
    return name == null ? "" : name;
  }

  private static TypedValue instant(int precision, Function<Long, TimestampData> time) {
    return new TypedValue(
        new LocalZonedTimestampType(precision), value -> time.apply((Long) value));
  }

  private static TypedValue wallClock(int precision, Function<Long, TimestampData> time) {
    return new TypedValue(new TimestampType(precision), value -> time.apply((Long) value));
  }

  private static TypedValue bytes(Schema schema, Function<Object, byte[]> bytes) {
    if (!(schema.getLogicalType() instanceof LogicalTypes.Decimal decimal)) {
      return new TypedValue(BYTES, bytes::apply);
    }
    int scale = decimal.getScale();
    return Decimals.value(
        decimal.getPrecision(),
        scale,
        value -> new BigDecimal(new BigInteger(bytes.apply(value)), scale));
  }

  private static byte[] bytesOf(Object value) {
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static TypedValue asText() {
    return new TypedValue(TEXT, AvroValues::text);
  }

  private static StringData text(Object value) {
    return StringData.fromString(value.toString());
  }
}
