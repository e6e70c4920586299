// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import java.util.function.Consumer;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.RowData;

/**
 * Counts one thing in one subtask: for metrics, for whoever watches the run, and for the ledger,
 * which is told with every checkpoint what was added since the one before.
 */
public final class Tally {

  private final Counted counted;
  private final Counter metric;
  private final LongCounter live;
  private long amount;
  private String example;

  /**
   * @param metric shows the count of this subtask; null for none
   * @param live shows the count while the job runs; null for none
   */
  public Tally(Counted counted, Counter metric, LongCounter live) {
    this.counted = counted;
    this.metric = metric;
    this.live = live;
  }

  public void add(long n) {
    amount += n;
    if (metric != null) {
      metric.inc(n);
    }
    if (live != null) {
      live.add(n);
    }
  }

  /**
   * Counts one.
   *
   * @param words what a person should know of it; the first of each checkpoint is kept
   */
  public void add(String words) {
    add(1);
    if (example == null) {
      example = words;
    }
  }

  /** Hands over what came since the last call; nothing if that is nothing. */
  public void drain(Consumer<RowData> ledger) {
    if (amount != 0) {
      ledger.accept(TallyRows.of(counted, amount, example));
    }
    amount = 0;
    example = null;
  }
}
