// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Outcome;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.ledger.Counted;
import io.autocdc.operators.ledger.Tally;
import io.autocdc.operators.state.KeyHead;
import io.autocdc.operators.state.StoredRows;
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
    FlowCounter.TOMBSTONES_EXPIRED,
    FlowCounter.HISTORY_EXPIRED
  };

  private final TargetShape target;
  private final Retention tombstones;

  private transient ValueState<KeyHead> heads;

  /** What is known of the current key; null if nothing. */
  private transient KeyHead head;

  private transient StoredRows rows;
  private transient ChangelogEmitter emitter;
  private transient FlowMetrics[] metrics;
  private transient Tally tombstoneCount;

  KeyMerger(TargetShape target, Retention tombstones) {
    this.target = target;
    this.tombstones = tombstones;
  }

  /**
   * The merger of a target without truncates.
   *
   * @param tombstones how long deletes of keys without history are remembered
   * @param history how long events of targets with history stay open to change
   */
  static KeyMerger of(TargetShape target, Retention tombstones, Retention history) {
    return switch (target.scdType()) {
      case TYPE_1 -> TruncatableMerger.of(target, tombstones);
      case TYPE_2 -> new Scd2Merger(target, tombstones, history);
      case BITEMPORAL -> new BitemporalMerger(target, tombstones, history);
    };
  }

  void open(RuntimeContext context, boolean sortedState) {
    heads = context.getState(headDescriptor());
    rows = new StoredRows(target.layout());
    emitter = new ChangelogEmitter(new VersionRows(target));
    metrics =
        target.flowNames().stream()
            .map(flow -> new FlowMetrics(context, flow, COUNTED))
            .toArray(FlowMetrics[]::new);
    tombstoneCount =
        new Tally(Counted.tombstones(target.shared().flow().target().toString()), null, null);
  }

  /** For whoever walks over all keys. */
  final ValueStateDescriptor<KeyHead> headDescriptor() {
    return new ValueStateDescriptor<>(HEAD_STATE, target.headSerializer());
  }

  /**
   * Applies an event of the current key.
   *
   * @param timestamp its event time, in ms; null for none
   * @param truncatedAt the greatest truncate of the table; null for none
   */
  final Outcome process(
      ChangeEvent change,
      Long timestamp,
      Sequence truncatedAt,
      TimerService timers,
      Collector<RowData> out)
      throws IOException {
    head = heads.value();
    if (head != null && isForgotten(head, timers)) {
      forget();
    }
    KeyHead before = head;
    emitter.of(change.key(), out);
    Outcome outcome = merge(change, timestamp, truncatedAt, timers);
    count(outcome, change, metrics[change.flow()]);
    if (head != before && isTombstone(head)) {
      tombstones.remind(head.since(), timers);
    }
    return outcome;
  }

  /** Looks at the current key when one of its timers fires. */
  final void onTimer(TimerService timers) throws IOException {
    head = heads.value();
    if (head != null && isTombstone(head)) {
      expireTombstone(timers);
    }
    if (head != null) {
      expireHistory(timers);
    }
  }

  private void expireTombstone(TimerService timers) {
    if (isForgotten(head, timers)) {
      forget();
      return;
    }
    if (head.since() == Long.MIN_VALUE) {
      // It came before the first watermark: its time begins with that.
      setHead(head.withSince(tombstoneClock(timers)));
    }
    tombstones.remind(head.since(), timers);
  }

  /** Drops what is final of the current key, which is known; nothing where no history is kept. */
  void expireHistory(TimerService timers) {}

  private boolean isForgotten(KeyHead head, TimerService timers) {
    return isTombstone(head) && tombstones.isOver(head.since(), timers);
  }

  private void forget() {
    clearKey();
    count(FlowCounter.TOMBSTONES_EXPIRED, 1);
  }

  /** Counts what no single flow has caused. */
  final void count(FlowCounter counter, long n) {
    metrics[0].add(counter, n);
  }

  private void count(Outcome outcome, ChangeEvent change, FlowMetrics counters) {
    if (outcome.isApplied()) {
      counters.add(change.isDelete() ? FlowCounter.DELETED : FlowCounter.UPSERTED);
    }
    switch (outcome) {
      case NEWEST -> {}
      case TOO_LATE -> {
        // Counted with the invalid rows.
      }
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
   * @param timestamp its event time, in ms; null for none
   * @param truncatedAt the greatest truncate of the table; null for none
   */
  abstract Outcome merge(
      ChangeEvent change, Long timestamp, Sequence truncatedAt, TimerService timers);

  /** The time of the clock of tombstones, in ms. */
  final long tombstoneClock(TimerService timers) {
    return tombstones.now(timers);
  }

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

  /** How rows are kept in state. */
  final StoredRows rows() {
    return rows;
  }

  private void countTombstone(KeyHead head, long n) {
    if (head != null && isTombstone(head)) {
      tombstoneCount.add(n);
    }
  }

  /** Hands over what was counted since the last call, see {@link Tally#drain}. */
  final void drainTallies(Consumer<RowData> ledger) {
    for (FlowMetrics ofFlow : metrics) {
      ofFlow.drain(ledger);
    }
    tombstoneCount.drain(ledger);
  }

  final ChangelogEmitter emitter() {
    return emitter;
  }

  final TargetShape target() {
    return target;
  }
}
