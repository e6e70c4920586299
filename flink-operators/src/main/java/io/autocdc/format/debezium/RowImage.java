// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonValueReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;

/** Reads the row that a change leaves behind, or the keys of one, into a row of the table. */
final class RowImage {

  private final RowType columns;
  private final Unavailable unavailable;
  private final String[] names;
  private final StringData[] nameData;
  private final JsonValueReader[] readers;
  private final Map<String, Integer> positions = new HashMap<>();

  /**
   * @param schema what the schema part says of the row; null if nothing
   */
  RowImage(RowType columns, ConnectSchema schema, ValueReaders values, Unavailable unavailable) {
    this.columns = columns;
    this.unavailable = unavailable;
    names = columns.getFieldNames().toArray(String[]::new);
    nameData = new StringData[names.length];
    readers = new JsonValueReader[names.length];
    for (int i = 0; i < names.length; i++) {
      ConnectSchema field = schema == null ? null : schema.fields().get(names[i]);
      readers[i] = values.of(columns.getTypeAt(i), field);
      nameData[i] = StringData.fromString(names[i]);
      positions.put(names[i], i);
    }
  }

  /**
   * Reads all columns.
   *
   * @param part where the row stands
   * @param row takes the values
   * @param notGiven takes the names of columns whose values the change does not give
   */
  void read(byte[] text, Envelope.Part part, GenericRowData row, List<StringData> notGiven)
      throws IOException, InvalidTextException {
    try (JsonParser parser = part.parser(text)) {
      requireObject(parser);
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
        if (token == JsonToken.VALUE_NULL) {
          row.setField(position, null);
        } else if (unavailable.isAt(parser, text, part.start())) {
          parser.skipChildren();
          row.setField(position, null);
          notGiven.add(nameData[position]);
        } else {
          row.setField(position, readField(position, parser));
        }
      }
    }
    for (int i = 0; i < names.length; i++) {
      if (row.isNullAt(i)
          && !columns.getTypeAt(i).isNullable()
          && !notGiven.contains(nameData[i])) {
        throw InvalidTextException.nullValue(columns.getTypeAt(i)).inField(names[i]);
      }
    }
  }

  /** Reads only some columns; what the others say is not looked at. */
  void readOnly(Set<String> wanted, byte[] text, Envelope.Part part, GenericRowData row)
      throws IOException, InvalidTextException {
    try (JsonParser parser = part.parser(text)) {
      requireObject(parser);
      String name;
      while ((name = parser.nextFieldName()) != null) {
        JsonToken token = parser.nextToken();
        if (!wanted.contains(name)) {
          parser.skipChildren();
          continue;
        }
        int position = positions.get(name);
        row.setField(position, token == JsonToken.VALUE_NULL ? null : readField(position, parser));
      }
    }
  }

  /** Reads a single value that stands for a whole row. */
  void readOnly(String column, JsonParser parser, GenericRowData row)
      throws IOException, InvalidTextException {
    int position = positions.get(column);
    row.setField(position, readField(position, parser));
  }

  private static void requireObject(JsonParser parser) throws InvalidTextException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new InvalidTextException("a row of a change is a JSON object");
    }
  }

  private Object readField(int position, JsonParser parser)
      throws IOException, InvalidTextException {
    try {
      return readers[position].read(parser);
    } catch (InvalidTextException e) {
      throw e.inField(names[position]);
    }
  }

  private int position(String name, int next) {
    if (next < names.length && names[next].equals(name)) {
      return next;
    }
    return positions.getOrDefault(name, -1);
  }
}
