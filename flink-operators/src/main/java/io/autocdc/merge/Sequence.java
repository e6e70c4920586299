// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The place of an event in the order of its key: bytes that compare, unsigned and left to right, as
 * the values of the sequence columns do. Made by {@link SequenceCodec}; immutable.
 */
public final class Sequence implements Comparable<Sequence> {

  private final byte[] bytes;

  /**
   * @param bytes order-preserving bytes; owned by the sequence from now on
   */
  public Sequence(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The bytes; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int compareTo(Sequence other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sequence sequence && Arrays.equals(bytes, sequence.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
