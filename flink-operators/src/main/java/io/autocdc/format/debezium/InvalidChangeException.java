// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import io.autocdc.spi.InvalidReason;

/** A record that is no change of the table. There may be millions, so it has no stack trace. */
public final class InvalidChangeException extends Exception {

  private static final long serialVersionUID = 1L;

  private final InvalidReason reason;

  InvalidChangeException(InvalidReason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public InvalidReason reason() {
    return reason;
  }
}
