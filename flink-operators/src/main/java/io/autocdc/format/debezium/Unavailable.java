// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Recognises what Debezium writes in the place of a value that the database did not send: the
 * placeholder as text, as base64, alone in an array or map, or as its bytes in an array of numbers.
 */
final class Unavailable {

  private final String text;
  private final byte[] bytes;
  private final String base64;
  private final String map;

  Unavailable(String placeholder) {
    text = placeholder;
    bytes = placeholder.getBytes(StandardCharsets.UTF_8);
    base64 = Base64.getEncoder().encodeToString(bytes);
    map = "{\"" + text + "\":\"" + text + "\"}";
  }

  /**
   * @param parser stands on the first token of a value, and is left there
   * @param all what the parser reads
   * @param start where in it the parser began
   */
  boolean isAt(JsonParser parser, byte[] all, int start) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_STRING -> {
        // By length first: the text of most values need not be made for this.
        int length = parser.getTextLength();
        if (length != text.length() && length != base64.length() && length != map.length()) {
          return false;
        }
        String value = parser.getText();
        return value.equals(text) || value.equals(base64) || value.equals(map);
      }
      case START_ARRAY, START_OBJECT -> {
        int from = start + (int) parser.currentLocation().getByteOffset() - 1;
        try (JsonParser ahead = JsonText.FACTORY.createParser(all, from, all.length - from)) {
          return ahead.nextToken() == JsonToken.START_ARRAY ? isArray(ahead) : isMap(ahead);
        }
      }
      default -> {
        return false;
      }
    }
  }

  private boolean isArray(JsonParser parser) throws IOException {
    if (parser.nextToken() == JsonToken.VALUE_STRING) {
      String value = parser.getText();
      return (value.equals(text) || value.equals(base64))
          && parser.nextToken() == JsonToken.END_ARRAY;
    }
    for (byte expected : bytes) {
      if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
          || !parser.getText().equals(Byte.toString(expected))) {
        return false;
      }
      parser.nextToken();
    }
    return bytes.length > 0 && parser.currentToken() == JsonToken.END_ARRAY;
  }

  private boolean isMap(JsonParser parser) throws IOException {
    return text.equals(parser.nextFieldName())
        && text.equals(parser.nextTextValue())
        && parser.nextToken() == JsonToken.END_OBJECT;
  }
}
