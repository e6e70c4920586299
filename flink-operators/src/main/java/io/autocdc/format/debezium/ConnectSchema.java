// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.json.InvalidTextException;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the schema part of a record says about a value.
 *
 * @param type {@code int32}, {@code string}, {@code struct} and so on; null if it says nothing
 * @param name the meaning, such as {@code io.debezium.time.Date}; null for a plain value
 * @param parameters more about the meaning, such as the scale of decimals
 * @param fields of a struct by name, in their order; else empty
 * @param items of an array; else null
 */
record ConnectSchema(
    String type,
    String name,
    Map<String, String> parameters,
    Map<String, ConnectSchema> fields,
    ConnectSchema items) {

  private static final String KAFKA_CONNECT = "org.apache.kafka.connect.";

  /**
   * @param parser stands at the start of the schema; is left at its end
   */
  static ConnectSchema read(JsonParser parser) throws IOException, InvalidTextException {
    return readField(parser).schema;
  }

  /** True for any of these meanings. */
  boolean means(String... names) {
    for (String one : names) {
      if (one.equals(name)) {
        return true;
      }
    }
    return false;
  }

  private record Field(String name, ConnectSchema schema) {}

  private static Field readField(JsonParser parser) throws IOException, InvalidTextException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      // Some writers shorten the schema of a plain value to its type.
      return new Field(null, plain(parser.getText()));
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new InvalidTextException("its schema part is no schema of Kafka Connect");
    }
    String field = null;
    String type = null;
    String meaning = null;
    Map<String, String> parameters = Map.of();
    Map<String, ConnectSchema> fields = Map.of();
    ConnectSchema items = null;
    String key;
    while ((key = parser.nextFieldName()) != null) {
      JsonToken token = parser.nextToken();
      switch (key) {
        case "field" -> field = text(parser);
        case "type" -> type = text(parser);
        case "name" -> meaning = asKafkaNamesIt(text(parser));
        case "parameters" -> parameters = readParameters(parser);
        case "fields" -> fields = readFields(parser);
        case "items" -> items = token == JsonToken.VALUE_NULL ? null : readField(parser).schema;
        default -> parser.skipChildren();
      }
    }
    return new Field(field, new ConnectSchema(type, meaning, parameters, fields, items));
  }

  /**
   * Flink CDC keeps Kafka Connect, and with it the names of meanings, under a package of its own.
   */
  private static String asKafkaNamesIt(String name) {
    int start = name == null ? -1 : name.indexOf(KAFKA_CONNECT);
    return start > 0 ? name.substring(start) : name;
  }

  private static ConnectSchema plain(String type) {
    return new ConnectSchema(type, null, Map.of(), Map.of(), null);
  }

  private static Map<String, ConnectSchema> readFields(JsonParser parser)
      throws IOException, InvalidTextException {
    Map<String, ConnectSchema> fields = new LinkedHashMap<>();
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return fields;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      Field field = readField(parser);
      if (field.name != null) {
        fields.put(field.name, field.schema);
      }
    }
    return fields;
  }

  private static Map<String, String> readParameters(JsonParser parser) throws IOException {
    Map<String, String> parameters = new HashMap<>();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return parameters;
    }
    String key;
    while ((key = parser.nextFieldName()) != null) {
      parser.nextToken();
      parameters.put(key, text(parser));
    }
    return parameters;
  }

  /** The text of a scalar; null for null and for what is no scalar. */
  private static String text(JsonParser parser) throws IOException {
    if (parser.currentToken().isStructStart()) {
      parser.skipChildren();
      return null;
    }
    return parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText();
  }
}
