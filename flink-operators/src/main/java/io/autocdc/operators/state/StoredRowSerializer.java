// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes what a log keeps of an event: a byte of flags, then what the flags announce. Only events
 * of targets with a retention of history have a time.
 */
public final class StoredRowSerializer extends ImmutableValueSerializer<StoredRow> {

  private static final long serialVersionUID = 1L;

  private static final int HAS_ROW = 1;
  private static final int HAS_TIME = 2;
  private static final int KNOWN_FLAGS = HAS_ROW | HAS_TIME;

  private final RowType type;

  /**
   * @param type the non-key columns of the target
   */
  public StoredRowSerializer(RowType type) {
    this.type = type;
  }

  @Override
  public void serialize(StoredRow stored, DataOutputView target) throws IOException {
    boolean hasTime = stored.time() != Event.UNKNOWN;
    target.writeByte((stored.row() != null ? HAS_ROW : 0) | (hasTime ? HAS_TIME : 0));
    if (stored.row() != null) {
      BinaryRows.write(stored.row(), target);
    }
    if (hasTime) {
      target.writeLong(stored.time());
    }
  }

  @Override
  public StoredRow deserialize(DataInputView source) throws IOException {
    int flags = source.readUnsignedByte();
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new IOException("a stored row has the unknown flags " + flags);
    }
    BinaryRowData row =
        (flags & HAS_ROW) != 0 ? BinaryRows.read(type.getFieldCount(), source) : null;
    return new StoredRow(row, (flags & HAS_TIME) != 0 ? source.readLong() : Event.UNKNOWN);
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
  public TypeSerializerSnapshot<StoredRow> snapshotConfiguration() {
    return new Snapshot(type);
  }

  /** Keeps the columns with the state. */
  public static final class Snapshot extends RowTypeSnapshot<StoredRow> {

    /** For restore. */
    public Snapshot() {}

    Snapshot(RowType type) {
      super(type);
    }

    @Override
    public TypeSerializer<StoredRow> restoreSerializer() {
      return new StoredRowSerializer(type());
    }
  }
}
