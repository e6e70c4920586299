// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.apache.flink.table.types.logical.LogicalType;

/** Reads integers of any width; plain numbers never become text on the way. */
final class JsonIntegerReader {

  private final LogicalType type;
  private final long min;
  private final long max;

  JsonIntegerReader(LogicalType type) {
    this.type = type;
    this.min = Numbers.min(type);
    this.max = -1 - min;
  }

  long read(JsonParser parser) throws IOException, InvalidTextException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT -> {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
          throw Numbers.outOfRange(parser.getText(), type);
        }
        long value = parser.getLongValue();
        if (value < min || value > max) {
          throw Numbers.outOfRange(parser.getText(), type);
        }
        yield value;
      }
      case VALUE_NUMBER_FLOAT, VALUE_STRING -> Numbers.integer(parser.getText(), type);
      default -> throw JsonValueReaders.wrongForm(parser, type, null);
    };
  }
}
