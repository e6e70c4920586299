// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The statistics of a file as they stand in the log. Kernel reads their numbers as DOUBLE, and so
 * rounds decimals of more than 15 digits, which may then not be bounds any more.
 */
final class StatisticsText {

  static final String LEAST = "minValues";
  static final String GREATEST = "maxValues";

  private static final String TIGHT = "tightBounds";

  private static final JsonFactory JSON = new JsonFactory();

  private StatisticsText() {}

  /** The statistics with bounds that hold, but at which there may be no row. */
  static String loosened(String statistics) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonParser parser = JSON.createParser(statistics);
        JsonGenerator generator = JSON.createGenerator(text)) {
      parser.nextToken();
      generator.writeStartObject();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        if (name.equals(TIGHT)) {
          parser.skipChildren();
        } else {
          generator.writeFieldName(name);
          copy(parser, generator);
        }
      }
      generator.writeBooleanField(TIGHT, false);
      generator.writeEndObject();
    }
    return text.toString();
  }

  /** Copies a value, numbers as they are written. */
  private static void copy(JsonParser parser, JsonGenerator generator) throws IOException {
    int depth = 0;
    do {
      JsonToken token = parser.currentToken();
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      }
      if (token.isNumeric()) {
        generator.writeNumber(parser.getText());
      } else {
        generator.copyCurrentEvent(parser);
      }
    } while (depth > 0 && parser.nextToken() != null);
  }

  /**
   * A bound of a top-level column whose bounds are numbers.
   *
   * @param bound {@link #LEAST} or {@link #GREATEST}
   * @return empty if there is none
   */
  static Optional<BigDecimal> decimal(String statistics, String bound, String column)
      throws IOException {
    try (JsonParser parser = JSON.createParser(statistics)) {
      parser.nextToken();
      return find(parser, bound) && find(parser, column) && parser.currentToken().isNumeric()
          ? Optional.of(parser.getDecimalValue())
          : Optional.empty();
    }
  }

  /** Goes to the value of a field of the object that begins here. */
  private static boolean find(JsonParser parser, String field) throws IOException {
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      if (name.equals(field)) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }
}
