// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.golden;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Orders in which the same events may arrive. */
public final class Arrivals {

  private static final int ALL_UP_TO = 6;

  private Arrivals() {}

  /**
   * The given order, then all others for up to six events, else a seeded sample.
   *
   * @param sample how many orders to try where not all can be
   */
  public static <T> List<List<T>> of(List<T> events, int sample, long seed) {
    List<List<T>> orders = new ArrayList<>();
    orders.add(events);
    if (events.size() <= ALL_UP_TO) {
      permute(new ArrayList<>(events), 0, orders);
      return orders;
    }
    Random random = new Random(seed);
    for (int i = 0; i < sample; i++) {
      List<T> shuffled = new ArrayList<>(events);
      Collections.shuffle(shuffled, random);
      orders.add(shuffled);
    }
    return orders;
  }

  /** The events with about a third of them delivered once more, anywhere later. */
  public static <T> List<T> withDuplicates(List<T> events, Random random) {
    List<T> twice = new ArrayList<>(events);
    for (T event : events) {
      if (random.nextInt(3) == 0) {
        int first = twice.indexOf(event);
        twice.add(first + 1 + random.nextInt(twice.size() - first), event);
      }
    }
    return twice;
  }

  /** The events cut into batches of random sizes. */
  public static <T> List<List<T>> cut(List<T> events, Random random) {
    List<List<T>> batches = new ArrayList<>();
    int from = 0;
    while (from < events.size()) {
      int to = Math.min(events.size(), from + 1 + random.nextInt(4));
      batches.add(events.subList(from, to));
      from = to;
    }
    return batches;
  }

  private static <T> void permute(List<T> events, int fixed, List<List<T>> orders) {
    if (fixed == events.size()) {
      orders.add(new ArrayList<>(events));
      return;
    }
    for (int i = fixed; i < events.size(); i++) {
      Collections.swap(events, fixed, i);
      permute(events, fixed + 1, orders);
      Collections.swap(events, fixed, i);
    }
  }
}
