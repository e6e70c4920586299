// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Outcome;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.ledger.Counted;
import io.autocdc.operators.ledger.Tally;
import io.autocdc.operators.state.KeyHead;
import io.autocdc.operators.state.KeyHeadSerializer;
import io.autocdc.spi.FlowCounter;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

/**
 * Merges the events of one key after the other over keyed state: the part that all SCD types share.
 * The rules are those of a core; here are the state, the counters and the expiry of tombstones.
 */
abstract class KeyMerger implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Newest event of each key. */
  static final String HEAD_STATE = "head";

  private static final FlowCounter[] COUNTED = {
    FlowCounter.UPSERTED,
    FlowCounter.DELETED,
    FlowCounter.LATE,
    FlowCounter.STALE,
    FlowCounter.DUPLICATES,
    FlowCounter.TIES,
    FlowCounter.TIES_LOST,
    FlowCounter.HISTORY_REWRITTEN,
    FlowCounter.TOMBSTONES_EXPIRED
  };

  private final TargetShape target;
  private final Retention retention;

  private transient ValueState<KeyHead> heads;

  /** What is known of the current key; null if nothing. */
  private transient KeyHead head;

  private transient ChangelogEmitter emitter;
  private transient FlowMetrics[] metrics;
  private transient Tally tombstones;

  KeyMerger(TargetShape target, Retention retention) {
    this.target = target;
    this.retention = retention;
  }

  /** The merger of a target without truncates. */
  static KeyMerger of(TargetShape target, Retention retention) {
    return switch (target.scdType()) {
      case TYPE_1 -> TruncatableMerger.of(target, retention);
      case TYPE_2 -> new Scd2Merger(target, retention);
      case BITEMPORAL -> new BitemporalMerger(target, retention);
    };
  }

  void open(RuntimeContext context, boolean sortedState) {
    heads = context.getState(headDescriptor());
    emitter = new ChangelogEmitter(new VersionRows(target));
    metrics =
        target.flowNames().stream()
            .map(flow -> new FlowMetrics(context, flow, COUNTED))
            .toArray(FlowMetrics[]::new);
    tombstones =
        new Tally(Counted.tombstones(target.shared().flow().target().toString()), null, null);
  }

  /** For whoever walks over all keys. */
  final ValueStateDescriptor<KeyHead> headDescriptor() {
    return new ValueStateDescriptor<>(HEAD_STATE, new KeyHeadSerializer(target.storedType()));
  }

  /**
   * Applies an event of the current key.
   *
   * @param truncatedAt the greatest truncate of the table; null for none
   */
  final void process(
      ChangeEvent change, Sequence truncatedAt, TimerService timers, Collector<RowData> out)
      throws IOException {
    head = heads.value();
    if (head != null && isForgotten(head, timers)) {
      forget();
    }
    KeyHead before = head;
    emitter.of(change.key(), out);
    Outcome outcome = merge(change, truncatedAt, retention.now(timers));
    count(outcome, change, metrics[change.flow()]);
    if (head != before && isTombstone(head)) {
      retention.remind(head.since(), timers);
    }
  }

  /** Looks at the current key when one of its timers fires. */
  final void onTimer(TimerService timers) throws IOException {
    head = heads.value();
    if (head == null || !isTombstone(head)) {
      return;
    }
    if (isForgotten(head, timers)) {
      forget();
      return;
    }
    if (head.since() == Long.MIN_VALUE) {
      // It came before the first watermark: its time begins with that.
      setHead(new KeyHead(head.sequence(), null, null, head.hasHistory(), retention.now(timers)));
    }
    retention.remind(head.since(), timers);
  }

  private boolean isForgotten(KeyHead head, TimerService timers) {
    return isTombstone(head) && retention.isOver(head.since(), timers);
  }

  private void forget() {
    clearKey();
    metrics[0].add(FlowCounter.TOMBSTONES_EXPIRED);
  }

  private void count(Outcome outcome, ChangeEvent change, FlowMetrics counters) {
    if (outcome.isApplied()) {
      counters.add(change.isDelete() ? FlowCounter.DELETED : FlowCounter.UPSERTED);
    }
    switch (outcome) {
      case NEWEST -> {}
      case LATE -> {
        counters.add(FlowCounter.LATE);
        counters.add(FlowCounter.HISTORY_REWRITTEN, emitter.retracted());
      }
      case STALE -> {
        counters.add(FlowCounter.LATE);
        counters.add(FlowCounter.STALE);
      }
      case DUPLICATE -> counters.add(FlowCounter.DUPLICATES);
      case TIE_WON -> counters.add(FlowCounter.TIES);
      case TIE_LOST -> {
        counters.add(FlowCounter.TIES);
        counters.add(FlowCounter.TIES_LOST);
      }
    }
  }

  /**
   * Applies an event over the state of the current key.
   *
   * @param now time of the clock of retention, in ms
   */
  abstract Outcome merge(ChangeEvent change, Sequence truncatedAt, long now);

  /** True if nothing of the key is left but the memory of deletes. */
  abstract boolean isTombstone(KeyHead head);

  /** Makes a key current whose events are not being processed. */
  final void turnTo(RowData key, Collector<RowData> out) throws IOException {
    head = heads.value();
    emitter.of(key, out);
  }

  void clearKey() {
    countTombstone(head, -1);
    head = null;
    heads.clear();
  }

  /** What is known of the current key; null if nothing. */
  final KeyHead head() {
    return head;
  }

  final void setHead(KeyHead head) {
    countTombstone(this.head, -1);
    countTombstone(head, 1);
    this.head = head;
    try {
      heads.update(head);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void countTombstone(KeyHead head, long n) {
    if (head != null && isTombstone(head)) {
      tombstones.add(n);
    }
  }

  /** Hands over what was counted since the last call, see {@link Tally#drain}. */
  final void drainTallies(Consumer<RowData> ledger) {
    for (FlowMetrics ofFlow : metrics) {
      ofFlow.drain(ledger);
    }
    tombstones.drain(ledger);
  }

  final ChangelogEmitter emitter() {
    return emitter;
  }

  final TargetShape target() {
    return target;
  }
}
