// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import io.autocdc.spi.FlowCounter;

/**
 * Something that is counted.
 *
 * @param kind what kind of thing
 * @param subject the flow, target or view that it belongs to
 * @param name the counter, reason or rule
 */
public record Counted(Kind kind, String subject, String name) {

  /** Kinds of things that are counted; their names stand in savepoints. */
  enum Kind {
    /** A {@link FlowCounter} of a flow. */
    COUNTER,
    /** Keys of a target of which nothing but the memory of deletes is left. */
    TOMBSTONES,
    /** Invalid rows of a flow, by reason. */
    INVALID,
    /** Rows of a view that kept a rule. */
    PASSED,
    /** Rows of a view that violated a rule. */
    FAILED
  }

  public static Counted counter(String flow, FlowCounter counter) {
    return new Counted(Kind.COUNTER, flow, counter.metricName());
  }

  /**
   * @param target full name of the target
   */
  public static Counted tombstones(String target) {
    return new Counted(Kind.TOMBSTONES, target, FlowCounter.TOMBSTONES.metricName());
  }

  /**
   * @param reason text of an {@link io.autocdc.spi.InvalidReason}
   */
  public static Counted invalid(String flow, String reason) {
    return new Counted(Kind.INVALID, flow, reason);
  }

  public static Counted passed(String view, String rule) {
    return new Counted(Kind.PASSED, view, rule);
  }

  public static Counted failed(String view, String rule) {
    return new Counted(Kind.FAILED, view, rule);
  }
}
