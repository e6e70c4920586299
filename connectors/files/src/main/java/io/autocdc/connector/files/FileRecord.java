// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

/**
 * A record of a file as it stands there, not yet parsed. Immutable.
 *
 * @param text UTF-8, not to be changed; null in the end marker
 * @param origin the file; null in the end marker
 * @param line the line where the record starts, from 1
 * @param problem why the text is no whole record; null if it is one
 */
record FileRecord(byte[] text, FileOrigin origin, long line, String problem) {

  /** Stands behind the last record of a reader, see {@link io.autocdc.source.HeldOpenSource}. */
  static FileRecord endOfInput() {
    return new FileRecord(null, null, 0, null);
  }

  boolean isEndOfInput() {
    return origin == null;
  }

  /** {@code file:line}. */
  String place() {
    return origin.name() + ":" + line;
  }
}
