// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

/** An event names a column to update that its source does not have. */
public final class UnknownColumnException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Without a stack trace: it is about a row, and there may be many of them. */
  UnknownColumnException(String message) {
    super(message, null, false, false);
  }
}
