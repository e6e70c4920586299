// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.merge.RetentionReference.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Final history (semantics.md, section 9): whenever it is dropped, the same events come too late,
 * and the table is the one of all events that did not.
 */
class RetentionAgainstReferenceTest {

  private static final int COLUMNS = 2;
  private static final long RETENTION = 20;

  /** How much is dropped. */
  private enum Looks {
    NEVER,
    AT_RANDOM,
    AT_ONCE
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void theTableAndTheLateEventsAreThoseOfAReferenceThatKeepsEverything(
      @ForAll long seed,
      @ForAll boolean eventTime,
      @ForAll boolean partial,
      @ForAll @IntRange(max = COLUMNS) int tracked) {
    for (Looks looks : Looks.values()) {
      check(seed, eventTime, partial, tracked, looks);
    }
  }

  private static void check(
      long seed, boolean eventTime, boolean partial, int tracked, Looks looks) {
    Random random = new Random(seed);
    Random whenToLook = new Random(~seed);
    PartialRow.Semantics rows = new PartialRow.Semantics(tracked);
    Scd2Core<PartialRow> core = new Scd2Core<>(rows);
    RetentionReference<PartialRow> reference = new RetentionReference<>(rows);
    TreeTimeline<PartialRow> timeline = new TreeTimeline<>();
    VisibleTable table = new VisibleTable();
    List<Event<PartialRow>> sent = new ArrayList<>();
    StringBuilder story = new StringBuilder("seed " + seed + ", looks " + looks);
    long now = 0;
    for (int i = 0; i < 60; i++) {
      now += random.nextInt(4) == 0 ? random.nextInt(15) : 1;
      Event<PartialRow> event;
      if (!sent.isEmpty() && random.nextInt(5) == 0) {
        event =
            sent.get(random.nextInt(sent.size())).at(eventTime ? now - random.nextInt(30) : now);
      } else {
        event = event(random, i, partial, eventTime ? now - random.nextInt(25) : now);
        sent.add(event);
      }
      Horizon horizon = new Horizon(now - RETENTION);
      boolean look =
          timeline.head() != null
              && (looks == Looks.AT_ONCE || looks == Looks.AT_RANDOM && whenToLook.nextInt(4) == 0);
      if (look) {
        core.expire(horizon, now, timeline);
      }
      Outcome outcome = core.apply(event, horizon, timeline, table);
      Verdict verdict = reference.take(event, horizon.millis());
      story
          .append("\n  now ")
          .append(now)
          .append(": ")
          .append(event)
          .append(" -> ")
          .append(outcome);
      assertThat(outcome == Outcome.TOO_LATE)
          .as("%s%nshould be %s", story, verdict)
          .isEqualTo(verdict == Verdict.TOO_LATE);
      assertThat(outcome == Outcome.DUPLICATE)
          .as("%s%nshould be %s", story, verdict)
          .isEqualTo(verdict == Verdict.DUPLICATE);
      assertThat(table.rows.rows())
          .as("%s", story)
          .isEqualTo(
              VisibleTable.values(
                  new Reference<>(rows)
                      .scd2(
                          reference.events().stream()
                              .map(RetentionAgainstReferenceTest::bare)
                              .toList())));
      if (looks == Looks.AT_ONCE) {
        long young = reference.events().stream().filter(e -> e.time() >= horizon.millis()).count();
        assertThat(timeline.events().size()).as("%s", story).isLessThanOrEqualTo((int) young + 2);
      }
    }
  }

  private static Event<PartialRow> bare(Event<PartialRow> event) {
    return event.isDelete() ? event : Event.upsert(event.sequence(), event.row().bare());
  }

  private static Event<PartialRow> event(Random random, int i, boolean partial, long time) {
    Sequence sequence = new Sequence(new byte[] {(byte) Math.max(0, i + random.nextInt(24) - 12)});
    if (random.nextInt(6) == 0) {
      return new Event<>(sequence, null, time);
    }
    Integer[] values = new Integer[COLUMNS];
    Boolean[] authored = new Boolean[COLUMNS];
    for (int column = 0; column < COLUMNS; column++) {
      values[column] = random.nextInt(4) == 0 ? null : random.nextInt(2);
      authored[column] = !partial || random.nextInt(3) > 0;
    }
    PartialRow row = new PartialRow(Arrays.asList(values), Arrays.asList(authored)).bare();
    return new Event<>(sequence, row, time);
  }

  @Test
  void aSilentKeyKeepsOneEventAndItsOpenRow() {
    Scd2Core<List<Integer>> core = new Scd2Core<>(new ListRows(1));
    TreeTimeline<List<Integer>> timeline = new TreeTimeline<>();
    ExactTable<List<Integer>> table = new ExactTable<>();
    for (int i = 0; i < 10; i++) {
      core.apply(timed(i, i / 5, i, i), new Horizon(i - 100), timeline, table);
    }
    List<Version<List<Integer>>> before = table.rows();
    Expiry expiry = core.expire(new Horizon(50), 150, timeline);
    assertThat(expiry.dropped()).isEqualTo(9);
    assertThat(expiry.isPending()).isFalse();
    assertThat(timeline.events().size()).isEqualTo(1);
    assertThat(table.rows()).isEqualTo(before);
    // It wakes up: its open row still began at 5.
    core.apply(timed(12, 1, 12, 151), new Horizon(50), timeline, table);
    core.apply(timed(13, 2, 13, 152), new Horizon(50), timeline, table);
    core.apply(timed(11, 3, 11, 153), new Horizon(50), timeline, table);
    assertThat(table.rows())
        .extracting(v -> v.start().bytes()[0] + "-" + (v.end() == null ? "" : v.end().bytes()[0]))
        .containsExactly("0-5", "5-11", "11-12", "12-13", "13-");
  }

  @Test
  void whatWasDroppedStaysFinalEvenIfTheClockGoesBackOrRetentionIsRemoved() {
    Scd2Core<List<Integer>> core = new Scd2Core<>(new ListRows(1));
    TreeTimeline<List<Integer>> timeline = new TreeTimeline<>();
    ExactTable<List<Integer>> table = new ExactTable<>();
    core.apply(timed(1, 1, 1, 1), Horizon.NONE, timeline, table);
    core.apply(timed(5, 2, 2, 2), Horizon.NONE, timeline, table);
    core.expire(new Horizon(10), 20, timeline);
    assertThat(core.apply(timed(3, 9, 9, 3), Horizon.NONE, timeline, table))
        .isEqualTo(Outcome.TOO_LATE);
    assertThat(core.apply(timed(5, 2, 2, 3), Horizon.NONE, timeline, table))
        .isEqualTo(Outcome.DUPLICATE);
    assertThat(core.apply(timed(6, 9, 9, 3), Horizon.NONE, timeline, table))
        .isEqualTo(Outcome.NEWEST);
  }

  private static Event<List<Integer>> timed(int sequence, int tracked, int other, long time) {
    return new Event<>(new Sequence(new byte[] {(byte) sequence}), List.of(tracked, other), time);
  }
}
