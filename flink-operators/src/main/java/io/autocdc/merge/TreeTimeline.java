// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Map;
import java.util.TreeMap;

/** The state of one key in memory. */
public final class TreeTimeline<R> implements Timeline<R>, EventLog<R>, Scd1Core.State<R> {

  private final TreeMap<Sequence, Event<R>> older = new TreeMap<>();
  private Head<R> head;

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
  public void removeBelow(Sequence sequence) {
    older.headMap(sequence, false).clear();
  }

  /** Copies all events into an empty timeline. */
  void copyTo(Timeline<R> empty) {
    older.values().forEach(empty.log()::put);
    empty.setHead(head);
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
    older.clear();
  }

  private static <R> Event<R> value(Map.Entry<Sequence, Event<R>> entry) {
    return entry == null ? null : entry.getValue();
  }
}
