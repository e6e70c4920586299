// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;

/** The JSON library, set up once. */
public final class JsonText {

  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          // Keys of maps are data: interning would keep them for ever.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private JsonText() {}

  /** The value that the parser stands on, without blanks between its tokens, numbers as written. */
  static String copyOf(JsonParser parser) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      int depth = 0;
      do {
        switch (parser.currentToken()) {
          case START_OBJECT -> out.writeStartObject();
          case END_OBJECT -> out.writeEndObject();
          case START_ARRAY -> out.writeStartArray();
          case END_ARRAY -> out.writeEndArray();
          case FIELD_NAME -> out.writeFieldName(parser.currentName());
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.writeNumber(parser.getText());
          case VALUE_STRING -> out.writeString(parser.getText());
          default -> out.writeRawValue(parser.getText());
        }
        if (parser.currentToken().isStructStart()) {
          depth++;
        } else if (parser.currentToken().isStructEnd()) {
          depth--;
        }
      } while (depth > 0 && parser.nextToken() != null);
    }
    return text.toString();
  }

  /** What the parser says about text that is not JSON. */
  public static InvalidTextException notJson(JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    String where = location == null ? "" : " (column " + location.getColumnNr() + ")";
    return new InvalidTextException("not JSON: " + e.getOriginalMessage() + where);
  }
}
