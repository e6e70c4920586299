// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Reads an object as a row; the hot path of every JSON source. */
final class JsonObjectReader implements JsonValueReader {

  private final RowType type;
  private final int arity;
  private final String[] names;
  private final JsonValueReader[] readers;
  private final int[] notNull;
  private final Map<String, Integer> positions = new HashMap<>();

  /**
   * @param room fields that rows have behind those of the type; left null
   */
  JsonObjectReader(RowType type, int room) {
    this.type = type;
    this.names = type.getFieldNames().toArray(String[]::new);
    this.arity = names.length + room;
    this.readers =
        type.getChildren().stream().map(JsonValueReaders::of).toArray(JsonValueReader[]::new);
    this.notNull =
        IntStream.range(0, names.length).filter(i -> !type.getTypeAt(i).isNullable()).toArray();
    for (int i = 0; i < names.length; i++) {
      positions.put(names[i], i);
    }
  }

  @Override
  public GenericRowData read(JsonParser parser) throws IOException, InvalidTextException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw JsonValueReaders.wrongForm(parser, type, "it should be an object");
    }
    GenericRowData row = new GenericRowData(arity);
    int next = 0;
    String name;
    while ((name = parser.nextFieldName()) != null) {
      JsonToken token = parser.nextToken();
      int position = position(name, next);
      if (position < 0) {
        parser.skipChildren();
        continue;
      }
      next = position + 1;
      row.setField(position, token == JsonToken.VALUE_NULL ? null : readField(position, parser));
    }
    for (int position : notNull) {
      if (row.isNullAt(position)) {
        LogicalType fieldType = type.getTypeAt(position);
        throw InvalidTextException.nullValue(fieldType).inField(names[position]);
      }
    }
    return row;
  }

  private Object readField(int position, JsonParser parser)
      throws IOException, InvalidTextException {
    try {
      return readers[position].read(parser);
    } catch (InvalidTextException e) {
      throw e.inField(names[position]);
    }
  }

  /** Writers mostly keep the order of the columns, so the next column is tried first. */
  private int position(String name, int next) {
    if (next < names.length && names[next].equals(name)) {
      return next;
    }
    return positions.getOrDefault(name, -1);
  }
}
