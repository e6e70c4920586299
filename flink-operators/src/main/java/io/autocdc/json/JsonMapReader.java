// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;

/** Reads maps and multisets: an object if the keys are text, else an array of pairs. */
final class JsonMapReader implements JsonValueReader {

  private static final LogicalType COUNT = new IntType(false);

  private final LogicalType type;
  private final LogicalType valueType;
  private final JsonValueReader keyReader;
  private final JsonValueReader valueReader;
  private final TextConverter textKeys;

  private JsonMapReader(
      LogicalType type, LogicalType keyType, LogicalType valueType, JsonValueReader valueReader) {
    this.type = type;
    this.valueType = valueType;
    this.keyReader = JsonValueReaders.of(keyType);
    this.valueReader = valueReader;
    this.textKeys =
        keyType.is(LogicalTypeFamily.CHARACTER_STRING) ? TextConverters.of(keyType) : null;
  }

  static JsonMapReader of(MapType type) {
    LogicalType valueType = type.getValueType();
    return new JsonMapReader(type, type.getKeyType(), valueType, JsonValueReaders.of(valueType));
  }

  static JsonMapReader of(MultisetType type) {
    JsonIntegerReader counts = new JsonIntegerReader(COUNT);
    JsonValueReader valueReader =
        parser -> {
          int count = (int) counts.read(parser);
          if (count < 1) {
            throw InvalidTextException.notA(String.valueOf(count), COUNT, "a count is at least 1");
          }
          return count;
        };
    return new JsonMapReader(type, type.getElementType(), COUNT, valueReader);
  }

  @Override
  public Object read(JsonParser parser) throws IOException, InvalidTextException {
    Map<Object, Object> entries = new LinkedHashMap<>();
    if (parser.currentToken() == JsonToken.START_OBJECT && textKeys != null) {
      readObject(parser, entries);
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      readPairs(parser, entries);
    } else {
      String form = textKeys != null ? "an object" : "an array of [key, value] pairs";
      throw JsonValueReaders.wrongForm(parser, type, "it should be " + form);
    }
    return new GenericMapData(entries);
  }

  private void readObject(JsonParser parser, Map<Object, Object> entries)
      throws IOException, InvalidTextException {
    String name;
    while ((name = parser.nextFieldName()) != null) {
      parser.nextToken();
      try {
        Object key = textKeys.convert(name);
        entries.put(key, JsonValueReaders.readElement(parser, valueReader, valueType));
      } catch (InvalidTextException e) {
        throw e.inElement(name);
      }
    }
  }

  private void readPairs(JsonParser parser, Map<Object, Object> entries)
      throws IOException, InvalidTextException {
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      try {
        readPair(parser, entries);
      } catch (InvalidTextException e) {
        throw e.inElement(i);
      }
    }
  }

  private void readPair(JsonParser parser, Map<Object, Object> entries)
      throws IOException, InvalidTextException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw JsonValueReaders.wrongForm(parser, type, "an entry should be [key, value]");
    }
    if (parser.nextToken() == JsonToken.END_ARRAY) {
      throw new InvalidTextException("[] is not a [key, value] pair");
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      throw new InvalidTextException("a key is null, and columnar files cannot hold such a map");
    }
    Object key = keyReader.read(parser);
    if (parser.nextToken() == JsonToken.END_ARRAY) {
      throw new InvalidTextException("a [key, value] pair has no value");
    }
    Object value = JsonValueReaders.readElement(parser, valueReader, valueType);
    if (parser.nextToken() != JsonToken.END_ARRAY) {
      throw new InvalidTextException("a [key, value] pair has more than two elements");
    }
    if (key instanceof byte[] bytes) {
      // Java compares arrays by identity; SQL compares bytes.
      entries.keySet().removeIf(other -> other instanceof byte[] b && Arrays.equals(b, bytes));
    }
    entries.put(key, value);
  }
}
