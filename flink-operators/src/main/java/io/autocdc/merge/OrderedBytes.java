// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Arrays;

/** Bytes that compare, unsigned, as the values written into them. */
final class OrderedBytes {

  /** Marker of a null field: sorts before {@link #PRESENT}. */
  static final int NULL = 0;

  static final int PRESENT = 1;

  /** Inside a terminated value a zero byte is written as ESCAPE, ESCAPED_ZERO. */
  static final int ESCAPE = 0;

  static final int ESCAPED_ZERO = 0xFF;

  /** ESCAPE, TERMINATOR ends a terminated value: a prefix sorts before what it begins. */
  static final int TERMINATOR = 0;

  private OrderedBytes() {}

  /** Grows as needed and is reused from value to value. */
  static final class Writer {
    private byte[] buffer = new byte[32];
    private int length;

    void reset() {
      length = 0;
    }

    byte[] toBytes() {
      return Arrays.copyOf(buffer, length);
    }

    void writeByte(int value) {
      if (length == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * length);
      }
      buffer[length++] = (byte) value;
    }

    /** The lowest {@code width} bytes of a two's complement number, sign bit inverted. */
    void writeSigned(long value, int width) {
      writeByte((int) (value >>> 8 * (width - 1)) ^ 0x80);
      for (int i = width - 2; i >= 0; i--) {
        writeByte((int) (value >>> 8 * i));
      }
    }

    /** A two's complement number, sign bit inverted, left-padded to a width. */
    void writeSigned(byte[] twosComplement, int width) {
      int padding = twosComplement[0] < 0 ? 0xFF : 0;
      for (int i = twosComplement.length; i < width; i++) {
        writeByte(i == twosComplement.length ? padding ^ 0x80 : padding);
      }
      for (int i = 0; i < twosComplement.length; i++) {
        boolean first = i == 0 && twosComplement.length == width;
        writeByte(first ? twosComplement[0] ^ 0x80 : twosComplement[i]);
      }
    }

    void writeTerminated(byte[] value) {
      for (byte b : value) {
        writeByte(b);
        if (b == ESCAPE) {
          writeByte(ESCAPED_ZERO);
        }
      }
      writeByte(ESCAPE);
      writeByte(TERMINATOR);
    }
  }

  /** Reads what {@link Writer} wrote. */
  static final class Reader {
    private final byte[] bytes;
    private int position;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    int readByte() {
      return bytes[position++] & 0xFF;
    }

    long readSigned(int width) {
      long value = (byte) (readByte() ^ 0x80);
      for (int i = 1; i < width; i++) {
        value = value << 8 | readByte();
      }
      return value;
    }

    byte[] readSignedBytes(int width) {
      byte[] value = Arrays.copyOfRange(bytes, position, position + width);
      value[0] ^= (byte) 0x80;
      position += width;
      return value;
    }

    byte[] readTerminated() {
      byte[] value = new byte[bytes.length - position];
      int length = 0;
      while (true) {
        int b = readByte();
        if (b == ESCAPE && readByte() == TERMINATOR) {
          return Arrays.copyOf(value, length);
        }
        value[length++] = (byte) b;
      }
    }
  }
}
