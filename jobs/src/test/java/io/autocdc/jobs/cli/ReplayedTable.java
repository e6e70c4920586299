// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A table of a database that random statements change, the feed that Debezium writes of them, and
 * what targets of it must be: plain, by doing the statements one after the other.
 */
final class ReplayedTable {

  static final String SCHEMA = "id INT, name STRING, doc STRING, price DECIMAL(10, 2)";

  private static final int KEYS = 12;
  private static final String UNAVAILABLE = "__debezium_unavailable_value";

  private record Row(String name, String doc, int cents) {

    String json(String doc, boolean withSchema) {
      String price =
          withSchema
              ? "\""
                  + Base64.getEncoder().encodeToString(BigInteger.valueOf(cents).toByteArray())
                  + "\""
              : BigDecimal.valueOf(cents, 2).toPlainString();
      return "\"name\":" + text(name) + ",\"doc\":" + text(doc) + ",\"price\":" + price;
    }

    String shown() {
      return "\"name\":"
          + text(name)
          + ",\"doc\":"
          + text(doc)
          + ",\"price\":"
          + BigDecimal.valueOf(cents, 2).toPlainString();
    }

    private static String text(String value) {
      return value == null ? "null" : "\"" + value + "\"";
    }
  }

  private record Version(Row row, long from, Long to) {}

  private final Random random;
  private final TreeMap<Integer, Row> rows = new TreeMap<>();
  private final TreeMap<Integer, List<Version>> history = new TreeMap<>();
  private final List<String> feed = new ArrayList<>();
  private long lsn = 1000;
  private int unavailable;
  private int truncates;

  /**
   * @param truncating true if statements also empty the table
   */
  ReplayedTable(long seed, int statements, boolean truncating) {
    random = new Random(seed);
    for (int i = 0; i < statements; i++) {
      lsn += 1 + random.nextInt(50);
      if (truncating && random.nextInt(60) == 0) {
        truncate();
      } else {
        change(random.nextInt(KEYS));
      }
    }
  }

  private void change(int id) {
    Row before = rows.get(id);
    if (before == null) {
      Row row = row();
      put(id, row);
      write(random.nextInt(4) == 0 ? "r" : "c", null, after(id, row, row.doc));
      return;
    }
    switch (random.nextInt(6)) {
      case 0 -> {
        remove(id);
        write("d", "{\"id\":" + id + ",\"name\":\"made up\"}", null);
      }
      case 1 -> {
        int other = random.nextInt(KEYS);
        if (rows.containsKey(other)) {
          return;
        }
        remove(id);
        put(other, before);
        write("u", "{\"id\":" + id + "}", after(other, before, before.doc));
      }
      case 2, 3 -> {
        Row row = new Row(row().name, before.doc, before.cents);
        put(id, row);
        boolean large = before.doc != null;
        unavailable += large ? 1 : 0;
        write("u", null, after(id, row, large ? UNAVAILABLE : null));
      }
      default -> {
        Row row = row();
        put(id, row);
        write("u", null, after(id, row, row.doc));
      }
    }
  }

  private Row row() {
    return new Row(
        "n" + random.nextInt(5),
        random.nextInt(4) == 0 ? null : "large " + random.nextInt(1000),
        random.nextInt(100_000) - 50_000);
  }

  private void truncate() {
    truncates++;
    List.copyOf(rows.keySet()).forEach(this::remove);
    write("t", null, null);
  }

  private void put(int id, Row row) {
    rows.put(id, row);
    List<Version> versions = history.computeIfAbsent(id, k -> new ArrayList<>());
    Version last = versions.isEmpty() ? null : versions.get(versions.size() - 1);
    if (last != null && last.to == null) {
      if (last.row.equals(row)) {
        return;
      }
      versions.set(versions.size() - 1, new Version(last.row, last.from, lsn));
    }
    versions.add(new Version(row, lsn, null));
  }

  private void remove(int id) {
    rows.remove(id);
    List<Version> versions = history.get(id);
    Version last = versions.remove(versions.size() - 1);
    versions.add(new Version(last.row, last.from, lsn));
  }

  private record After(int id, Row row, String doc) {}

  private static After after(int id, Row row, String doc) {
    return new After(id, row, doc);
  }

  private void write(String op, String before, After after) {
    boolean withSchema = random.nextBoolean();
    String payload =
        "{\"before\":"
            + before
            + ",\"after\":"
            + (after == null
                ? "null"
                : "{\"id\":" + after.id + "," + after.row.json(after.doc, withSchema) + "}")
            + ",\"source\":{\"lsn\":"
            + lsn
            + ",\"ts_ms\":1},\"op\":\""
            + op
            + "\",\"ts_ms\":2}";
    feed.add(withSchema ? "{\"schema\":" + schema() + ",\"payload\":" + payload + "}" : payload);
  }

  private static String schema() {
    return """
        {"type":"struct","fields":[{"type":"struct","field":"after","fields":[\
        {"type":"int32","field":"id"},{"type":"string","field":"name"},\
        {"type":"string","field":"doc"},{"type":"bytes","field":"price",\
        "name":"org.apache.kafka.connect.data.Decimal","parameters":{"scale":"2"}}]}]}""";
  }

  /** The records in the order of the statements. */
  List<String> feed() {
    return feed;
  }

  int truncates() {
    return truncates;
  }

  /** How many records do not repeat a large value. */
  int unavailable() {
    return unavailable;
  }

  /** The rows as {@code show --format json} prints them. */
  List<String> current() {
    List<String> shown = new ArrayList<>();
    rows.forEach((id, row) -> shown.add("{\"id\":" + id + "," + row.shown() + "}"));
    return shown;
  }

  /** The history as {@code show --format json} prints it. */
  List<String> versions() {
    List<String> shown = new ArrayList<>();
    for (Map.Entry<Integer, List<Version>> key : history.entrySet()) {
      for (Version version : key.getValue()) {
        shown.add(
            "{\"id\":"
                + key.getKey()
                + ","
                + version.row.shown()
                + ",\"__START_AT\":"
                + version.from
                + ",\"__END_AT\":"
                + version.to
                + "}");
      }
    }
    return shown;
  }
}
