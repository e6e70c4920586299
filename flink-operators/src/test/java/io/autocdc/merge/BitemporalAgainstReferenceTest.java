// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Law 4 of semantics.md on random events that are late on either axis: for every system time the
 * believed rows are the SCD type 2 table of the events known by then.
 */
class BitemporalAgainstReferenceTest {

  private static final Comparator<KnownEvent<List<Integer>>> BY_KNOWLEDGE =
      Comparator.<KnownEvent<List<Integer>>, Sequence>comparing(KnownEvent::system)
          .thenComparing(known -> known.event().sequence());

  @Property(shrinking = ShrinkingMode.OFF)
  void everySystemTimeSeesTheHistoryOfItsDay(
      @ForAll long seed, @ForAll @IntRange(max = RandomStream.COLUMNS) int trackedColumns) {
    ListRows rows = new ListRows(trackedColumns);
    BitemporalCore<List<Integer>> core = new BitemporalCore<>(rows, TreeTimeline::new);
    MemoryLog log = new MemoryLog();
    BeliefTable table = new BeliefTable();
    List<KnownEvent<List<Integer>>> arrived = new ArrayList<>();
    for (KnownEvent<List<Integer>> event : events(new Random(seed))) {
      core.apply(event, log, table);
      arrived.add(event);
      String described = "seed " + seed + ": " + arrived;
      assertThat(table.rows()).as(described).isEqualTo(reference(arrived, rows));
    }
  }

  private static List<KnownEvent<List<Integer>>> events(Random random) {
    int n = 1 + random.nextInt(14);
    List<KnownEvent<List<Integer>>> events = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Sequence business = sequence(random.nextInt(8));
      List<Integer> row =
          Arrays.asList(random.nextInt(2), random.nextInt(3) == 0 ? null : 1, random.nextInt(2));
      events.add(
          new KnownEvent<>(
              sequence(random.nextInt(8)),
              random.nextInt(5) == 0 ? Event.delete(business) : Event.upsert(business, row)));
    }
    for (int i = 0; i < n / 5; i++) {
      events.add(events.get(random.nextInt(events.size())));
    }
    Collections.shuffle(events, random);
    return events;
  }

  private static Sequence sequence(int value) {
    return new Sequence(new byte[] {(byte) value});
  }

  /** Builds the table belief by belief: one SCD type 2 table for each system time. */
  private static List<String> reference(List<KnownEvent<List<Integer>>> events, ListRows rows) {
    TreeSet<Sequence> times = new TreeSet<>();
    events.forEach(event -> times.add(event.system()));
    List<String> beliefs = new ArrayList<>();
    Map<Version<List<Integer>>, Sequence> open = new LinkedHashMap<>();
    for (Sequence time : times) {
      List<Version<List<Integer>>> believed = believedAt(time, events, rows);
      for (Version<List<Integer>> version : List.copyOf(open.keySet())) {
        if (!believed.contains(version)) {
          beliefs.add(text(new Belief<>(version, open.remove(version), time)));
        }
      }
      believed.forEach(version -> open.putIfAbsent(version, time));
    }
    open.forEach((version, since) -> beliefs.add(text(new Belief<>(version, since, null))));
    return beliefs.stream().sorted().toList();
  }

  private static List<Version<List<Integer>>> believedAt(
      Sequence time, List<KnownEvent<List<Integer>>> events, ListRows rows) {
    Map<Sequence, List<KnownEvent<List<Integer>>>> byBusiness =
        events.stream()
            .filter(event -> event.system().compareTo(time) <= 0)
            .collect(
                Collectors.groupingBy(
                    event -> event.event().sequence(), TreeMap::new, Collectors.toList()));
    List<Event<List<Integer>>> latest = new ArrayList<>();
    for (List<KnownEvent<List<Integer>>> same : byBusiness.values()) {
      Sequence newest = same.stream().map(KnownEvent::system).max(Sequence::compareTo).get();
      same.stream()
          .filter(event -> event.system().equals(newest))
          .forEach(event -> latest.add(event.event()));
    }
    return new Reference<>(rows).scd2(latest);
  }

  private static String text(Belief<List<Integer>> belief) {
    return belief.toString();
  }

  private static final class MemoryLog implements KnowledgeLog<List<Integer>> {
    private final TreeSet<KnownEvent<List<Integer>>> events = new TreeSet<>(BY_KNOWLEDGE);

    @Override
    public List<KnownEvent<List<Integer>>> all() {
      return List.copyOf(events);
    }

    @Override
    public void put(KnownEvent<List<Integer>> event) {
      events.remove(event);
      events.add(event);
    }
  }

  /** Folds changes, which must be exact. */
  private static final class BeliefTable implements BeliefSink<List<Integer>> {
    private final Map<List<Sequence>, Belief<List<Integer>>> rows = new HashMap<>();

    private static List<Sequence> key(Belief<List<Integer>> belief) {
      return List.of(belief.version().start(), belief.systemStart());
    }

    @Override
    public void insert(Belief<List<Integer>> belief) {
      assertThat(rows.put(key(belief), belief)).isNull();
    }

    @Override
    public void update(Belief<List<Integer>> before, Belief<List<Integer>> after) {
      assertThat(key(after)).isEqualTo(key(before));
      assertThat(rows.put(key(before), after)).isEqualTo(before);
    }

    @Override
    public void delete(Belief<List<Integer>> belief) {
      assertThat(rows.remove(key(belief))).isEqualTo(belief);
    }

    List<String> rows() {
      return rows.values().stream().map(BitemporalAgainstReferenceTest::text).sorted().toList();
    }
  }
}
