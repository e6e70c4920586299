// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;

final class JsonArrayReader implements JsonValueReader {

  private final ArrayType type;
  private final LogicalType elementType;
  private final JsonValueReader elementReader;

  JsonArrayReader(ArrayType type) {
    this.type = type;
    this.elementType = type.getElementType();
    this.elementReader = JsonValueReaders.of(elementType);
  }

  @Override
  public Object read(JsonParser parser) throws IOException, InvalidTextException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw JsonValueReaders.wrongForm(parser, type, "it should be an array");
    }
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      try {
        elements.add(JsonValueReaders.readElement(parser, elementReader, elementType));
      } catch (InvalidTextException e) {
        throw e.inElement(elements.size());
      }
    }
    return new GenericArrayData(elements.toArray());
  }
}
