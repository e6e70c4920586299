// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * All that is known of one key: its newest event at hand, everything older in a log that only late
 * events read.
 */
public interface Timeline<R> {

  /**
   * The newest event.
   *
   * @param newest the event
   * @param runStart start of the visible row that it belongs to; null for a delete
   */
  record Head<R>(Event<R> newest, Sequence runStart) {}

  /** The newest event; null if the key is unknown. */
  Head<R> head();

  void setHead(Head<R> head);

  /** The events older than the head. */
  EventLog<R> log();

  /** True if events that were final have been dropped. */
  boolean isTrimmed();

  /** Remembers for ever that events have been dropped. */
  void setTrimmed();

  /** Gives an event of the timeline another time. */
  void setTime(Event<R> event, long time);

  /** Forgets the key. */
  void clear();
}
