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

  /**
   * This sequence and another in one: it sorts by the first, then by the second. That holds because
   * no sequence is the beginning of another of the same columns.
   */
  public Sequence followedBy(Sequence other) {
    byte[] both = Arrays.copyOf(bytes, bytes.length + other.bytes.length);
    System.arraycopy(other.bytes, 0, both, bytes.length, other.bytes.length);
    return new Sequence(both);
  }

  /** The sequence that stands in these bytes of one that was put together. */
  public Sequence part(int from, int to) {
    return new Sequence(Arrays.copyOfRange(bytes, from, to));
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
