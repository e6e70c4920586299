// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;

/** Compiles a type into the reader of its JSON form. */
public final class JsonValueReaders {

  private JsonValueReaders() {}

  /**
   * The reader of a type; numbers and booleans may also stand as text.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  public static JsonValueReader of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ROW -> new JsonObjectReader((RowType) type, 0);
      case ARRAY -> new JsonArrayReader((ArrayType) type);
      case MAP -> JsonMapReader.of((MapType) type);
      case MULTISET -> JsonMapReader.of((MultisetType) type);
      case CHAR, VARCHAR -> text(type);
      case BOOLEAN -> bool(type);
      case TINYINT -> {
        JsonIntegerReader reader = new JsonIntegerReader(type);
        yield parser -> (byte) reader.read(parser);
      }
      case SMALLINT -> {
        JsonIntegerReader reader = new JsonIntegerReader(type);
        yield parser -> (short) reader.read(parser);
      }
      case INTEGER, INTERVAL_YEAR_MONTH -> {
        JsonIntegerReader reader = new JsonIntegerReader(type);
        yield parser -> (int) reader.read(parser);
      }
      case BIGINT, INTERVAL_DAY_TIME -> {
        JsonIntegerReader reader = new JsonIntegerReader(type);
        yield parser -> reader.read(parser);
      }
      case FLOAT, DOUBLE, DECIMAL -> number(type);
      default -> quoted(type);
    };
  }

  /** Reads a value that stands inside an array or map, where null is one of the values. */
  public static Object readElement(JsonParser parser, JsonValueReader reader, LogicalType type)
      throws IOException, InvalidTextException {
    if (parser.currentToken() != JsonToken.VALUE_NULL) {
      return reader.read(parser);
    }
    if (!type.isNullable()) {
      throw InvalidTextException.nullValue(type);
    }
    return null;
  }

  /**
   * What is wrong with the value that a parser stands on.
   *
   * @param why the rule that it breaks; null if it simply has another form
   */
  public static InvalidTextException wrongForm(JsonParser parser, LogicalType type, String why)
      throws IOException {
    return InvalidTextException.notA(JsonText.copyOf(parser), type, why);
  }

  /** Text as it is; anything else as its JSON text. */
  private static JsonValueReader text(LogicalType type) {
    TextConverter converter = TextConverters.of(type);
    return parser ->
        converter.convert(
            parser.currentToken().isStructStart() ? JsonText.copyOf(parser) : parser.getText());
  }

  private static JsonValueReader bool(LogicalType type) {
    TextConverter converter = TextConverters.of(type);
    return parser ->
        switch (parser.currentToken()) {
          case VALUE_TRUE -> Boolean.TRUE;
          case VALUE_FALSE -> Boolean.FALSE;
          case VALUE_STRING -> converter.convert(parser.getText());
          default -> throw wrongForm(parser, type, "only true and false are");
        };
  }

  private static JsonValueReader number(LogicalType type) {
    TextConverter converter = TextConverters.of(type);
    return parser ->
        switch (parser.currentToken()) {
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_STRING ->
              converter.convert(parser.getText());
          default -> throw wrongForm(parser, type, null);
        };
  }

  /** Types that JSON has no form for: dates, times, binary. */
  private static JsonValueReader quoted(LogicalType type) {
    TextConverter converter = TextConverters.of(type);
    return parser -> {
      if (parser.currentToken() != JsonToken.VALUE_STRING) {
        throw wrongForm(parser, type, "it should be text");
      }
      return converter.convert(parser.getText());
    };
  }
}
