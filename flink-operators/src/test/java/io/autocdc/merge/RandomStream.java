// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random change feed, made from its seed alone: several keys, up to 80 events a key, 20 %
 * deletes, 25 % nulls, 15 % of the events delivered again, sequences dense enough for ties, any
 * lateness.
 *
 * @param seed what makes it
 * @param arrivals the events in the order of their arrival
 */
record RandomStream(long seed, List<Change> arrivals) {

  /**
   * An event of a key, or a truncate of all keys.
   *
   * @param key null for a truncate
   * @param event for a truncate, its sequence as a delete
   */
  record Change(Integer key, Event<List<Integer>> event) {
    boolean isTruncate() {
      return key == null;
    }
  }

  static final int COLUMNS = 3;

  static RandomStream of(long seed, boolean withTruncates) {
    Random random = new Random(seed);
    int keys = 1 + random.nextInt(4);
    int longest = 1 + random.nextInt(80);
    int values = 1 + random.nextInt(3);
    List<Change> changes = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      int events = 1 + random.nextInt(longest);
      for (int i = 0; i < events; i++) {
        Sequence sequence = sequence(random.nextInt(2 * events + 2));
        boolean delete = random.nextInt(5) == 0;
        changes.add(
            new Change(
                key,
                delete ? Event.delete(sequence) : Event.upsert(sequence, row(random, values))));
      }
    }
    if (withTruncates) {
      int truncates = random.nextInt(3);
      for (int i = 0; i < truncates; i++) {
        changes.add(new Change(null, Event.delete(sequence(random.nextInt(longest + 2)))));
      }
    }
    int duplicates = changes.size() * 15 / 100;
    for (int i = 0; i < duplicates; i++) {
      changes.add(changes.get(random.nextInt(changes.size())));
    }
    arrive(changes, random);
    return new RandomStream(seed, changes);
  }

  /** In order, nearly in order, or in any order. */
  private static void arrive(List<Change> changes, Random random) {
    int disorder = random.nextInt(3);
    if (disorder == 2) {
      Collections.shuffle(changes, random);
      return;
    }
    changes.sort((a, b) -> a.event().sequence().compareTo(b.event().sequence()));
    for (int i = 0; disorder == 1 && i < changes.size() / 3; i++) {
      int from = random.nextInt(changes.size());
      int to = Math.min(changes.size() - 1, from + random.nextInt(6));
      Collections.swap(changes, from, to);
    }
  }

  private static List<Integer> row(Random random, int values) {
    Integer[] row = new Integer[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      row[i] = random.nextInt(4) == 0 ? null : random.nextInt(values);
    }
    return Arrays.asList(row);
  }

  private static Sequence sequence(int value) {
    return new Sequence(new byte[] {(byte) (value >> 8), (byte) value});
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("replay with seed " + seed + ":");
    for (Change change : arrivals) {
      text.append("\n  ")
          .append(change.isTruncate() ? "truncate" : "key " + change.key())
          .append(" @")
          .append(change.event().sequence())
          .append(change.event().isDelete() ? " delete" : " " + change.event().row());
    }
    return text.toString();
  }
}
