// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import io.autocdc.merge.Timeline.Head;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts events into timelines. With partial updates an event also changes what later events inherit;
 * the weaver carries its values forward until the next events author all of them.
 */
final class Weaver<R> {

  /**
   * An event of a timeline that is new or has other values than before.
   *
   * @param before what stood at its place; null if nothing did
   * @param after what stands there now
   */
  record Change<R>(Event<R> before, Event<R> after) {}

  private final RowSemantics<R> rows;

  Weaver(RowSemantics<R> rows) {
    this.rows = rows;
  }

  /** The event as it takes effect behind its predecessor. */
  Event<R> effective(Event<R> event, Event<R> predecessor) {
    if (event.isDelete() || !rows.isPartial(event.row())) {
      return event;
    }
    R inherited = predecessor == null ? null : predecessor.row();
    return new Event<>(event.sequence(), rows.inherit(event.row(), inherited), event.time());
  }

  /**
   * Puts an event that is not newer than the head into a timeline.
   *
   * @param replaced the event with its sequence that it takes the place of; null if there is none
   * @return the changed events in order, the given one first
   */
  List<Change<R>> weave(
      Event<R> event, Event<R> replaced, Event<R> predecessor, Timeline<R> timeline) {
    List<Change<R>> changes = new ArrayList<>(1);
    Event<R> before = replaced;
    Event<R> after = effective(event, predecessor);
    while (true) {
      changes.add(new Change<>(before, after));
      put(after, timeline);
      before = higher(after.sequence(), timeline);
      if (before == null || before.isDelete() || !rows.isPartial(before.row())) {
        return changes;
      }
      after = effective(before, after);
      if (rows.compare(before.row(), after.row()) == 0) {
        return changes;
      }
    }
  }

  /** Every event may be the head; its run start is the core's to set. */
  private static <R> void put(Event<R> event, Timeline<R> timeline) {
    Head<R> head = timeline.head();
    if (event.sequence().equals(head.newest().sequence())) {
      timeline.setHead(new Head<>(event, head.runStart()));
    } else {
      timeline.log().put(event);
    }
  }

  /** The oldest event after a sequence, the head included; null if there is none. */
  static <R> Event<R> higher(Sequence sequence, Timeline<R> timeline) {
    Event<R> newest = timeline.head().newest();
    if (sequence.compareTo(newest.sequence()) >= 0) {
      return null;
    }
    Event<R> older = timeline.log().higher(sequence);
    return older == null ? newest : older;
  }
}
