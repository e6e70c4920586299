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

  /** Forgets the key. */
  void clear();
}
