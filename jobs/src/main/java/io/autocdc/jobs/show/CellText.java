// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.json.JsonRowWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** A value as text in a table: as in JSON, but texts stand without quotes, and null is NULL. */
final class CellText {

  private static final String NAME = "v";
  private static final int PREFIX = "{\"v\":".length();
  private static final JsonFactory JSON = new JsonFactory();

  private final RowData.FieldGetter getter;
  private final JsonRowWriter writer;

  CellText(LogicalType type, int position) {
    this.getter = RowData.createFieldGetter(type, position);
    this.writer =
        JsonRowWriter.of(new RowType(false, List.of(new RowType.RowField(NAME, type.copy(true)))));
  }

  String of(RowData row) {
    Object value = getter.getFieldOrNull(row);
    if (value == null) {
      return "NULL";
    }
    String object = writer.write(GenericRowData.of(value));
    String json = object.substring(PREFIX, object.length() - 1);
    return json.startsWith("\"") ? unquoted(json) : json;
  }

  private static String unquoted(String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.VALUE_STRING) {
        throw new IllegalStateException("not a text: " + json);
      }
      return parser.getText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
