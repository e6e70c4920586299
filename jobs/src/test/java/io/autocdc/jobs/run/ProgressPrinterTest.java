// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.RunSignals;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressPrinterTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final AtomicLong clock = new AtomicLong();

  private ProgressPrinter printer(boolean terminal) {
    return new ProgressPrinter(
        "p",
        List.of("f"),
        new PrintStream(printed, true, StandardCharsets.UTF_8),
        terminal,
        clock::get);
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static RunCounts rows(long n) {
    return RunCounts.of(
        Map.of(
            RunSignals.liveCounter("f", FlowCounter.ROWS_IN.metricName()),
            n,
            RunSignals.liveCounter("f", FlowCounter.QUARANTINED.metricName()),
            1L));
  }

  private void seconds(long seconds) {
    clock.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void elsewhereThanInATerminalAPlainLineComesEveryFewSeconds() {
    ProgressPrinter printer = printer(false);
    printer.progressed(rows(10));
    seconds(4);
    printer.progressed(rows(20));
    assertThat(text()).isEmpty();

    seconds(1);
    printer.progressed(rows(12_345));
    printer.progressed(rows(12_346));
    printer.close();

    assertThat(text())
        .isEqualTo(
            "p: 12,345 rows read, 0 upserted, 0 deleted, 1 quarantined, 2,469 rows/s"
                + System.lineSeparator());
  }

  @Test
  void inATerminalOneLineIsRefreshedAndRemovedAtTheEnd() {
    ProgressPrinter printer = printer(true);
    seconds(1);
    printer.progressed(rows(10));
    seconds(1);
    printer.progressed(rows(30));
    assertThat(text()).doesNotContain("\n").endsWith("20 rows/s");
    assertThat(text().split("\r", -1)).hasSize(3);

    printer.note("restarting");

    assertThat(text()).endsWith("\r\u001b[Kp: restarting" + System.lineSeparator());
  }

  @Test
  void countsThatARestartSetBackGiveNoNegativeRate() {
    ProgressPrinter printer = printer(false);
    seconds(5);
    printer.progressed(rows(100));
    seconds(5);
    printer.progressed(rows(50));

    assertThat(text()).contains("50 rows read", " 0 rows/s");
  }
}
