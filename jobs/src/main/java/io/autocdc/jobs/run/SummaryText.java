// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.jobs.run.RunSummary.ExpectationSummary;
import io.autocdc.jobs.run.RunSummary.FlowSummary;
import io.autocdc.jobs.text.TextTable;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A summary as a compact table: the main counters always, the others if they counted something. */
public final class SummaryText {

  private static final List<FlowCounter> ALWAYS =
      List.of(
          FlowCounter.ROWS_IN, FlowCounter.UPSERTED, FlowCounter.DELETED, FlowCounter.QUARANTINED);

  private static final Map<FlowCounter, String> TITLES = new EnumMap<>(FlowCounter.class);

  static {
    TITLES.put(FlowCounter.ROWS_IN, "READ");
    TITLES.put(FlowCounter.UPSERTED, "UPSERTED");
    TITLES.put(FlowCounter.DELETED, "DELETED");
    TITLES.put(FlowCounter.TRUNCATES, "TRUNCATES");
    TITLES.put(FlowCounter.LATE, "LATE");
    TITLES.put(FlowCounter.STALE, "STALE");
    TITLES.put(FlowCounter.DUPLICATES, "DUPLICATES");
    TITLES.put(FlowCounter.TIES, "TIES");
    TITLES.put(FlowCounter.TIES_LOST, "TIES LOST");
    TITLES.put(FlowCounter.HISTORY_REWRITTEN, "HISTORY REWRITTEN");
    TITLES.put(FlowCounter.TOMBSTONES, "TOMBSTONES");
    TITLES.put(FlowCounter.TOMBSTONES_EXPIRED, "TOMBSTONES EXPIRED");
    TITLES.put(FlowCounter.HISTORY_EXPIRED, "HISTORY EXPIRED");
    TITLES.put(FlowCounter.SKIPPED, "SKIPPED");
    TITLES.put(FlowCounter.WITHOUT_VALUES, "WITHOUT VALUES");
    TITLES.put(FlowCounter.QUARANTINED, "QUARANTINED");
    TITLES.put(FlowCounter.DROPPED, "DROPPED");
  }

  private SummaryText() {}

  /** The lines of the summary. */
  public static List<String> render(RunSummary summary) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "pipeline %s: %s, %.1f s",
            summary.pipeline(),
            summary.continued() ? "continued" : "first run",
            summary.duration().toMillis() / 1000d));
    lines.addAll(flows(summary));
    List<String> invalid = invalidRows(summary);
    if (!invalid.isEmpty()) {
      lines.add("");
      lines.addAll(invalid);
    }
    List<ExpectationSummary> violated =
        summary.expectations().stream().filter(e -> e.failedRows() > 0).toList();
    if (!violated.isEmpty()) {
      lines.add("");
      lines.addAll(expectations(violated));
    }
    return lines;
  }

  private static List<String> flows(RunSummary summary) {
    List<FlowCounter> shown = new ArrayList<>();
    for (FlowCounter counter : FlowCounter.values()) {
      if (ALWAYS.contains(counter) || summary.total(counter) > 0) {
        shown.add(counter);
      }
    }
    List<String> header = new ArrayList<>(List.of("FLOW", "TARGET"));
    shown.forEach(counter -> header.add(TITLES.get(counter)));
    List<Boolean> right = new ArrayList<>(List.of(false, false));
    right.addAll(Collections.nCopies(shown.size(), true));
    TextTable table = new TextTable(header, right);
    for (FlowSummary flow : summary.flows()) {
      List<String> row = new ArrayList<>(List.of(flow.flow(), flow.target()));
      shown.forEach(counter -> row.add(Long.toString(flow.count(counter))));
      table.add(row);
    }
    return table.render(0);
  }

  /** Empty if there were none. */
  private static List<String> invalidRows(RunSummary summary) {
    TextTable table =
        new TextTable(List.of("INVALID ROWS", "FLOW", "COUNT"), List.of(false, false, true));
    boolean any = false;
    for (FlowSummary flow : summary.flows()) {
      for (InvalidReason reason : InvalidReason.values()) {
        if (flow.invalid(reason) > 0) {
          any = true;
          table.add(List.of(reason.text(), flow.flow(), Long.toString(flow.invalid(reason))));
        }
      }
    }
    return any ? table.render(0) : List.of();
  }

  private static List<String> expectations(List<ExpectationSummary> violated) {
    TextTable table =
        new TextTable(
            List.of("EXPECTATION", "VIEW OR TABLE", "ACTION", "FAILED"),
            List.of(false, false, false, true));
    for (ExpectationSummary expectation : violated) {
      table.add(
          List.of(
              expectation.expectation(),
              expectation.view(),
              expectation.action().name().toLowerCase(Locale.ROOT),
              Long.toString(expectation.failedRows())));
    }
    return table.render(0);
  }
}
