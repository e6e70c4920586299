// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import java.io.Serializable;
import java.util.Locale;
import java.util.Map;

/**
 * Something that the event log tells of a run.
 *
 * @param flow the flow that it is about; null if it is not about one
 * @param table full name of the table that it is about; null if it is not about one
 * @param message one line for a person
 * @param details the same for programs, as a JSON object
 */
public record RunEvent(
    Level level, Type type, String flow, String table, String message, String details)
    implements Serializable {

  /** How much it matters. */
  public enum Level {
    INFO,
    WARN
  }

  /** What it is about. */
  public enum Type {
    /** How a flow is declared; once a run. */
    DEFINITION,
    /** A table was created or changed; once a run. */
    SCHEMA_CHANGE,
    /** What a flow counted since the last checkpoint. */
    PROGRESS,
    /** How rows met a rule since the last checkpoint. */
    EXPECTATION,
    /** Rows of a flow that could not be applied since the last checkpoint. */
    INVALID_ROWS;

    /** The word in the table. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param details names and values, in order; see {@link EventDetails}
   */
  public static RunEvent of(
      Level level, Type type, String flow, String table, String message, Map<String, ?> details) {
    return new RunEvent(level, type, flow, table, message, EventDetails.json(details));
  }
}
