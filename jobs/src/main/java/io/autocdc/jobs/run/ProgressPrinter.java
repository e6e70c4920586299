// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.spi.FlowCounter;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Prints how a run goes: one line that is refreshed in a terminal, a plain line every few seconds
 * elsewhere.
 */
final class ProgressPrinter implements RunListener, AutoCloseable {

  private static final Duration TERMINAL_PERIOD = Duration.ofMillis(200);
  private static final Duration PLAIN_PERIOD = Duration.ofSeconds(5);
  private static final String ERASE_LINE = "\r\u001b[K";

  private final String pipeline;
  private final List<String> flows;
  private final PrintStream err;
  private final boolean terminal;
  private final LongSupplier nanoClock;
  private long lastPrinted;
  private long rowsThen;
  private boolean lineOpen;

  /**
   * @param nanoClock a clock such as {@link System#nanoTime}
   */
  ProgressPrinter(
      String pipeline,
      List<String> flows,
      PrintStream err,
      boolean terminal,
      LongSupplier nanoClock) {
    this.pipeline = pipeline;
    this.flows = List.copyOf(flows);
    this.err = err;
    this.terminal = terminal;
    this.nanoClock = nanoClock;
    this.lastPrinted = nanoClock.getAsLong();
  }

  @Override
  public synchronized void progressed(RunCounts counts) {
    long now = nanoClock.getAsLong();
    long elapsed = now - lastPrinted;
    if (elapsed < (terminal ? TERMINAL_PERIOD : PLAIN_PERIOD).toNanos()) {
      return;
    }
    long rows = counts.live(flows, FlowCounter.ROWS_IN);
    // A restart sets the counts back to the last checkpoint; that is no negative rate.
    double rate = Math.max(0, rows - rowsThen) * 1e9 / elapsed;
    lastPrinted = now;
    rowsThen = rows;
    String text =
        String.format(
            Locale.ROOT,
            "%s: %,d rows read, %,d upserted, %,d deleted, %,d quarantined, %,.0f rows/s",
            pipeline,
            rows,
            counts.live(flows, FlowCounter.UPSERTED),
            counts.live(flows, FlowCounter.DELETED),
            counts.live(flows, FlowCounter.QUARANTINED),
            rate);
    if (terminal) {
      err.print(ERASE_LINE + text);
      err.flush();
      lineOpen = true;
    } else {
      err.println(text);
    }
  }

  @Override
  public synchronized void note(String text) {
    close();
    err.println(pipeline + ": " + text);
  }

  /** Removes the refreshed line, so that other output starts on a clean one. */
  @Override
  public synchronized void close() {
    if (lineOpen) {
      err.print(ERASE_LINE);
      err.flush();
      lineOpen = false;
    }
  }
}
