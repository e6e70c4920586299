// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.golden;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;

/**
 * A case with the exact table that must come out.
 *
 * @param file the file that it stands in, without ending
 * @param name what it shows
 * @param flow parameters of the flow by their public names
 * @param schema source columns with their types, in order
 * @param events change rows in arrival order
 * @param batches how many events each run takes; what is left over is one more batch
 * @param snapshots snapshots in the order of their versions, where there are no events
 * @param columns columns of the target; empty if there is no row
 * @param rows rows of the target, sorted
 */
public record GoldenCase(
    String file,
    String name,
    Map<String, Object> flow,
    Map<String, String> schema,
    List<List<Object>> events,
    List<Integer> batches,
    List<Snapshot> snapshots,
    List<String> columns,
    List<List<Object>> rows) {

  /**
   * A snapshot.
   *
   * @param rows columns as in the schema
   */
  public record Snapshot(int version, List<List<Object>> rows) {}

  /** The cases of {@code golden/<file>.yaml}. */
  @SuppressWarnings("unchecked")
  public static List<GoldenCase> load(String file) {
    try (InputStream in = GoldenCase.class.getResourceAsStream("/golden/" + file + ".yaml")) {
      List<Map<String, Object>> cases = new Yaml().load(in);
      List<GoldenCase> loaded = new ArrayList<>();
      for (Map<String, Object> c : cases) {
        Map<String, Object> expected = (Map<String, Object>) c.get("expected");
        loaded.add(
            new GoldenCase(
                file,
                (String) c.get("name"),
                (Map<String, Object>) c.get("flow"),
                (Map<String, String>) c.get("schema"),
                (List<List<Object>>) c.getOrDefault("events", List.of()),
                (List<Integer>) c.getOrDefault("batches", List.of()),
                snapshots((List<Map<String, Object>>) c.getOrDefault("snapshots", List.of())),
                (List<String>) expected.get("columns"),
                (List<List<Object>>) expected.get("rows")));
      }
      return loaded;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Snapshot> snapshots(List<Map<String, Object>> snapshots) {
    return snapshots.stream()
        .map(s -> new Snapshot((Integer) s.get("version"), (List<List<Object>>) s.get("rows")))
        .toList();
  }

  /** {@code name TYPE, name TYPE}. */
  public String schemaText() {
    return schema.entrySet().stream()
        .map(e -> "`" + e.getKey() + "` " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  /** An event as a line of JSON. */
  public String json(List<Object> event) {
    return json(List.copyOf(schema.keySet()), event);
  }

  /** The expected rows as {@code show --format json} prints them. */
  public List<String> expectedJson() {
    return rows.stream().map(row -> json(columns, row)).toList();
  }

  private static String json(List<String> names, List<Object> values) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add("\"" + names.get(i) + "\":" + value(values.get(i)));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private static String value(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> "\"" + e.getKey() + "\":" + value(e.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(GoldenCase::value).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
  }

  /** Events cut as {@link #batches} says. */
  public List<List<List<Object>>> cut(List<List<Object>> arrivals) {
    List<List<List<Object>>> cut = new ArrayList<>();
    int from = 0;
    for (int size : batches) {
      int to = Math.min(arrivals.size(), from + size);
      cut.add(arrivals.subList(from, to));
      from = to;
    }
    if (from < arrivals.size() || cut.isEmpty()) {
      cut.add(arrivals.subList(from, arrivals.size()));
    }
    return cut;
  }

  @Override
  public String toString() {
    return file + ": " + name;
  }
}
