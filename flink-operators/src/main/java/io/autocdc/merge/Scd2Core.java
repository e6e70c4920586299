// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import io.autocdc.merge.Timeline.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * SCD type 2 for one key (semantics.md, section 4). A <em>run</em> is a maximal stretch of
 * consecutive upserts that are equal on all tracked columns; each run is one visible row.
 *
 * <p>The newest event of a key, by far the most frequent, costs one look at the head. A late event
 * rebuilds only the rows around its place, once without it and once with it, and emits the
 * difference.
 */
public final class Scd2Core<R> {

  private final RowSemantics<R> rows;
  private final Weaver<R> weaver;
  private final FinalEvents<R> finalEvents;

  public Scd2Core(RowSemantics<R> rows) {
    this.rows = rows;
    this.weaver = new Weaver<>(rows);
    this.finalEvents = new FinalEvents<>(rows);
  }

  /** Applies an event to a history of which nothing becomes final. */
  public Outcome apply(Event<R> event, Timeline<R> timeline, ChangeSink<R> changes) {
    return apply(event, Horizon.NONE, timeline, changes);
  }

  /** Applies an event, unless it would change what is final. */
  public Outcome apply(
      Event<R> event, Horizon horizon, Timeline<R> timeline, ChangeSink<R> changes) {
    Outcome refused = finalEvents.refuse(event, horizon, timeline);
    return refused != null ? refused : apply(event, false, timeline, changes);
  }

  /**
   * Drops the events that are final, but for the newest of them and the first of its run: no later
   * event can change what the others gave.
   *
   * @param now time of the clock, in ms; that of events whose time is not known
   */
  public Expiry expire(Horizon horizon, long now, Timeline<R> timeline) {
    Expiry pending = Expiry.NOTHING;
    Event<R> event = timeline.head().newest();
    while (event != null && !horizon.isBehind(event)) {
      if (event.time() == Event.UNKNOWN) {
        timeline.setTime(event, now);
      }
      Event<R> earlier = timeline.log().lower(event.sequence());
      if (earlier != null) {
        pending = pending.dueWith(event.time() == Event.UNKNOWN ? now : event.time());
      }
      event = earlier;
    }
    return event == null ? pending : pending.dropping(trim(event, timeline));
  }

  /**
   * Drops the events before one that is final.
   *
   * @return how many there were
   */
  int trim(Event<R> leftContext, Timeline<R> timeline) {
    EventLog<R> log = timeline.log();
    Head<R> head = timeline.head();
    Event<R> first = null;
    Event<R> earlier = log.lower(leftContext.sequence());
    if (earlier == null) {
      return 0;
    }
    // The start of the head's run is known without its first event.
    if (!leftContext.sequence().equals(head.newest().sequence()) && !leftContext.isDelete()) {
      Sequence start = startOfRun(leftContext, log);
      if (start.equals(earlier.sequence()) && log.lower(start) == null) {
        return 0;
      }
      first = start.equals(leftContext.sequence()) ? null : log.get(start);
    }
    int dropped = log.removeBelow(leftContext.sequence());
    if (first != null) {
      log.put(first);
      dropped--;
    }
    timeline.setTime(leftContext, Event.FINAL);
    timeline.setTrimmed();
    return dropped;
  }

  /** Start of the row that an event of a timeline belongs to; for a delete its own sequence. */
  Sequence startOfRow(Event<R> event, Timeline<R> timeline) {
    Head<R> head = timeline.head();
    if (event.isDelete()) {
      return event.sequence();
    }
    return event.sequence().equals(head.newest().sequence())
        ? head.runStart()
        : startOfRun(event, timeline.log());
  }

  /** The visible rows of events in order. */
  List<Version<R>> versions(Iterable<Event<R>> events) {
    Neighbourhood all = new Neighbourhood(null, null);
    events.forEach(all::add);
    all.closeOpen(null);
    return all.versions;
  }

  /** Applies an event that takes the place of any other with its sequence. */
  Outcome correct(Event<R> event, Timeline<R> timeline, ChangeSink<R> changes) {
    return apply(event, true, timeline, changes);
  }

  private Outcome apply(
      Event<R> event, boolean correction, Timeline<R> timeline, ChangeSink<R> changes) {
    Head<R> head = timeline.head();
    if (head == null) {
      Event<R> first = weaver.effective(event, null);
      timeline.setHead(new Head<>(first, first.isDelete() ? null : first.sequence()));
      if (!first.isDelete()) {
        changes.insert(new Version<>(first.row(), first.sequence(), null));
      }
      return Outcome.NEWEST;
    }
    if (event.sequence().compareTo(head.newest().sequence()) > 0) {
      append(weaver.effective(event, head.newest()), head, timeline, changes);
      return Outcome.NEWEST;
    }
    return weave(event, correction, head, timeline, changes);
  }

  private void append(Event<R> event, Head<R> head, Timeline<R> timeline, ChangeSink<R> changes) {
    Event<R> last = head.newest();
    if (last.time() == Event.FINAL
        && !last.isDelete()
        && !last.sequence().equals(head.runStart())) {
      // Nothing is left before it, and the head will not know any more where its run began.
      timeline.log().put(new Event<>(head.runStart(), last.row(), Event.FINAL));
    }
    timeline.log().put(last);
    if (continuesRun(last, event)) {
      timeline.setHead(new Head<>(event, head.runStart()));
      if (rows.compare(last.row(), event.row()) != 0) {
        changes.update(
            new Version<>(last.row(), head.runStart(), null),
            new Version<>(event.row(), head.runStart(), null));
      }
      return;
    }
    timeline.setHead(new Head<>(event, event.isDelete() ? null : event.sequence()));
    if (!last.isDelete()) {
      changes.update(
          new Version<>(last.row(), head.runStart(), null),
          new Version<>(last.row(), head.runStart(), event.sequence()));
    }
    if (!event.isDelete()) {
      changes.insert(new Version<>(event.row(), event.sequence(), null));
    }
  }

  private Outcome weave(
      Event<R> event,
      boolean correction,
      Head<R> head,
      Timeline<R> timeline,
      ChangeSink<R> changes) {
    EventLog<R> log = timeline.log();
    boolean atHead = event.sequence().equals(head.newest().sequence());
    Event<R> replaced = atHead ? head.newest() : log.get(event.sequence());
    Outcome outcome = Outcome.LATE;
    if (replaced != null) {
      outcome = correction ? Outcome.TIE_WON : Ties.resolve(event, replaced, rows);
      if (!outcome.isApplied()) {
        return outcome;
      }
    }
    Event<R> previous = log.lower(event.sequence());
    Neighbourhood before = new Neighbourhood(previous, log);
    Neighbourhood after = new Neighbourhood(before);
    Event<R> last = null;
    for (Weaver.Change<R> change : weaver.weave(event, replaced, previous, timeline)) {
      if (change.before() != null) {
        before.add(change.before());
      }
      after.add(change.after());
      last = change.after();
    }
    Event<R> next = Weaver.higher(last.sequence(), timeline);
    if (next != null) {
      before.add(next);
      after.add(next);
      followOpenRows(before, after, timeline);
    } else {
      timeline.setHead(new Head<>(last, after.openStart));
      before.closeOpen(null);
      after.closeOpen(null);
    }
    emitDifference(before.versions, after.versions, changes);
    return outcome;
  }

  /** Where the row that goes on behind the neighbourhood has another start now, finds its end. */
  private void followOpenRows(Neighbourhood before, Neighbourhood after, Timeline<R> timeline) {
    if (after.openStart == null || after.openStart.equals(before.openStart)) {
      return;
    }
    Event<R> last = before.openLast;
    Event<R> follower = Weaver.higher(last.sequence(), timeline);
    while (follower != null && continuesRun(last, follower)) {
      last = follower;
      follower = Weaver.higher(last.sequence(), timeline);
    }
    before.openLast = last;
    after.openLast = last;
    if (follower == null) {
      timeline.setHead(new Head<>(last, after.openStart));
    }
    Sequence end = follower == null ? null : follower.sequence();
    before.closeOpen(end);
    after.closeOpen(end);
  }

  /** The visible rows that begin, end or change around one place of the timeline. */
  private final class Neighbourhood {
    final List<Version<R>> versions = new ArrayList<>(3);

    /** Start of the row that is still open, with its last event so far; null if none is open. */
    Sequence openStart;

    Event<R> openLast;

    Neighbourhood(Event<R> previous, EventLog<R> log) {
      if (previous != null && !previous.isDelete()) {
        openStart = startOfRun(previous, log);
        openLast = previous;
      }
    }

    Neighbourhood(Neighbourhood sameBeginning) {
      openStart = sameBeginning.openStart;
      openLast = sameBeginning.openLast;
    }

    void add(Event<R> event) {
      if (openStart != null && continuesRun(openLast, event)) {
        openLast = event;
        return;
      }
      if (openStart != null) {
        closeOpen(event.sequence());
      }
      if (!event.isDelete()) {
        openStart = event.sequence();
        openLast = event;
      }
    }

    void closeOpen(Sequence end) {
      if (openStart != null) {
        versions.add(new Version<>(openLast.row(), openStart, end));
        openStart = null;
        openLast = null;
      }
    }
  }

  private Sequence startOfRun(Event<R> member, EventLog<R> log) {
    Event<R> first = member;
    Event<R> earlier = log.lower(first.sequence());
    while (earlier != null && continuesRun(earlier, first)) {
      first = earlier;
      earlier = log.lower(first.sequence());
    }
    return first.sequence();
  }

  private boolean continuesRun(Event<R> earlier, Event<R> later) {
    return !earlier.isDelete() && !later.isDelete() && rows.sameVersion(earlier.row(), later.row());
  }

  private void emitDifference(
      List<Version<R>> before, List<Version<R>> after, ChangeSink<R> changes) {
    for (Version<R> old : before) {
      if (withStart(old.start(), after) == null) {
        changes.delete(old);
      }
    }
    for (Version<R> old : before) {
      Version<R> now = withStart(old.start(), after);
      if (now != null && !same(old, now)) {
        changes.update(old, now);
      }
    }
    for (Version<R> now : after) {
      if (withStart(now.start(), before) == null) {
        changes.insert(now);
      }
    }
  }

  private boolean same(Version<R> a, Version<R> b) {
    return Objects.equals(a.end(), b.end()) && rows.compare(a.row(), b.row()) == 0;
  }

  private static <R> Version<R> withStart(Sequence start, List<Version<R>> versions) {
    for (Version<R> version : versions) {
      if (version.start().equals(start)) {
        return version;
      }
    }
    return null;
  }
}
