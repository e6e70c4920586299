// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The shape of encoded sequences: enough to find the end of one in a stream of bytes, without
 * knowing the types. Its text form is kept with saved state.
 *
 * @param fields the fields in order
 */
public record SequenceLayout(List<Field> fields) implements Serializable {

  /**
   * A field behind its marker byte.
   *
   * @param width bytes of the value; -1 for a terminated value, -2 for a nested row
   * @param nested the fields of a nested row; empty otherwise
   */
  public record Field(int width, List<Field> nested) implements Serializable {}

  static final int TERMINATED = -1;
  static final int ROW = -2;

  static SequenceLayout of(List<SequenceField> fields) {
    return new SequenceLayout(fields.stream().map(SequenceField::layout).toList());
  }

  /** The layout of sequences of this one {@link Sequence#followedBy followed by} others. */
  public SequenceLayout followedBy(SequenceLayout other) {
    List<Field> both = new ArrayList<>(fields);
    both.addAll(other.fields);
    return new SequenceLayout(List.copyOf(both));
  }

  /** How many bytes of a longer sequence the one of this layout takes at its beginning. */
  public int lengthIn(Sequence followed) {
    try {
      return copy(new DataInputStream(new ByteArrayInputStream(followed.bytes())), 0).length;
    } catch (IOException e) {
      throw new UncheckedIOException("a sequence is shorter than its layout", e);
    }
  }

  /**
   * Copies one sequence out of a stream.
   *
   * @param mask combined with every byte by exclusive or
   */
  byte[] copy(DataInput in, int mask) throws IOException {
    OrderedBytes.Writer out = new OrderedBytes.Writer();
    for (Field field : fields) {
      copy(field, in, mask, out);
    }
    return out.toBytes();
  }

  private static void copy(Field field, DataInput in, int mask, OrderedBytes.Writer out)
      throws IOException {
    int marker = next(in, mask, out);
    if (marker == OrderedBytes.NULL) {
      return;
    }
    if (field.width == ROW) {
      for (Field nested : field.nested) {
        copy(nested, in, mask, out);
      }
    } else if (field.width == TERMINATED) {
      boolean ended = false;
      while (!ended) {
        ended =
            next(in, mask, out) == OrderedBytes.ESCAPE
                && next(in, mask, out) == OrderedBytes.TERMINATOR;
      }
    } else {
      for (int i = 0; i < field.width; i++) {
        next(in, mask, out);
      }
    }
  }

  private static int next(DataInput in, int mask, OrderedBytes.Writer out) throws IOException {
    int value = in.readUnsignedByte() ^ mask;
    out.writeByte(value);
    return value;
  }

  /** {@code 8} for a fixed width, {@code *} for a terminated value, {@code (8 *)} for a row. */
  @Override
  public String toString() {
    return text(fields);
  }

  private static String text(List<Field> fields) {
    List<String> parts = new ArrayList<>();
    for (Field field : fields) {
      parts.add(
          switch (field.width) {
            case ROW -> "(" + text(field.nested) + ")";
            case TERMINATED -> "*";
            default -> String.valueOf(field.width);
          });
    }
    return String.join(" ", parts);
  }

  /** Reads the text form. */
  public static SequenceLayout parse(String text) {
    List<String> tokens = List.of(text.replace("(", "( ").replace(")", " )").trim().split("\\s+"));
    return new SequenceLayout(parse(new ArrayList<>(tokens)));
  }

  private static List<Field> parse(List<String> tokens) {
    List<Field> fields = new ArrayList<>();
    while (!tokens.isEmpty()) {
      String token = tokens.remove(0);
      switch (token) {
        case ")" -> {
          return fields;
        }
        case "(" -> fields.add(new Field(ROW, parse(tokens)));
        case "*" -> fields.add(new Field(TERMINATED, List.of()));
        default -> fields.add(new Field(Integer.parseInt(token), List.of()));
      }
    }
    return fields;
  }
}
