// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

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

  /** Where it stands, for people. */
  String place();
}
