// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.source.RawRecord;
import java.nio.charset.StandardCharsets;

/**
 * A change as Debezium tells it, or the mark behind the last one. Immutable; arrays are not to be
 * changed.
 *
 * @param value JSON with a schema part before the payload; null in the mark
 * @param place where it stands in the log of the database, for people; null in the mark
 */
record ChangeRecord(byte[] value, String place) implements RawRecord {

  private static final String PAYLOAD = "\"payload\":";

  static ChangeRecord endOfInput() {
    return new ChangeRecord(null, null);
  }

  @Override
  public boolean isEndOfInput() {
    return value == null;
  }

  /** Null: every change names its row itself. */
  @Override
  public byte[] key() {
    return null;
  }

  /** Null: Debezium gives whole records only. */
  @Override
  public String problem() {
    return null;
  }

  /** The change without the schema part, which is longer and says nothing about the row. */
  @Override
  public String shown() {
    String all = new String(value, StandardCharsets.UTF_8);
    int payload = all.indexOf(PAYLOAD);
    return payload < 0 ? all : all.substring(payload + PAYLOAD.length(), all.length() - 1);
  }
}
