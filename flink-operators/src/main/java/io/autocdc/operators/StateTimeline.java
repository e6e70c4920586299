// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Event;
import io.autocdc.merge.EventLog;
import io.autocdc.merge.Timeline;
import io.autocdc.operators.state.KeyHead;
import io.autocdc.operators.state.SequenceSerializer;
import io.autocdc.operators.state.StateEventLog;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.table.data.RowData;

/** The timeline of the current key: the merger's head, and everything older in a sorted log. */
final class StateTimeline implements Timeline<RowData> {

  /** Events of each key but the newest. */
  static final String LOG_STATE = "log";

  private final KeyMerger merger;
  private final StateEventLog log;
  private long now;
  private boolean hasHistory;
  private boolean expiring;
  private boolean trimmed;

  StateTimeline(KeyMerger merger, RuntimeContext context, boolean sortedState) {
    this.merger = merger;
    TargetShape target = merger.target();
    log =
        new StateEventLog(
            context.getMapState(
                new MapStateDescriptor<>(
                    LOG_STATE,
                    new SequenceSerializer(target.sequences().layout()),
                    target.eventSerializer())),
            merger.rows(),
            sortedState);
  }

  /**
   * To be called before every event: another key may be current.
   *
   * @param upsert true if the event gives the key a row
   * @param now time of the clock of tombstones, in ms
   * @param expires true if a timer will look at the history of the key
   */
  void turnToCurrentKey(boolean upsert, long now, boolean expires) {
    log.reset();
    this.now = now;
    KeyHead head = merger.head();
    hasHistory = upsert || head != null && head.hasHistory();
    expiring = expires || head != null && head.isExpiring();
    trimmed = head != null && head.isTrimmed();
  }

  /** To be called after every change of the key: it may have left the head alone. */
  void rememberKey() {
    KeyHead head = merger.head();
    if (hasHistory != head.hasHistory()
        || expiring != head.isExpiring()
        || trimmed != head.isTrimmed()) {
      merger.setHead(head.with(hasHistory, expiring, trimmed));
    }
  }

  /** Says whether a timer will look at the history of the key. */
  void setExpiring(boolean expiring) {
    this.expiring = expiring;
  }

  /** Forgets the events that are older than the head. */
  void clearLog() {
    log.clear();
  }

  @Override
  public Head<RowData> head() {
    KeyHead head = merger.head();
    return head == null ? null : new Head<>(head.newest(merger.rows()), head.runStart());
  }

  @Override
  public void setHead(Head<RowData> head) {
    merger.setHead(
        KeyHead.of(head.newest(), merger.rows(), head.runStart(), hasHistory, now)
            .with(hasHistory, expiring, trimmed));
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
  public void setTime(Event<RowData> event, long time) {
    KeyHead head = merger.head();
    if (event.sequence().equals(head.sequence())) {
      merger.setHead(head.withTime(time));
    } else {
      log.put(event.at(time));
    }
  }

  @Override
  public EventLog<RowData> log() {
    return log;
  }

  @Override
  public void clear() {
    merger.clearKey();
  }
}
