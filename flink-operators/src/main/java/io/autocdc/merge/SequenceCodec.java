// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Turns the values of sequence columns into a {@link Sequence} and back. Each field is one marker
 * byte (null sorts first) and the value in an order-preserving form; the whole is self-delimiting,
 * so that it can stand as a sorted key in a state backend.
 *
 * <p>Not thread-safe.
 */
public final class SequenceCodec {

  private final SequenceField[] fields;
  private final OrderedBytes.Writer writer = new OrderedBytes.Writer();

  private SequenceCodec(SequenceField[] fields) {
    this.fields = fields;
  }

  /**
   * A codec for columns of these types, compared first to last.
   *
   * @throws IllegalArgumentException for a type without an order (map, array, multiset, raw)
   */
  public static SequenceCodec of(List<LogicalType> types) {
    return new SequenceCodec(types.stream().map(SequenceField::of).toArray(SequenceField[]::new));
  }

  /** True if values of the type have an order. */
  public static boolean isOrderable(LogicalType type) {
    return SequenceField.isOrderable(type);
  }

  /**
   * The sequence of a row.
   *
   * @param positions where the sequence columns stand in the row
   * @return null if all of the columns are null (semantics.md, section 8)
   */
  public Sequence encode(RowData row, int[] positions) {
    writer.reset();
    boolean allNull = true;
    for (int i = 0; i < fields.length; i++) {
      boolean isNull = row.isNullAt(positions[i]);
      allNull &= isNull;
      fields[i].write(row, positions[i], isNull, writer);
    }
    return allNull ? null : new Sequence(writer.toBytes());
  }

  /**
   * The value of a sequence in Flink's internal form: that of the one column, or a row of several.
   */
  public Object decode(Sequence sequence) {
    OrderedBytes.Reader reader = new OrderedBytes.Reader(sequence.bytes());
    if (fields.length == 1) {
      return fields[0].read(reader);
    }
    GenericRowData row = new GenericRowData(fields.length);
    for (int i = 0; i < fields.length; i++) {
      row.setField(i, fields[i].read(reader));
    }
    return row;
  }

  /**
   * Reads the bytes of one sequence from a stream in which more may follow.
   *
   * @param inverted true if every bit stands inverted in the stream
   */
  public static Sequence readFrom(DataInput in, SequenceLayout layout, boolean inverted)
      throws IOException {
    return new Sequence(layout.copy(in, inverted ? 0xFF : 0));
  }

  /** Where the fields of an encoded sequence end. */
  public SequenceLayout layout() {
    return SequenceLayout.of(List.of(fields));
  }
}
