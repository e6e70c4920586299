// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.Serializable;

/**
 * How CSV is written (RFC 4180 with the usual liberties).
 *
 * @param delimiter UTF-8 of what stands between cells, one or more characters
 * @param quote ASCII character around cells; {@link #NONE} if there is none
 * @param escape ASCII character before one that means itself; {@link #NONE} if there is none
 * @param nullLiteral UTF-8 of the unquoted cell that means null, beside the empty one
 */
record CsvSyntax(byte[] delimiter, int quote, int escape, byte[] nullLiteral)
    implements Serializable {

  /** No byte is equal to it. */
  static final int NONE = -1000;

  boolean mayContinue(byte[] line) {
    if (quote != NONE) {
      for (byte b : line) {
        if (b == quote) {
          return true;
        }
      }
    }
    return false;
  }
}
