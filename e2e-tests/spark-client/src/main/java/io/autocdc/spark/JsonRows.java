// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Rows as JSON, in the form of {@code ./autocdc show --format json}: every column in its order,
 * times as ISO 8601, those with a zone in UTC, bytes as base64, maps by their keys.
 */
final class JsonRows {

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private JsonRows() {}

  static String write(Row row) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      writeRow(out, row);
    }
    return text.toString();
  }

  static String quote(String text) {
    return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private static void writeRow(JsonGenerator out, Row row) throws IOException {
    StructField[] fields = row.schema().fields();
    out.writeStartObject();
    for (int i = 0; i < fields.length; i++) {
      out.writeFieldName(fields[i].name());
      write(out, row.get(i), fields[i].dataType());
    }
    out.writeEndObject();
  }

  private static void write(JsonGenerator out, Object value, DataType type) throws IOException {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof Row row) {
      writeRow(out, row);
    } else if (value instanceof Seq<?> elements) {
      writeArray(out, CollectionConverters.asJava(elements), (ArrayType) type);
    } else if (value instanceof scala.collection.Map<?, ?> entries) {
      writeMap(out, new TreeMap<>(CollectionConverters.asJava(entries)), (MapType) type);
    } else if (value instanceof BigDecimal number) {
      out.writeNumber(number.toPlainString());
    } else if (value instanceof Float number && Float.isFinite(number)) {
      out.writeNumber(number);
    } else if (value instanceof Double number && Double.isFinite(number)) {
      out.writeNumber(number);
    } else if (type instanceof IntegralType) {
      out.writeNumber(((Number) value).longValue());
    } else if (value instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (value instanceof byte[] bytes) {
      out.writeString(Base64.getEncoder().encodeToString(bytes));
    } else if (value instanceof Instant instant) {
      out.writeString(text(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + "Z");
    } else if (value instanceof LocalDateTime time) {
      out.writeString(text(time));
    } else {
      out.writeString(value.toString());
    }
  }

  private static String text(LocalDateTime time) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
  }

  private static void writeArray(JsonGenerator out, List<?> elements, ArrayType type)
      throws IOException {
    out.writeStartArray();
    for (Object element : elements) {
      write(out, element, type.elementType());
    }
    out.writeEndArray();
  }

  /** Texts are names of fields; with other keys it is an array of pairs. */
  private static void writeMap(JsonGenerator out, Map<?, ?> entries, MapType type)
      throws IOException {
    if (type.keyType() instanceof StringType) {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : entries.entrySet()) {
        out.writeFieldName((String) entry.getKey());
        write(out, entry.getValue(), type.valueType());
      }
      out.writeEndObject();
    } else {
      out.writeStartArray();
      for (Map.Entry<?, ?> entry : entries.entrySet()) {
        out.writeStartArray();
        write(out, entry.getKey(), type.keyType());
        write(out, entry.getValue(), type.valueType());
        out.writeEndArray();
      }
      out.writeEndArray();
    }
  }
}
