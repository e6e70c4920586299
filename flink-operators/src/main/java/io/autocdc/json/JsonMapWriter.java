// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/**
 * Writes maps and multisets, sorted by key, so that equal maps have equal text. Text keys give an
 * object; other keys, and a map that has the null key, give an array of pairs.
 */
final class JsonMapWriter implements JsonValueWriter {

  private record Entry(Object key, Object value) {}

  private final boolean textKeys;
  private final JsonValueWriter keyWriter;
  private final JsonValueWriter valueWriter;
  private final ArrayData.ElementGetter keyGetter;
  private final ArrayData.ElementGetter valueGetter;
  private final Comparator<Entry> order;

  JsonMapWriter(LogicalType keyType, LogicalType valueType) {
    this.textKeys = keyType.is(LogicalTypeFamily.CHARACTER_STRING);
    this.keyWriter = JsonValueWriters.of(keyType);
    this.valueWriter = JsonValueWriters.of(valueType);
    this.keyGetter = ArrayData.createElementGetter(keyType);
    this.valueGetter = ArrayData.createElementGetter(valueType);
    this.order = Comparator.comparing(Entry::key, Comparator.nullsFirst(this::compareKeys));
  }

  @Override
  public void write(JsonGenerator out, Object value) throws IOException {
    List<Entry> entries = sortedEntries((MapData) value);
    boolean hasNullKey = !entries.isEmpty() && entries.get(0).key() == null;
    if (textKeys && !hasNullKey) {
      out.writeStartObject();
      for (Entry entry : entries) {
        out.writeFieldName(entry.key().toString());
        valueWriter.writeNullable(out, entry.value());
      }
      out.writeEndObject();
    } else {
      out.writeStartArray();
      for (Entry entry : entries) {
        out.writeStartArray();
        keyWriter.writeNullable(out, entry.key());
        valueWriter.writeNullable(out, entry.value());
        out.writeEndArray();
      }
      out.writeEndArray();
    }
  }

  private List<Entry> sortedEntries(MapData map) {
    ArrayData keys = map.keyArray();
    ArrayData values = map.valueArray();
    List<Entry> entries = new ArrayList<>(map.size());
    for (int i = 0; i < map.size(); i++) {
      entries.add(
          new Entry(keyGetter.getElementOrNull(keys, i), valueGetter.getElementOrNull(values, i)));
    }
    entries.sort(order);
    return entries;
  }

  @SuppressWarnings("unchecked")
  private int compareKeys(Object a, Object b) {
    if (a instanceof Comparable<?> comparable) {
      return ((Comparable<Object>) comparable).compareTo(b);
    }
    return JsonValueWriters.toText(keyWriter, a).compareTo(JsonValueWriters.toText(keyWriter, b));
  }
}
