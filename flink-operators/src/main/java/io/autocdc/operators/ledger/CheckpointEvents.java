// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import io.autocdc.operators.ledger.RunEvent.Level;
import io.autocdc.operators.ledger.RunEvent.Type;
import io.autocdc.operators.ledger.RunLedger.Booking;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** Tells what a checkpoint adds as events; what counted nothing is not told. */
final class CheckpointEvents {

  private final LedgerPlan plan;
  private final Map<Counted, Booking> bookings;
  private final ToLongFunction<String> tombstones;

  /**
   * @param tombstones how many a target has now
   */
  CheckpointEvents(
      LedgerPlan plan, Map<Counted, Booking> bookings, ToLongFunction<String> tombstones) {
    this.plan = plan;
    this.bookings = bookings;
    this.tombstones = tombstones;
  }

  /** In the order of the flows, and of the names of views and rules. */
  List<RunEvent> list() {
    List<RunEvent> events = new ArrayList<>();
    plan.flows().forEach((flow, target) -> addProgress(flow, target, events));
    addExpectations(events);
    plan.flows().forEach((flow, target) -> addInvalidRows(flow, target, events));
    return events;
  }

  private void addProgress(String flow, String target, List<RunEvent> events) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (FlowCounter counter : FlowCounter.values()) {
      if (counter.isGauge()) {
        // The event tells how many there are, not how many more.
        if (plan.firstFlowOf(target).equals(flow) && amount(Counted.tombstones(target)) != 0) {
          counts.put(counter.metricName(), tombstones.applyAsLong(target));
        }
        continue;
      }
      long amount = amount(Counted.counter(flow, counter));
      if (amount != 0) {
        counts.put(counter.metricName(), amount);
      }
    }
    if (!counts.isEmpty()) {
      String message =
          "%d rows read, %d upserted, %d deleted, %d quarantined"
              .formatted(
                  amount(Counted.counter(flow, FlowCounter.ROWS_IN)),
                  amount(Counted.counter(flow, FlowCounter.UPSERTED)),
                  amount(Counted.counter(flow, FlowCounter.DELETED)),
                  amount(Counted.counter(flow, FlowCounter.QUARANTINED)));
      events.add(RunEvent.of(Level.INFO, Type.PROGRESS, flow, target, message, counts));
    }
  }

  private void addExpectations(List<RunEvent> events) {
    Set<Counted> rules =
        new TreeSet<>(Comparator.comparing(Counted::subject).thenComparing(Counted::name));
    for (Counted counted : bookings.keySet()) {
      if (counted.kind() == Counted.Kind.PASSED || counted.kind() == Counted.Kind.FAILED) {
        rules.add(counted);
      }
    }
    for (Counted rule : rules) {
      long passed = amount(Counted.passed(rule.subject(), rule.name()));
      long failed = amount(Counted.failed(rule.subject(), rule.name()));
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("view", rule.subject());
      details.put("expectation", rule.name());
      details.put("num_passed_rows", passed);
      details.put("num_failed_rows", failed);
      String message =
          "expectation '%s' of '%s': %d rows passed, %d failed"
              .formatted(rule.name(), rule.subject(), passed, failed);
      Level level = failed > 0 ? Level.WARN : Level.INFO;
      events.add(RunEvent.of(level, Type.EXPECTATION, null, null, message, details));
    }
  }

  private void addInvalidRows(String flow, String target, List<RunEvent> events) {
    for (InvalidReason reason : InvalidReason.values()) {
      Booking booking = bookings.get(Counted.invalid(flow, reason.text()));
      if (booking == null) {
        continue;
      }
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("reason", reason.text());
      details.put("num_invalid_rows", booking.amount());
      details.put("example", booking.example());
      String message =
          "invalid rows (%s): %d, such as: %s"
              .formatted(reason.text(), booking.amount(), booking.example());
      events.add(RunEvent.of(Level.WARN, Type.INVALID_ROWS, flow, target, message, details));
    }
  }

  private long amount(Counted counted) {
    Booking booking = bookings.get(counted);
    return booking == null ? 0 : booking.amount();
  }
}
