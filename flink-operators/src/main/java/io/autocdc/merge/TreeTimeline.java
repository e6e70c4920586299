// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of one key in memory. */
public final class TreeTimeline<R> implements Timeline<R>, EventLog<R>, Scd1Core.State<R> {

  private final TreeMap<Sequence, Event<R>> older = new TreeMap<>();
  private Head<R> head;
  private boolean trimmed;

  @Override
  public Head<R> head() {
    return head;
  }

  @Override
  public void setHead(Head<R> head) {
    this.head = head;
  }

  @Override
  public EventLog<R> log() {
    return this;
  }

  @Override
  public Event<R> get(Sequence sequence) {
    return older.get(sequence);
  }

  @Override
  public Event<R> lower(Sequence sequence) {
    return value(older.lowerEntry(sequence));
  }

  @Override
  public Event<R> higher(Sequence sequence) {
    return value(older.higherEntry(sequence));
  }

  @Override
  public void put(Event<R> event) {
    older.put(event.sequence(), event);
  }

  @Override
  public int removeBelow(Sequence sequence) {
    Map<Sequence, Event<R>> below = older.headMap(sequence, false);
    int removed = below.size();
    below.clear();
    return removed;
  }

  @Override
  public boolean isTrimmed() {
    return trimmed;
  }

  @Override
  public void setTrimmed() {
    trimmed = true;
  }

  @Override
  public void setTime(Event<R> event, long time) {
    if (event.sequence().equals(head.newest().sequence())) {
      head = new Head<>(head.newest().at(time), head.runStart());
    } else {
      put(event.at(time));
    }
  }

  /** All events in order. */
  List<Event<R>> events() {
    List<Event<R>> events = new ArrayList<>(older.values());
    if (head != null) {
      events.add(head.newest());
    }
    return events;
  }

  /** Copies all events, without their times, into an empty timeline. */
  void copyTo(Timeline<R> empty) {
    older.values().forEach(event -> empty.log().put(event.at(Event.UNKNOWN)));
    empty.setHead(new Head<>(head.newest().at(Event.UNKNOWN), head.runStart()));
  }

  @Override
  public Event<R> newest() {
    return head == null ? null : head.newest();
  }

  @Override
  public void setNewest(Event<R> event) {
    head = new Head<>(event, null);
  }

  @Override
  public void clear() {
    head = null;
    trimmed = false;
    older.clear();
  }

  private static <R> Event<R> value(Map.Entry<Sequence, Event<R>> entry) {
    return entry == null ? null : entry.getValue();
  }
}
