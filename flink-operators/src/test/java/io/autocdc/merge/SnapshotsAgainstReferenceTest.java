// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.merge.RandomSnapshots.Snapshot;
import io.autocdc.merge.SnapshotDiff.Change;
import io.autocdc.merge.SnapshotDiff.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Law 5 of semantics.md: a flow of snapshots is a flow of changes that is fed with the differences.
 * A key compares its own rows here; the reference compares whole snapshots.
 */
class SnapshotsAgainstReferenceTest {

  private static final ListRows ALL_TRACKED = new ListRows(RandomSnapshots.COLUMNS);
  private static final List<Integer> A = List.of(1, 1, 1);
  private static final List<Integer> B = List.of(1, 1, 2);

  private final SnapshotDiff<List<Integer>> diff = new SnapshotDiff<>(ALL_TRACKED);

  @Property(shrinking = ShrinkingMode.OFF)
  void whatKeysFindAloneIsWhatWholeSnapshotsDiffer(@ForAll long seed) {
    RandomSnapshots random = RandomSnapshots.of(seed);
    assertThat(changes(random, new Random(seed))).as("%s", random).isEqualTo(random.differences());
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void theHistoryIsThatOfTheDifferencesInAnyOrder(
      @ForAll long seed, @ForAll @IntRange(max = RandomSnapshots.COLUMNS) int tracked) {
    RandomSnapshots random = RandomSnapshots.of(seed);
    ListRows rows = new ListRows(tracked);
    Reference<List<Integer>> reference = new Reference<>(rows);
    Random order = new Random(seed);
    changes(random, order)
        .forEach(
            (key, events) -> {
              List<Event<List<Integer>>> arrivals = new ArrayList<>(events);
              Collections.shuffle(arrivals, order);
              ExactTable<List<Integer>> table = new ExactTable<>();
              TreeTimeline<List<Integer>> timeline = new TreeTimeline<>();
              Scd2Core<List<Integer>> core = new Scd2Core<>(rows);
              arrivals.forEach(event -> core.apply(event, timeline, table));
              assertThat(table.rows())
                  .as("key %d, %s", key, random)
                  .isEqualTo(reference.scd2(random.differences().get(key)));
            });
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void typeOneIsTheLastSnapshotInAnyOrder(@ForAll long seed) {
    RandomSnapshots random = RandomSnapshots.of(seed);
    Random order = new Random(seed);
    List<List<Integer>> rows = new ArrayList<>();
    changes(random, order)
        .forEach(
            (key, events) -> {
              List<Event<List<Integer>>> arrivals = new ArrayList<>(events);
              Collections.shuffle(arrivals, order);
              ExactTable<List<Integer>> table = new ExactTable<>();
              TreeTimeline<List<Integer>> timeline = new TreeTimeline<>();
              Scd1Core<List<Integer>> core = new Scd1Core<>(ALL_TRACKED);
              arrivals.forEach(event -> core.apply(event, null, timeline, table));
              for (Version<List<Integer>> version : table.rows()) {
                List<Integer> row = new ArrayList<>(List.of(key));
                row.addAll(version.row());
                rows.add(row);
              }
            });
    assertThat(rows).as("%s", random).isEqualTo(random.last());
  }

  /** Guards the reference itself: the history as of a version is the snapshot of that version. */
  @Property(shrinking = ShrinkingMode.OFF)
  void theHistoryAsOfAVersionIsItsSnapshot(@ForAll long seed) {
    RandomSnapshots random = RandomSnapshots.of(seed);
    List<List<Integer>> history = random.history(RandomSnapshots.COLUMNS);
    int start = RandomSnapshots.COLUMNS + 1;
    for (Snapshot snapshot : random.snapshots()) {
      Map<Integer, List<Integer>> asOf = new TreeMap<>();
      for (List<Integer> row : history) {
        Integer end = row.get(start + 1);
        if (row.get(start) <= snapshot.version() && (end == null || snapshot.version() < end)) {
          assertThat(asOf.put(row.get(0), row.subList(1, start))).isNull();
        }
      }
      assertThat(asOf).as("as of %d, %s", snapshot.version(), random).isEqualTo(snapshot.rows());
    }
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void aSnapshotOfTheSameVersionDiffersWhereItsRowsDo(@ForAll long seed) {
    RandomSnapshots random = RandomSnapshots.of(seed);
    for (int i = 1; i < random.snapshots().size(); i++) {
      Map<Integer, List<Integer>> before = random.snapshots().get(i - 1).rows();
      Map<Integer, List<Integer>> now = random.snapshots().get(i).rows();
      for (Integer key : keys(before, now)) {
        List<List<Integer>> found = now.containsKey(key) ? List.of(now.get(key)) : List.of();
        boolean same =
            before.containsKey(key) == now.containsKey(key)
                && (!now.containsKey(key) || now.get(key).equals(before.get(key)));
        assertThat(diff.compare(before.get(key), found, Verdict.VERIFY))
            .isEqualTo(same ? Change.NOTHING : Change.DIFFERS);
      }
    }
  }

  @Example
  void rowsThatDifferAreAConflictUnlessTheSnapshotIsLeftOut() {
    List<List<Integer>> both = List.of(A, B);
    for (List<Integer> before : Arrays.asList(A, B, null)) {
      assertThat(diff.compare(before, both, Verdict.APPLY)).isEqualTo(Change.CONFLICT);
      assertThat(diff.compare(before, both, Verdict.VERIFY)).isEqualTo(Change.CONFLICT);
      assertThat(diff.compare(before, both, Verdict.DISCARD)).isEqualTo(Change.NOTHING);
      assertThat(diff.compare(before, List.of(), Verdict.DISCARD)).isEqualTo(Change.NOTHING);
      assertThat(diff.compare(before, List.of(A), Verdict.DISCARD)).isEqualTo(Change.NOTHING);
    }
    assertThat(diff.isNew(A, List.of(A))).isFalse();
    assertThat(diff.isNew(B, List.of(A))).isTrue();
  }

  private static TreeSet<Integer> keys(Map<Integer, ?> before, Map<Integer, ?> now) {
    TreeSet<Integer> keys = new TreeSet<>(before.keySet());
    keys.addAll(now.keySet());
    return keys;
  }

  /** What each key finds when it sees nothing but its own rows. */
  private Map<Integer, List<Event<List<Integer>>>> changes(RandomSnapshots random, Random order) {
    Map<Integer, List<Event<List<Integer>>>> events = new TreeMap<>();
    Map<Integer, List<Integer>> live = new TreeMap<>();
    for (Snapshot snapshot : random.snapshots()) {
      Map<Integer, List<List<Integer>>> waiting = new TreeMap<>();
      for (Map.Entry<Integer, List<Integer>> row : snapshot.shuffledWithDuplicates(order)) {
        List<List<Integer>> known = waiting.computeIfAbsent(row.getKey(), k -> new ArrayList<>());
        if (diff.isNew(row.getValue(), known)) {
          known.add(row.getValue());
        }
      }
      for (Integer key : keys(live, waiting)) {
        List<List<Integer>> now = waiting.getOrDefault(key, List.of());
        Change change = diff.compare(live.get(key), now, Verdict.APPLY);
        assertThat(change).isIn(Change.NOTHING, Change.UPSERT, Change.DELETE);
        if (change == Change.NOTHING) {
          continue;
        }
        List<Integer> row = change == Change.DELETE ? null : now.get(0);
        if (row == null) {
          live.remove(key);
        } else {
          live.put(key, row);
        }
        events
            .computeIfAbsent(key, k -> new ArrayList<>())
            .add(new Event<>(snapshot.sequence(), row));
      }
    }
    return events;
  }
}
