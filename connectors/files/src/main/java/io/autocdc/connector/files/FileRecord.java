// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.source.RawRecord;

/**
 * A record of a file as it stands there, not yet parsed, or a mark between records. Immutable.
 *
 * @param kind what it is
 * @param text UTF-8, not to be changed; null in a mark
 * @param origin the file; null behind the last of all
 * @param line the line where the record starts, from 1
 * @param problem why the text is no whole record; null if it is one
 */
record FileRecord(Kind kind, byte[] text, FileOrigin origin, long line, String problem)
    implements RawRecord {

  /** What a record stands for. */
  enum Kind {
    /** A record of the file. */
    RECORD,
    /** A file, or the rest of one, that cannot be read. */
    BROKEN_FILE,
    /** Stands behind the last record of a file; in snapshots only. */
    END_OF_FILE,
    /** The file has changed since its first records were read; in snapshots only. */
    FILE_CHANGED,
    /** Stands behind the last record of a reader, see {@link io.autocdc.source.HeldOpenSource}. */
    END_OF_INPUT
  }

  private static final byte[] NO_TEXT = new byte[0];

  FileRecord(byte[] text, FileOrigin origin, long line, String problem) {
    this(Kind.RECORD, text, origin, line, problem);
  }

  static FileRecord brokenFile(FileOrigin origin, String problem) {
    return new FileRecord(Kind.BROKEN_FILE, NO_TEXT, origin, 1, problem);
  }

  static FileRecord endOfFile(FileOrigin origin) {
    return new FileRecord(Kind.END_OF_FILE, NO_TEXT, origin, 1, null);
  }

  static FileRecord fileChanged(FileOrigin origin) {
    return new FileRecord(Kind.FILE_CHANGED, NO_TEXT, origin, 1, null);
  }

  static FileRecord endOfInput() {
    return new FileRecord(Kind.END_OF_INPUT, null, null, 0, null);
  }

  @Override
  public boolean isEndOfInput() {
    return kind == Kind.END_OF_INPUT;
  }

  @Override
  public byte[] value() {
    return text;
  }

  /** Null. */
  @Override
  public byte[] key() {
    return null;
  }

  /** {@code file:line}. */
  @Override
  public String place() {
    return origin.name() + ":" + line;
  }
}
