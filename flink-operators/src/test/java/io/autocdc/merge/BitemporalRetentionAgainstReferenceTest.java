// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Final history of bitemporal targets (semantics.md, section 9): an event must be newer than every
 * final one on both axes. Whenever what is final is dropped, the same events come too late, and the
 * beliefs are those of all events that did not.
 */
class BitemporalRetentionAgainstReferenceTest {

  private static final int COLUMNS = 2;
  private static final long RETENTION = 12;

  @Property(shrinking = ShrinkingMode.OFF)
  void theBeliefsAndTheLateEventsAreThoseOfAReferenceThatKeepsEverything(
      @ForAll long seed,
      @ForAll boolean eventTime,
      @ForAll boolean partial,
      @ForAll @IntRange(max = COLUMNS) int tracked,
      @ForAll @IntRange(min = 0, max = 4) int looks) {
    new Stream(seed, eventTime, partial, tracked, looks).check();
  }

  /** A random stream and what it should give. */
  private static final class Stream {
    final Random random;
    final Random whenToLook;
    final boolean eventTime;
    final boolean partial;
    final int looks;
    final PartialRow.Semantics rows;
    final BitemporalCore<PartialRow> core;
    final MemoryBeliefs<PartialRow> state = new MemoryBeliefs<>();
    final BeliefTable table = new BeliefTable();
    final Map<List<Sequence>, KnownEvent<PartialRow>> accepted = new HashMap<>();
    final StringBuilder story;

    Stream(long seed, boolean eventTime, boolean partial, int tracked, int looks) {
      random = new Random(seed);
      whenToLook = new Random(~seed);
      this.eventTime = eventTime;
      this.partial = partial;
      this.looks = looks;
      rows = new PartialRow.Semantics(tracked);
      core = new BitemporalCore<>(rows);
      story = new StringBuilder("seed " + seed + ", looks " + looks);
    }

    /** {@code looks}: 0 for never, 1 for at every event, else at one event of so many. */
    void check() {
      List<KnownEvent<PartialRow>> sent = new ArrayList<>();
      long now = 0;
      for (int i = 0; i < 36; i++) {
        now += random.nextInt(4) == 0 ? random.nextInt(8) : 1;
        KnownEvent<PartialRow> event;
        if (!sent.isEmpty() && random.nextInt(5) == 0) {
          KnownEvent<PartialRow> again = sent.get(random.nextInt(sent.size()));
          long time = eventTime ? now - random.nextInt(18) : now;
          event = new KnownEvent<>(again.system(), again.event().at(time));
        } else {
          event = event(i, eventTime ? now - random.nextInt(15) : now);
          sent.add(event);
        }
        Horizon horizon = new Horizon(now - RETENTION);
        if (state.believed().head() != null && looks > 0 && whenToLook.nextInt(looks) == 0) {
          int before = state.size();
          Expiry expiry = core.expire(horizon, now, state);
          assertThat(state.size()).isLessThanOrEqualTo(before - expiry.dropped());
        }
        Outcome outcome = core.apply(event, horizon, state, table);
        story.append("\n  now ").append(now).append(": ").append(event).append(" -> ");
        story.append(outcome);
        check(outcome, event, horizon);
      }
    }

    private void check(Outcome outcome, KnownEvent<PartialRow> event, Horizon horizon) {
      assertThat(outcome == Outcome.TOO_LATE)
          .as("%s%nlate", story)
          .isEqualTo(take(event, horizon.millis()));
      List<String> expected =
          new BitemporalReference<>(rows)
              .beliefs(accepted.values()).stream().map(BeliefTable::text).sorted().toList();
      assertThat(table.rows()).as("%s", story).isEqualTo(expected);
    }

    /** True if the event comes too late; else it is accepted. */
    private boolean take(KnownEvent<PartialRow> known, long horizon) {
      Event<PartialRow> event = known.event();
      List<Sequence> place = List.of(known.system(), event.sequence());
      KnownEvent<PartialRow> present = accepted.get(place);
      boolean same = present != null && same(event, present.event());
      Sequence system = null;
      Sequence business = null;
      for (KnownEvent<PartialRow> other : accepted.values()) {
        if (other.event().time() < horizon) {
          Sequence sequence = other.event().sequence();
          system = system == null || other.system().compareTo(system) > 0 ? other.system() : system;
          business = business == null || sequence.compareTo(business) > 0 ? sequence : business;
        }
      }
      if (system != null) {
        int onSystem = known.system().compareTo(system);
        int onBusiness = event.sequence().compareTo(business);
        if (onSystem <= 0 || onBusiness <= 0) {
          return !(same && onSystem == 0 && onBusiness == 0);
        }
      }
      if (same) {
        return false;
      }
      if (event.time() < horizon) {
        return true;
      }
      if (present == null || beats(event, present.event())) {
        accepted.put(place, new KnownEvent<>(known.system(), event));
      }
      return false;
    }

    private boolean same(Event<PartialRow> a, Event<PartialRow> b) {
      return a.isDelete() || b.isDelete()
          ? a.isDelete() && b.isDelete()
          : rows.compareAuthored(a.row(), b.row()) == 0;
    }

    private boolean beats(Event<PartialRow> challenger, Event<PartialRow> present) {
      return challenger.isDelete()
          || !present.isDelete() && rows.compareAuthored(challenger.row(), present.row()) > 0;
    }

    private KnownEvent<PartialRow> event(int i, long time) {
      Sequence business = sequence(i + random.nextInt(16) - 8);
      Sequence system = sequence(i + (random.nextInt(3) == 0 ? random.nextInt(12) - 6 : 0));
      if (random.nextInt(6) == 0) {
        return new KnownEvent<>(system, new Event<>(business, null, time));
      }
      Integer[] values = new Integer[COLUMNS];
      Boolean[] authored = new Boolean[COLUMNS];
      for (int column = 0; column < COLUMNS; column++) {
        values[column] = random.nextInt(4) == 0 ? null : random.nextInt(2);
        authored[column] = !partial || random.nextInt(3) > 0;
      }
      PartialRow row = new PartialRow(Arrays.asList(values), Arrays.asList(authored)).bare();
      return new KnownEvent<>(system, new Event<>(business, row, time));
    }

    private static Sequence sequence(int value) {
      return new Sequence(new byte[] {(byte) Math.max(0, value)});
    }
  }

  /** Folds changes, which must be exact. */
  private static final class BeliefTable implements BeliefSink<PartialRow> {
    private final Map<List<Sequence>, String> rows = new HashMap<>();

    static String text(Belief<PartialRow> belief) {
      Version<PartialRow> version = belief.version();
      return "%s [%s, %s) believed [%s, %s)"
          .formatted(
              version.row().values(),
              version.start(),
              version.end(),
              belief.systemStart(),
              belief.systemEnd());
    }

    private static List<Sequence> key(Belief<PartialRow> belief) {
      return List.of(belief.version().start(), belief.systemStart());
    }

    @Override
    public void insert(Belief<PartialRow> belief) {
      assertThat(rows.put(key(belief), text(belief))).isNull();
    }

    @Override
    public void update(Belief<PartialRow> before, Belief<PartialRow> after) {
      assertThat(rows.put(key(before), text(after))).isEqualTo(text(before));
    }

    @Override
    public void delete(Belief<PartialRow> belief) {
      assertThat(rows.remove(key(belief))).isEqualTo(text(belief));
    }

    List<String> rows() {
      return rows.values().stream().sorted().toList();
    }
  }
}
