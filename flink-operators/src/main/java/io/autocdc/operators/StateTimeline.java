// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

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

  StateTimeline(KeyMerger merger, RuntimeContext context, boolean sortedState) {
    this.merger = merger;
    TargetShape target = merger.target();
    log =
        new StateEventLog(
            context.getMapState(
                new MapStateDescriptor<>(
                    LOG_STATE,
                    new SequenceSerializer(target.sequences().layout()),
                    target.rowSerializer())),
            merger.rows(),
            sortedState);
  }

  /**
   * To be called before every event: another key may be current.
   *
   * @param upsert true if the event gives the key a row
   * @param now time of the clock of retention, in ms
   */
  void turnToCurrentKey(boolean upsert, long now) {
    log.reset();
    this.now = now;
    KeyHead head = merger.head();
    hasHistory = upsert || head != null && head.hasHistory();
  }

  /** To be called after every event that was applied: it may have left the head alone. */
  void rememberHistory() {
    KeyHead head = merger.head();
    if (hasHistory && !head.hasHistory()) {
      merger.setHead(head.withHistory());
    }
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
    merger.setHead(KeyHead.of(head.newest(), merger.rows(), head.runStart(), hasHistory, now));
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
