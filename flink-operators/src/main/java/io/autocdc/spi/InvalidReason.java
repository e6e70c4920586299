// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

/** Why a row cannot be applied (semantics.md, section 8). */
public enum InvalidReason {
  UNPARSABLE("unparsable"),
  NULL_KEY("null key"),
  NULL_SEQUENCE("null sequence"),
  EXPECTATION("expectation");

  private final String text;

  InvalidReason(String text) {
    this.text = text;
  }

  /** The word in quarantine tables, counters and messages. */
  public String text() {
    return text;
  }
}
