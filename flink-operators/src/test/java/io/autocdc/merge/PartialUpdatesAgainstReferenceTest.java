// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.merge.RandomStream.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** The laws with partial updates: ignored nulls, an explicit choice of columns, lost values. */
class PartialUpdatesAgainstReferenceTest {

  /** How an event comes to author only some of its columns. */
  enum Mode {
    /** It authors what is not null. */
    IGNORE_NULLS,
    /** It authors what is not null, and the first column always. */
    IGNORE_SOME_NULLS,
    /** It says what it authors. */
    COLUMNS_TO_UPDATE,
    /** It comes from a change feed, and mostly authors everything. */
    FEED
  }

  private static PartialRow.Semantics semantics(int trackedColumns, Mode mode) {
    return new PartialRow.Semantics(trackedColumns, mode == Mode.FEED);
  }

  private static Event<PartialRow> event(Change change, Mode mode, Random random) {
    Event<List<Integer>> event = change.event();
    if (event.isDelete()) {
      return Event.delete(event.sequence());
    }
    List<Boolean> authored = new ArrayList<>();
    boolean lacksValues = random.nextInt(3) == 0;
    for (int i = 0; i < event.row().size(); i++) {
      authored.add(
          switch (mode) {
            case IGNORE_NULLS -> event.row().get(i) != null;
            case IGNORE_SOME_NULLS -> i == 0 || event.row().get(i) != null;
            case COLUMNS_TO_UPDATE -> random.nextBoolean();
            case FEED -> !lacksValues || random.nextBoolean();
          });
    }
    return Event.upsert(event.sequence(), new PartialRow(event.row(), authored).bare());
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void scd2EqualsItsReferenceAfterEveryArrival(
      @ForAll long seed,
      @ForAll Mode mode,
      @ForAll @IntRange(max = RandomStream.COLUMNS) int trackedColumns) {
    PartialRow.Semantics rows = semantics(trackedColumns, mode);
    Scd2Core<PartialRow> core = new Scd2Core<>(rows);
    Reference<PartialRow> reference = new Reference<>(rows);
    RandomStream stream = RandomStream.of(seed, false);
    Random random = new Random(seed);
    Map<Integer, TreeTimeline<PartialRow>> timelines = new LinkedHashMap<>();
    Map<Integer, VisibleTable> tables = new LinkedHashMap<>();
    Map<Integer, List<Event<PartialRow>>> arrived = new LinkedHashMap<>();
    for (Change change : stream.arrivals()) {
      Event<PartialRow> event = event(change, mode, random);
      VisibleTable table = tables.computeIfAbsent(change.key(), k -> new VisibleTable());
      core.apply(event, timelines.computeIfAbsent(change.key(), k -> new TreeTimeline<>()), table);
      arrived.computeIfAbsent(change.key(), k -> new ArrayList<>()).add(event);
      assertThat(table.rows.rows())
          .as("%s", stream)
          .isEqualTo(VisibleTable.values(reference.scd2(arrived.get(change.key()))));
    }
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void scd1EqualsItsReferenceAfterEveryArrival(
      @ForAll long seed, @ForAll Mode mode, @ForAll boolean withTruncates) {
    PartialRow.Semantics rows = semantics(RandomStream.COLUMNS, mode);
    Scd1PartialCore<PartialRow> core = new Scd1PartialCore<>(rows);
    Reference<PartialRow> reference = new Reference<>(rows);
    RandomStream stream = RandomStream.of(seed, withTruncates);
    Random random = new Random(seed);
    Map<Integer, TreeTimeline<PartialRow>> timelines = new LinkedHashMap<>();
    Map<Integer, VisibleTable> tables = new LinkedHashMap<>();
    Map<Integer, List<Event<PartialRow>>> arrived = new LinkedHashMap<>();
    List<Sequence> truncates = new ArrayList<>();
    for (Change change : stream.arrivals()) {
      Sequence truncatedAt = truncates.stream().max(Sequence::compareTo).orElse(null);
      if (change.isTruncate()) {
        Sequence truncate = change.event().sequence();
        truncates.add(truncate);
        if (truncatedAt == null || truncatedAt.compareTo(truncate) < 0) {
          timelines.forEach((key, timeline) -> core.truncate(truncate, timeline, tables.get(key)));
        }
      } else {
        Event<PartialRow> event = event(change, mode, random);
        arrived.computeIfAbsent(change.key(), k -> new ArrayList<>()).add(event);
        core.apply(
            event,
            truncatedAt,
            timelines.computeIfAbsent(change.key(), k -> new TreeTimeline<>()),
            tables.computeIfAbsent(change.key(), k -> new VisibleTable()));
      }
      tables.forEach(
          (key, table) ->
              assertThat(table.rows.rows())
                  .as("%s", stream)
                  .isEqualTo(VisibleTable.values(reference.scd1(arrived.get(key), truncates))));
      if (mode == Mode.FEED) {
        timelines.values().forEach(timeline -> nothingIsKeptBelowABarrier(rows, timeline));
      }
    }
  }

  private static void nothingIsKeptBelowABarrier(
      PartialRow.Semantics rows, TreeTimeline<PartialRow> timeline) {
    if (timeline.head() == null) {
      return;
    }
    Event<PartialRow> event = timeline.head().newest();
    while (event != null) {
      if (event.isDelete() || !rows.isPartial(event.row())) {
        assertThat(timeline.log().lower(event.sequence())).isNull();
      }
      event = timeline.log().lower(event.sequence());
    }
  }
}
