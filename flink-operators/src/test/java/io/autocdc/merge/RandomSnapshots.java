// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Random snapshots of one source, made from their seed alone, and the slow truth about them: whole
 * maps are compared (semantics.md, section 7), and {@link Reference} sorts what comes out.
 *
 * @param seed what makes them
 * @param snapshots in the order of their versions
 */
public record RandomSnapshots(long seed, List<Snapshot> snapshots) {

  /**
   * A snapshot.
   *
   * @param rows by key; may be empty
   */
  public record Snapshot(int version, Map<Integer, List<Integer>> rows) {

    /** Its rows in any order, some of them more than once. */
    public List<Map.Entry<Integer, List<Integer>>> shuffledWithDuplicates(Random random) {
      List<Map.Entry<Integer, List<Integer>>> all = new ArrayList<>(rows.entrySet());
      for (Map.Entry<Integer, List<Integer>> row : rows.entrySet()) {
        if (random.nextInt(5) == 0) {
          all.add(row);
        }
      }
      Collections.shuffle(all, random);
      return all;
    }

    public Sequence sequence() {
      return RandomSnapshots.sequence(version);
    }
  }

  /** Columns of a row, the key left out. */
  public static final int COLUMNS = 3;

  public static RandomSnapshots of(long seed) {
    Random random = new Random(seed);
    int keys = 1 + random.nextInt(8);
    int values = 1 + random.nextInt(3);
    int change = 1 + random.nextInt(4);
    List<Snapshot> snapshots = new ArrayList<>();
    Map<Integer, List<Integer>> rows = new TreeMap<>();
    int version = random.nextInt(5);
    int count = random.nextInt(9);
    for (int i = 0; i < count; i++) {
      for (int key = 0; key < keys; key++) {
        if (random.nextInt(4) < change) {
          if (random.nextInt(3) == 0) {
            rows.remove(key);
          } else {
            rows.put(key, row(random, values));
          }
        }
      }
      snapshots.add(new Snapshot(version, new TreeMap<>(rows)));
      version += 1 + random.nextInt(3);
    }
    return new RandomSnapshots(seed, snapshots);
  }

  private static List<Integer> row(Random random, int values) {
    Integer[] row = new Integer[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      row[i] = random.nextInt(4) == 0 ? null : random.nextInt(values);
    }
    return Arrays.asList(row);
  }

  static Sequence sequence(int version) {
    return new Sequence(ByteBuffer.allocate(Integer.BYTES).putInt(version).array());
  }

  private static Integer version(Sequence sequence) {
    return sequence == null ? null : ByteBuffer.wrap(sequence.bytes()).getInt();
  }

  /** By key: the differences from each snapshot to the next. */
  public Map<Integer, List<Event<List<Integer>>>> differences() {
    Map<Integer, List<Event<List<Integer>>>> events = new TreeMap<>();
    Map<Integer, List<Integer>> before = Map.of();
    for (Snapshot snapshot : snapshots) {
      TreeSet<Integer> keys = new TreeSet<>(before.keySet());
      keys.addAll(snapshot.rows.keySet());
      for (Integer key : keys) {
        List<Integer> row = snapshot.rows.get(key);
        if (row == null || !row.equals(before.get(key))) {
          events
              .computeIfAbsent(key, k -> new ArrayList<>())
              .add(new Event<>(snapshot.sequence(), row));
        }
      }
      before = snapshot.rows;
    }
    return events;
  }

  /**
   * The rows of an SCD type 2 table: key, columns, start and end.
   *
   * @param trackedColumns how many of the first columns start a new version
   */
  public List<List<Integer>> history(int trackedColumns) {
    Reference<List<Integer>> reference = new Reference<>(new ListRows(trackedColumns));
    List<List<Integer>> rows = new ArrayList<>();
    differences()
        .forEach(
            (key, events) ->
                reference
                    .scd2(events)
                    .forEach(
                        v -> rows.add(row(key, v.row(), version(v.start()), version(v.end())))));
    return rows;
  }

  private static List<Integer> row(Integer key, List<Integer> columns, Integer... more) {
    List<Integer> row = new ArrayList<>();
    row.add(key);
    row.addAll(columns);
    row.addAll(Arrays.asList(more));
    return row;
  }

  /** The rows of an SCD type 1 table: those of the last snapshot, key first. */
  public List<List<Integer>> last() {
    List<List<Integer>> rows = new ArrayList<>();
    if (!snapshots.isEmpty()) {
      snapshots.get(snapshots.size() - 1).rows.forEach((key, row) -> rows.add(row(key, row)));
    }
    return rows;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("replay with seed " + seed + ":");
    snapshots.forEach(s -> text.append("\n  @").append(s.version).append(" ").append(s.rows));
    return text.toString();
  }
}
