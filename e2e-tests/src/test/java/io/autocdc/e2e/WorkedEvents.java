// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of a worked example.
 *
 * @param flow parameters of the flow of changes
 * @param schema columns of the events, with their types, in order
 * @param events the events in the order of arrival
 */
record WorkedEvents(
    Map<String, Object> flow, Map<String, String> schema, List<List<Object>> events) {

  private static final String KIND = "kind";

  /**
   * The events that snapshots stand for, found by comparing each snapshot as a whole with the one
   * before: a flow of snapshots is a flow of their differences (semantics.md, section 7).
   *
   * @param version the column that says which snapshot a row belongs to
   * @param flow parameters of the flow of snapshots
   * @param schema columns of the rows
   * @param rows the rows of all snapshots
   */
  @SuppressWarnings("unchecked")
  static WorkedEvents ofSnapshots(
      String version,
      Map<String, Object> flow,
      Map<String, String> schema,
      List<List<Object>> rows) {
    List<String> columns = List.copyOf(schema.keySet());
    int versionAt = columns.indexOf(version);
    int[] keysAt = ((List<String>) flow.get("keys")).stream().mapToInt(columns::indexOf).toArray();
    Map<Long, Map<List<Object>, List<Object>>> snapshots = new TreeMap<>();
    for (List<Object> row : rows) {
      snapshots
          .computeIfAbsent(((Number) row.get(versionAt)).longValue(), v -> new LinkedHashMap<>())
          .put(pick(row, keysAt), row);
    }
    List<List<Object>> events = new ArrayList<>();
    Map<List<Object>, List<Object>> before = Map.of();
    for (Map.Entry<Long, Map<List<Object>, List<Object>>> snapshot : snapshots.entrySet()) {
      Map<List<Object>, List<Object>> gone = new LinkedHashMap<>(before);
      gone.keySet().removeAll(snapshot.getValue().keySet());
      gone.values().forEach(row -> events.add(event(row, versionAt, snapshot.getKey(), "D")));
      for (Map.Entry<List<Object>, List<Object>> row : snapshot.getValue().entrySet()) {
        if (!sameBut(versionAt, before.get(row.getKey()), row.getValue())) {
          events.add(event(row.getValue(), versionAt, snapshot.getKey(), "U"));
        }
      }
      before = snapshot.getValue();
    }
    Map<String, Object> changes = new HashMap<>(flow);
    changes.put("sequence_by", version);
    changes.put("apply_as_deletes", KIND + " = 'D'");
    changes.put("except_column_list", List.of(version, KIND));
    Map<String, String> changeSchema = new LinkedHashMap<>(schema);
    changeSchema.put(KIND, "STRING");
    return new WorkedEvents(changes, changeSchema, events);
  }

  private static List<Object> pick(List<Object> row, int[] positions) {
    List<Object> picked = new ArrayList<>();
    for (int position : positions) {
      picked.add(row.get(position));
    }
    return picked;
  }

  private static boolean sameBut(int column, List<Object> before, List<Object> now) {
    return before != null && with(before, column, null).equals(with(now, column, null));
  }

  private static List<Object> event(List<Object> row, int versionAt, Long version, String kind) {
    List<Object> event = with(row, versionAt, version);
    event.add(kind);
    return event;
  }

  private static List<Object> with(List<Object> row, int column, Object value) {
    List<Object> changed = new ArrayList<>(row);
    changed.set(column, value);
    return changed;
  }
}
