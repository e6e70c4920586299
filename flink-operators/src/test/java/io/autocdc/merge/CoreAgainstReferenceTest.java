// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.merge.RandomStream.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Laws 1, 2, 3 and 6 of semantics.md on random streams. A reference sorts all events that have come
 * so far, so equality with it after each arrival is law 1 for every order, batch cut and
 * duplication. A failure prints the seed and the stream that replay it.
 */
class CoreAgainstReferenceTest {

  private static final ListRows ALL_TRACKED = new ListRows(RandomStream.COLUMNS);

  @Property(shrinking = ShrinkingMode.OFF)
  void scd2EqualsItsReferenceAfterEveryArrival(
      @ForAll long seed, @ForAll @IntRange(max = RandomStream.COLUMNS) int trackedColumns) {
    checkScd2(RandomStream.of(seed, false), new ListRows(trackedColumns));
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void scd1EqualsItsReferenceAfterEveryArrival(@ForAll long seed, @ForAll boolean withTruncates) {
    checkScd1(RandomStream.of(seed, withTruncates), ALL_TRACKED);
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void scd1RowsAreTheOpenScd2RowsWhenAllColumnsAreTracked(@ForAll long seed) {
    RandomStream stream = RandomStream.of(seed, false);
    Reference<List<Integer>> reference = new Reference<>(ALL_TRACKED);
    for (List<Event<List<Integer>>> events : byKey(stream).values()) {
      List<List<Integer>> open =
          reference.scd2(events).stream()
              .filter(version -> version.end() == null)
              .map(Version::row)
              .toList();
      assertThat(reference.scd1(events, List.of()).stream().map(Version::row).toList())
          .as("%s", stream)
          .isEqualTo(open);
    }
  }

  private static Map<Integer, List<Event<List<Integer>>>> byKey(RandomStream stream) {
    Map<Integer, List<Event<List<Integer>>>> events = new LinkedHashMap<>();
    for (Change change : stream.arrivals()) {
      events.computeIfAbsent(change.key(), key -> new ArrayList<>()).add(change.event());
    }
    return events;
  }

  private static void checkScd2(RandomStream stream, ListRows rows) {
    Scd2Core<List<Integer>> core = new Scd2Core<>(rows);
    Reference<List<Integer>> reference = new Reference<>(rows);
    Map<Integer, TreeTimeline<List<Integer>>> timelines = new LinkedHashMap<>();
    Map<Integer, ExactTable<List<Integer>>> tables = new LinkedHashMap<>();
    Map<Integer, List<Event<List<Integer>>>> arrived = new LinkedHashMap<>();
    try {
      for (Change change : stream.arrivals()) {
        Integer key = change.key();
        ExactTable<List<Integer>> table = tables.computeIfAbsent(key, k -> new ExactTable<>());
        List<Event<List<Integer>>> known = arrived.computeIfAbsent(key, k -> new ArrayList<>());
        List<Version<List<Integer>>> before = table.rows();
        int changes = table.changes();
        core.apply(
            change.event(), timelines.computeIfAbsent(key, k -> new TreeTimeline<>()), table);
        known.add(change.event());
        assertThat(table.rows()).isEqualTo(reference.scd2(known));
        if (table.rows().equals(before)) {
          assertThat(table.changes()).as("changes that change nothing").isEqualTo(changes);
        }
        checkIntervals(table.rows(), rows);
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(e.getMessage() + "\n" + stream, e);
    }
  }

  /** Law 3: rows never overlap, have no zero width, and differ where they touch. */
  private static void checkIntervals(List<Version<List<Integer>>> versions, ListRows rows) {
    for (int i = 0; i < versions.size(); i++) {
      Version<List<Integer>> version = versions.get(i);
      if (i + 1 == versions.size()) {
        assertThat(version.end() == null || version.start().compareTo(version.end()) < 0).isTrue();
        continue;
      }
      Version<List<Integer>> next = versions.get(i + 1);
      assertThat(version.end()).isNotNull();
      assertThat(version.start()).isLessThan(version.end());
      assertThat(version.end()).isLessThanOrEqualTo(next.start());
      if (version.end().equals(next.start())) {
        assertThat(rows.sameVersion(version.row(), next.row())).isFalse();
      }
    }
  }

  private static void checkScd1(RandomStream stream, ListRows rows) {
    Scd1Core<List<Integer>> core = new Scd1Core<>(rows);
    Reference<List<Integer>> reference = new Reference<>(rows);
    Map<Integer, TreeTimeline<List<Integer>>> states = new LinkedHashMap<>();
    Map<Integer, ExactTable<List<Integer>>> tables = new LinkedHashMap<>();
    Map<Integer, List<Event<List<Integer>>>> arrived = new LinkedHashMap<>();
    List<Sequence> truncates = new ArrayList<>();
    try {
      for (Change change : stream.arrivals()) {
        Sequence truncatedAt = truncates.stream().max(Sequence::compareTo).orElse(null);
        if (change.isTruncate()) {
          Sequence truncate = change.event().sequence();
          truncates.add(truncate);
          if (truncatedAt == null || truncatedAt.compareTo(truncate) < 0) {
            states.forEach((key, state) -> core.truncate(truncate, state, tables.get(key)));
          }
        } else {
          Integer key = change.key();
          arrived.computeIfAbsent(key, k -> new ArrayList<>()).add(change.event());
          core.apply(
              change.event(),
              truncatedAt,
              states.computeIfAbsent(key, k -> new TreeTimeline<>()),
              tables.computeIfAbsent(key, k -> new ExactTable<>()));
        }
        tables.forEach(
            (key, table) ->
                assertThat(table.rows()).isEqualTo(reference.scd1(arrived.get(key), truncates)));
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(e.getMessage() + "\n" + stream, e);
    }
  }
}
