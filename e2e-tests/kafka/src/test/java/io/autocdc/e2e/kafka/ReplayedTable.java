// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A table of a database under a mixed load, the records that Debezium writes about it, and what
 * must come of them: the table, and the history of its rows, computed from what was done and not
 * from the records.
 */
final class ReplayedTable {

  private static final String UNAVAILABLE = "__debezium_unavailable_value";

  /**
   * A record of the topic.
   *
   * @param value null for the record without a value that follows a delete
   */
  record Change(String key, String value) {}

  private record Row(int id, String name, String balance, String notes) {

    String json(String balanceText, String notesText) {
      return "{\"id\":%d,\"name\":\"%s\",\"balance\":%s,\"notes\":%s}"
          .formatted(id, name, balanceText, notesText == null ? null : '"' + notesText + '"');
    }

    String shown() {
      return json(balance, notes);
    }
  }

  /**
   * What a row became at a place of the log.
   *
   * @param row null if it was deleted
   */
  private record Version(long lsn, Row row) {}

  private final Random random;
  private final int keys;
  private final Map<Integer, Row> table = new TreeMap<>();
  private final Map<Integer, List<Version>> versions = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();

  ReplayedTable(Random random, int keys, int statements) {
    this.random = random;
    this.keys = keys;
    for (int i = 0; i < statements; i++) {
      statement(1000 + 8L * i);
    }
  }

  /** All records: some twice, and all in any order. */
  List<Change> arrivals() {
    List<Change> arrivals = new ArrayList<>(changes);
    for (int i = 0; i < changes.size() / 10; i++) {
      arrivals.add(changes.get(random.nextInt(changes.size())));
    }
    Collections.shuffle(arrivals, random);
    return arrivals;
  }

  /** The rows of the table in the end. */
  List<String> rows() {
    return table.values().stream().map(Row::shown).toList();
  }

  /** The rows of its history. */
  List<String> history() {
    List<String> history = new ArrayList<>();
    versions.values().forEach(ofRow -> addHistory(ofRow, history));
    return history;
  }

  private static void addHistory(List<Version> ofRow, List<String> history) {
    Version open = null;
    for (Version next : ofRow) {
      if (open != null && open.row().equals(next.row())) {
        continue;
      }
      if (open != null) {
        history.add(interval(open, String.valueOf(next.lsn())));
      }
      open = next.row() == null ? null : next;
    }
    if (open != null) {
      history.add(interval(open, "null"));
    }
  }

  private static String interval(Version version, String end) {
    String row = version.row().shown();
    return row.substring(0, row.length() - 1)
        + ",\"__START_AT\":"
        + version.lsn()
        + ",\"__END_AT\":"
        + end
        + "}";
  }

  private void statement(long lsn) {
    int id = random.nextInt(keys);
    Row old = table.get(id);
    if (old == null) {
      insert(lsn, random.nextBoolean() ? "c" : "r", any(id, text()));
      return;
    }
    switch (random.nextInt(12)) {
      case 0, 1 -> delete(lsn, old);
      case 2 -> changeKey(lsn, old, random.nextInt(keys));
      case 3 -> update(lsn, any(id, text()), true);
      case 4 -> update(lsn, old, false); // Nothing changes.
      default -> update(lsn, any(id, old.notes()), false);
    }
  }

  private Row any(int id, String notes) {
    String name = "n" + random.nextInt(1000);
    return new Row(id, name, random.nextInt(10_000) + "." + (10 + random.nextInt(90)), notes);
  }

  /** A large one, as the database keeps beside its row, or none. */
  private String text() {
    return random.nextInt(8) == 0 ? null : ("text " + random.nextInt(1_000_000) + " ").repeat(25);
  }

  private void insert(long lsn, String op, Row row) {
    put(lsn, row);
    add(key(row.id()), op, lsn, "null", after(row, row.notes()));
  }

  private void update(long lsn, Row row, boolean allValues) {
    put(lsn, row);
    // A null is no large value: it is always in the record.
    String notes = allValues || row.notes() == null ? row.notes() : UNAVAILABLE;
    add(key(row.id()), "u", lsn, "null", after(row, notes));
  }

  private void delete(long lsn, Row old) {
    remove(lsn, old);
    addDelete(lsn, old);
  }

  private void addDelete(long lsn, Row old) {
    String key = key(old.id());
    add(key, "d", lsn, random.nextBoolean() ? "null" : key, "null");
    changes.add(new Change(key, null));
  }

  /** As one record, or as the two of Debezium, which have one place in the log. */
  private void changeKey(long lsn, Row old, int id) {
    if (table.containsKey(id)) {
      return;
    }
    Row row = any(id, old.notes());
    remove(lsn, old);
    put(lsn, row);
    if (random.nextBoolean()) {
      add(key(id), "u", lsn, key(old.id()), after(row, row.notes()));
    } else {
      addDelete(lsn, old);
      add(key(id), "c", lsn, "null", after(row, row.notes()));
    }
  }

  private void put(long lsn, Row row) {
    table.put(row.id(), row);
    versionsOf(row).add(new Version(lsn, row));
  }

  private void remove(long lsn, Row row) {
    table.remove(row.id());
    versionsOf(row).add(new Version(lsn, null));
  }

  private List<Version> versionsOf(Row row) {
    return versions.computeIfAbsent(row.id(), id -> new ArrayList<>());
  }

  private static String key(int id) {
    return "{\"id\":" + id + "}";
  }

  private String after(Row row, String notes) {
    String balance = random.nextBoolean() ? row.balance() : '"' + row.balance() + '"';
    return row.json(balance, notes);
  }

  private void add(String key, String op, long lsn, String before, String after) {
    String payload =
        "{\"before\":%s,\"after\":%s,\"source\":{\"lsn\":%d,\"ts_ms\":%d},\"op\":\"%s\"}"
            .formatted(before, after, lsn, lsn, op);
    changes.add(
        new Change(
            key, random.nextBoolean() ? payload : "{\"schema\":null,\"payload\":" + payload + "}"));
  }
}
