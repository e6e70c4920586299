// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

/** Why a row cannot be applied (semantics.md, section 8). */
public enum InvalidReason {
  UNPARSABLE("unparsable"),
  NULL_KEY("null key"),
  NULL_SEQUENCE("null sequence"),
  NULL_SYSTEM_SEQUENCE("null system sequence"),
  /** A name among the columns to update that the source does not have. */
  UNKNOWN_COLUMN("unknown column"),
  /** It would change history that is final. */
  TOO_LATE("too late"),
  EXPECTATION("expectation"),
  /** A change feed says that something has happened to a row which is not known. */
  UNKNOWN_OPERATION("unknown operation"),
  /** A change feed empties the table, and the target keeps history. */
  TRUNCATE("truncate");

  private final String text;

  InvalidReason(String text) {
    this.text = text;
  }

  /** The word in quarantine tables, summaries and messages. */
  public String text() {
    return text;
  }

  /** True if the source or a rule takes the row out, so that no flow has seen it. */
  public boolean isFoundBeforeFlow() {
    return this == UNPARSABLE || this == UNKNOWN_OPERATION || this == EXPECTATION;
  }

  /** The word in the names of metrics. */
  public String metricName() {
    return text.replace(' ', '_');
  }
}
