// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;

/** A feed of a table, read record by record. */
final class Feed {

  private final TableSchema table;
  private final DebeziumReader reader;
  private final List<GenericRowData> rows = new ArrayList<>();

  /**
   * @param columns columns of the table
   * @param key its key column
   * @param options options of the source
   */
  Feed(String columns, String key, Map<String, String> options) {
    table = TableSchema.parse(columns);
    Source source = new Source("feed", SourceTypes.FILES, ReadMode.STREAM, options, table, null);
    reader =
        new DebeziumReader(
            table.toRowType(),
            List.of(key.split(",")),
            ChangeFeeds.COLUMNS.size(),
            table.columns().size(),
            DebeziumOptions.of(source));
  }

  DebeziumReader.Kind read(String value) throws InvalidChangeException {
    return read(value, (String) null);
  }

  DebeziumReader.Kind read(String value, String key) throws InvalidChangeException {
    return reader.read(utf8(value), utf8(key), rows::add);
  }

  DebeziumReader.Kind read(byte[] value) throws InvalidChangeException {
    return reader.read(value, null, rows::add);
  }

  private static byte[] utf8(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** The rows since the last call: what happened, the columns, and what is not given. */
  List<String> rows() {
    JsonRowWriter columns = JsonRowWriter.of(table.toRowType());
    int controls = table.columns().size();
    List<String> shown = new ArrayList<>();
    for (GenericRowData row : rows) {
      GenericRowData data = new GenericRowData(controls);
      for (int i = 0; i < controls; i++) {
        data.setField(i, row.getField(i));
      }
      shown.add(
          row.getField(controls + ChangeFeeds.OP_INDEX) + " " + columns.write(data) + names(row));
    }
    rows.clear();
    return shown;
  }

  private String names(GenericRowData row) {
    int position = table.columns().size() + ChangeFeeds.UNAVAILABLE_INDEX;
    if (row.isNullAt(position)) {
      return "";
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < row.getArray(position).size(); i++) {
      names.add(row.getArray(position).getString(i).toString());
    }
    return " without " + String.join(", ", names);
  }

  /** The control columns of the only row since the last call. */
  List<Object> controls() {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < ChangeFeeds.COLUMNS.size(); i++) {
      Object value = rows.get(0).getField(table.columns().size() + i);
      values.add(
          value == null || value instanceof Number || value instanceof Boolean
              ? value
              : value.toString());
    }
    rows.clear();
    return values;
  }
}
