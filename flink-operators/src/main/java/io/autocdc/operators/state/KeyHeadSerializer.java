// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import io.autocdc.merge.Sequence;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;

/** Writes {@link KeyHead}: a byte of flags, then what the flags announce. */
public final class KeyHeadSerializer extends ImmutableValueSerializer<KeyHead> {

  private static final long serialVersionUID = 1L;

  private static final int HAS_ROW = 1;
  private static final int HAS_RUN_START = 2;
  private static final int RUN_STARTS_HERE = 4;
  private static final int HAS_HISTORY = 8;
  private static final int HAS_TIME = 16;
  private static final int IS_EXPIRING = 32;
  private static final int IS_TRIMMED = 64;
  private static final int KNOWN_FLAGS =
      HAS_ROW | HAS_RUN_START | RUN_STARTS_HERE | HAS_HISTORY | HAS_TIME | IS_EXPIRING | IS_TRIMMED;

  private final RowType type;

  /**
   * @param type the non-key columns of the target
   */
  public KeyHeadSerializer(RowType type) {
    this.type = type;
  }

  @Override
  public void serialize(KeyHead head, DataOutputView target) throws IOException {
    boolean startsHere = head.sequence().equals(head.runStart());
    target.writeByte(
        (head.row() != null ? HAS_ROW : 0)
            | (head.runStart() != null && !startsHere ? HAS_RUN_START : 0)
            | (startsHere ? RUN_STARTS_HERE : 0)
            | (head.hasHistory() ? HAS_HISTORY : 0)
            | (head.time() != Event.UNKNOWN ? HAS_TIME : 0)
            | (head.isExpiring() ? IS_EXPIRING : 0)
            | (head.isTrimmed() ? IS_TRIMMED : 0));
    BinaryRows.write(head.sequence(), target);
    if (head.runStart() != null && !startsHere) {
      BinaryRows.write(head.runStart(), target);
    }
    if (head.row() != null) {
      BinaryRows.write(head.row(), target);
    } else {
      target.writeLong(head.since());
    }
    if (head.time() != Event.UNKNOWN) {
      target.writeLong(head.time());
    }
  }

  @Override
  public KeyHead deserialize(DataInputView source) throws IOException {
    int flags = source.readUnsignedByte();
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new IOException("a stored key has the unknown flags " + flags);
    }
    Sequence sequence = BinaryRows.readSequence(source);
    Sequence runStart = null;
    if ((flags & HAS_RUN_START) != 0) {
      runStart = BinaryRows.readSequence(source);
    } else if ((flags & RUN_STARTS_HERE) != 0) {
      runStart = sequence;
    }
    BinaryRowData row = null;
    long since = 0;
    if ((flags & HAS_ROW) != 0) {
      row = BinaryRows.read(type.getFieldCount(), source);
    } else {
      since = source.readLong();
    }
    return new KeyHead(
        sequence,
        row,
        runStart,
        (flags & HAS_HISTORY) != 0,
        since,
        (flags & HAS_TIME) != 0 ? source.readLong() : Event.UNKNOWN,
        (flags & IS_EXPIRING) != 0,
        (flags & IS_TRIMMED) != 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyHeadSerializer that && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeyHead> snapshotConfiguration() {
    return new Snapshot(type);
  }

  /** Keeps the columns with the state. */
  public static final class Snapshot extends RowTypeSnapshot<KeyHead> {

    /** For restore. */
    public Snapshot() {}

    Snapshot(RowType type) {
      super(type);
    }

    @Override
    public TypeSerializer<KeyHead> restoreSerializer() {
      return new KeyHeadSerializer(type());
    }
  }
}
