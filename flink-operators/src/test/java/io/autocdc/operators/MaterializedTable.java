// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonRowReader;
import io.autocdc.json.JsonRowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Folds a changelog, and refuses one that is not exact: a retraction must name a row that is there,
 * to the last value, and an insertion must not find its key taken (semantics.md, section 1, law 6).
 */
final class MaterializedTable {

  private JsonRowWriter json;
  private RowType type;
  private final List<String> key;
  private final Map<String, String> rows = new TreeMap<>();
  private final List<String> log = new ArrayList<>();

  MaterializedTable(ResolvedFlow flow) {
    type = flow.targetSchema().toRowType();
    json = JsonRowWriter.of(type);
    key = flow.targetKey();
  }

  void apply(RowData change) {
    String row = json.write(change);
    String rowKey = keyOf(change);
    log.add(change.getRowKind().shortString() + " " + row);
    switch (change.getRowKind()) {
      case INSERT -> expect(rows.put(rowKey, row) == null, "key is taken");
      case UPDATE_AFTER -> expect(rows.put(rowKey, row) == null, "row before was not retracted");
      case UPDATE_BEFORE, DELETE ->
          expect(row.equals(rows.remove(rowKey)), "retraction of a row that is not there");
    }
  }

  /** Takes on the columns of another declaration, as the table of a sink does. */
  void evolve(ResolvedFlow flow) {
    type = flow.targetSchema().toRowType();
    json = JsonRowWriter.of(type);
    JsonRowReader reader = JsonRowReader.of(type);
    rows.replaceAll(
        (key, row) -> {
          try {
            return json.write(reader.read(row));
          } catch (InvalidTextException e) {
            throw new IllegalArgumentException(row, e);
          }
        });
  }

  /** The rows as JSON, sorted by key. */
  List<String> rows() {
    return List.copyOf(rows.values());
  }

  /** Every change since the beginning, such as {@code +I {"id":1}}. */
  List<String> log() {
    return log;
  }

  private void expect(boolean condition, String fault) {
    if (!condition) {
      throw new AssertionError("not an exact changelog, " + fault + ": " + String.join("\n", log));
    }
  }

  /** Numbers are padded so that text order is key order in the small tables of tests. */
  private String keyOf(RowData row) {
    StringBuilder text = new StringBuilder();
    for (String column : key) {
      int position = type.getFieldIndex(column);
      Object value =
          RowData.createFieldGetter(type.getTypeAt(position), position).getFieldOrNull(row);
      text.append(
          value instanceof Long number ? String.format("%020d", number) : String.valueOf(value));
      text.append('\u0000');
    }
    return text.toString();
  }
}
