// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * The values of one event in the log of its key; null for a delete. One leading byte leaves room
 * for later forms.
 */
public final class StoredRowSerializer extends ImmutableValueSerializer<BinaryRowData> {

  private static final long serialVersionUID = 1L;

  private static final int DELETE = 0;
  private static final int ROW = 1;

  private final RowType type;

  /**
   * @param type the non-key columns of the target
   */
  public StoredRowSerializer(RowType type) {
    this.type = type;
  }

  @Override
  public void serialize(BinaryRowData row, DataOutputView target) throws IOException {
    if (row == null) {
      target.writeByte(DELETE);
    } else {
      target.writeByte(ROW);
      BinaryRows.write(row, target);
    }
  }

  @Override
  public BinaryRowData deserialize(DataInputView source) throws IOException {
    int form = source.readUnsignedByte();
    return switch (form) {
      case DELETE -> null;
      case ROW -> BinaryRows.read(type.getFieldCount(), source);
      default -> throw new IOException("a stored row has the unknown form " + form);
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredRowSerializer that && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<BinaryRowData> snapshotConfiguration() {
    return new Snapshot(type);
  }

  /** Keeps the columns with the state. */
  public static final class Snapshot extends RowTypeSnapshot<BinaryRowData> {

    /** For restore. */
    public Snapshot() {}

    Snapshot(RowType type) {
      super(type);
    }

    @Override
    public TypeSerializer<BinaryRowData> restoreSerializer() {
      return new StoredRowSerializer(type());
    }
  }
}
