// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;

/** Details of an event as a JSON object. */
final class EventDetails {

  private static final JsonFactory JSON = new JsonFactory();

  private EventDetails() {}

  /**
   * @param details texts, whole numbers, booleans, collections and maps of them, and nulls
   */
  static String json(Map<String, ?> details) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(details, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        write(entry.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Collection<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        write(item, json);
      }
      json.writeEndArray();
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else {
      json.writeString(value.toString());
    }
  }
}
