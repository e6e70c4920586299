// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.merge.Event;
import io.autocdc.merge.EventLog;
import io.autocdc.merge.Outcome;
import io.autocdc.merge.Scd2Core;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.Timeline;
import io.autocdc.operators.state.KeyHead;
import io.autocdc.operators.state.SequenceSerializer;
import io.autocdc.operators.state.StateEventLog;
import io.autocdc.operators.state.StoredRowSerializer;
import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.table.data.RowData;

/** {@link Scd2Core} over keyed state: the head at hand, everything older in a sorted log. */
final class Scd2Merger extends KeyMerger {

  private static final long serialVersionUID = 1L;

  /** Events of each key but the newest. */
  static final String LOG_STATE = "log";

  private transient Scd2Core<RowData> core;
  private transient StateEventLog log;
  private transient KeyTimeline timeline;

  Scd2Merger(ResolvedFlow target, List<String> flows, Retention retention) {
    super(target, flows, retention);
  }

  @Override
  void open(RuntimeContext context, boolean sortedState) {
    super.open(context, sortedState);
    core = new Scd2Core<>(semantics());
    log =
        new StateEventLog(
            context.getMapState(
                new MapStateDescriptor<>(
                    LOG_STATE,
                    new SequenceSerializer(sequences().layout()),
                    new StoredRowSerializer(payloadType()))),
            sortedState);
    timeline = new KeyTimeline();
  }

  @Override
  Outcome merge(Event<RowData> event, Sequence truncatedAt, long now) {
    log.reset();
    timeline.now = now;
    timeline.hasHistory = !event.isDelete() || (head() != null && head().hasHistory());
    Outcome outcome = core.apply(event, timeline, emitter());
    if (outcome.isApplied() && !head().hasHistory() && timeline.hasHistory) {
      setHead(head().withHistory());
    }
    return outcome;
  }

  /** Deletes of a key without history close nothing; those that end a visible row belong to it. */
  @Override
  boolean isTombstone(KeyHead head) {
    return head.isDelete() && !head.hasHistory();
  }

  @Override
  void clearKey() {
    super.clearKey();
    log.clear();
  }

  private final class KeyTimeline implements Timeline<RowData> {
    private long now;
    private boolean hasHistory;

    @Override
    public Head<RowData> head() {
      KeyHead head = Scd2Merger.this.head();
      return head == null
          ? null
          : new Head<>(new Event<>(head.sequence(), head.row()), head.runStart());
    }

    @Override
    public void setHead(Head<RowData> head) {
      Scd2Merger.this.setHead(KeyHead.of(head.newest(), head.runStart(), hasHistory, now));
    }

    @Override
    public EventLog<RowData> log() {
      return log;
    }

    @Override
    public void clear() {
      clearKey();
    }
  }
}
