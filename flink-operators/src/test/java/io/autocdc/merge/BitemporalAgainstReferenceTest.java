// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Law 4 of semantics.md on random events that are late on either axis: for every system time the
 * believed rows are the SCD type 2 table of the events known by then.
 */
class BitemporalAgainstReferenceTest {

  @Property(shrinking = ShrinkingMode.OFF)
  void everySystemTimeSeesTheHistoryOfItsDay(
      @ForAll long seed, @ForAll @IntRange(max = RandomStream.COLUMNS) int trackedColumns) {
    check(seed, new ListRows(trackedColumns), Function.identity(), Function.identity());
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void everySystemTimeSeesTheHistoryOfItsDayWithIgnoredNulls(
      @ForAll long seed,
      @ForAll @IntRange(max = RandomStream.COLUMNS) int trackedColumns,
      @ForAll boolean firstColumnToo) {
    check(
        seed,
        new PartialRow.Semantics(trackedColumns),
        values -> {
          List<Boolean> authored = new ArrayList<>();
          values.forEach(value -> authored.add(value != null));
          authored.set(0, authored.get(0) || !firstColumnToo);
          return new PartialRow(values, authored);
        },
        PartialRow::values);
  }

  @Property(shrinking = ShrinkingMode.OFF, tries = 100)
  void knowledgeInTheOrderOfItsSystemTimeIsNeverReadBack(@ForAll long seed) {
    List<KnownEvent<List<Integer>>> events = events(new Random(seed), Function.identity());
    MemoryBeliefs<List<Integer>> state = new MemoryBeliefs<>();
    BeliefTable<List<Integer>> table = new BeliefTable<>(Function.identity());
    BitemporalCore<List<Integer>> core = new BitemporalCore<>(new ListRows(1));
    int system = 0;
    for (KnownEvent<List<Integer>> event : events) {
      core.apply(new KnownEvent<>(sequence(system++), event.event()), state, table);
    }
    assertThat(state.reads()).isZero();
  }

  /** After every arrival, so that every order and every duplication is tried. */
  private static <R> void check(
      long seed,
      RowSemantics<R> rows,
      Function<List<Integer>, R> row,
      Function<R, List<Integer>> visible) {
    BitemporalCore<R> core = new BitemporalCore<>(rows);
    MemoryBeliefs<R> state = new MemoryBeliefs<>();
    BeliefTable<R> table = new BeliefTable<>(visible);
    List<KnownEvent<R>> arrived = new ArrayList<>();
    for (KnownEvent<R> event : events(new Random(seed), row)) {
      int changes = table.changes;
      List<String> before = table.rows();
      core.apply(event, state, table);
      arrived.add(event);
      String described = "seed " + seed + ": " + arrived;
      assertThat(table.rows())
          .as(described)
          .isEqualTo(
              new BitemporalReference<>(rows)
                  .beliefs(arrived).stream().map(b -> text(b, visible)).sorted().toList());
      if (table.rows().equals(before)) {
        assertThat(table.changes)
            .as("%s: changes that change nothing", described)
            .isEqualTo(changes);
      }
    }
  }

  private static <R> List<KnownEvent<R>> events(Random random, Function<List<Integer>, R> toRow) {
    int n = 1 + random.nextInt(14);
    List<KnownEvent<R>> events = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Sequence business = sequence(random.nextInt(8));
      List<Integer> row =
          Arrays.asList(
              random.nextInt(4) == 0 ? null : random.nextInt(2),
              random.nextInt(3) == 0 ? null : 1,
              random.nextInt(2));
      events.add(
          new KnownEvent<>(
              sequence(random.nextInt(8)),
              random.nextInt(5) == 0
                  ? Event.delete(business)
                  : Event.upsert(business, toRow.apply(row))));
    }
    for (int i = 0; i < n / 5; i++) {
      events.add(events.get(random.nextInt(events.size())));
    }
    Collections.shuffle(events, random);
    if (random.nextInt(3) == 0) {
      // Nearly always the case: knowledge comes in the order of its system time.
      events.sort(Comparator.comparing(KnownEvent::system));
    }
    return events;
  }

  private static Sequence sequence(int value) {
    return new Sequence(new byte[] {(byte) value});
  }

  private static <R> String text(Belief<R> belief, Function<R, List<Integer>> visible) {
    Version<R> version = belief.version();
    return visible.apply(version.row())
        + " ["
        + version.start()
        + ", "
        + version.end()
        + ") believed ["
        + belief.systemStart()
        + ", "
        + belief.systemEnd()
        + ")";
  }

  /** Folds changes, which must be exact. */
  private static final class BeliefTable<R> implements BeliefSink<R> {
    private final Map<List<Sequence>, String> rows = new HashMap<>();
    private final Function<R, List<Integer>> visible;
    private int changes;

    BeliefTable(Function<R, List<Integer>> visible) {
      this.visible = visible;
    }

    private List<Sequence> key(Belief<R> belief) {
      return List.of(belief.version().start(), belief.systemStart());
    }

    @Override
    public void insert(Belief<R> belief) {
      changes++;
      assertThat(rows.put(key(belief), text(belief, visible))).isNull();
    }

    @Override
    public void update(Belief<R> before, Belief<R> after) {
      changes++;
      assertThat(key(after)).isEqualTo(key(before));
      assertThat(text(after, visible)).as("an update").isNotEqualTo(text(before, visible));
      assertThat(rows.put(key(before), text(after, visible))).isEqualTo(text(before, visible));
    }

    @Override
    public void delete(Belief<R> belief) {
      changes++;
      assertThat(rows.remove(key(belief))).isEqualTo(text(belief, visible));
    }

    List<String> rows() {
      return rows.values().stream().sorted().toList();
    }
  }
}
