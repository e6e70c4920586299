// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import java.nio.charset.StandardCharsets;

/** A record as a source gives it, not yet parsed, or the mark behind the last one. Immutable. */
public interface RawRecord {

  /** True for the marker of {@link HeldOpenSource}, which has nothing else. */
  boolean isEndOfInput();

  /** What it says, as UTF-8, not to be changed; null if it says nothing. */
  byte[] value();

  /** Its key, not to be changed; null if it has none. */
  byte[] key();

  /** Why the value is no whole record; null if it is one. */
  String problem();

  /** What it says, for people; null if it says nothing. */
  default String shown() {
    return value() == null ? null : new String(value(), StandardCharsets.UTF_8);
  }

  /** Where it stands, for people. */
  String place();
}
