// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.row.RowLayout;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

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

  private final LayoutHistory history;
  private final String target;

  /**
   * @param layout the layout of the target's rows
   * @param target name of the target, for messages
   */
  public KeyHeadSerializer(RowLayout layout, String target) {
    this(LayoutHistory.of(layout), target);
  }

  private KeyHeadSerializer(LayoutHistory history, String target) {
    this.history = history;
    this.target = target;
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
      BinaryRows.write(head.row(), history, target);
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
    StoredRow row = null;
    long since = 0;
    if ((flags & HAS_ROW) != 0) {
      row = BinaryRows.read(history, source);
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
    return other instanceof KeyHeadSerializer that && history.equals(that.history);
  }

  @Override
  public int hashCode() {
    return history.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeyHead> snapshotConfiguration() {
    return new Snapshot(history, target);
  }

  /** Keeps the layouts with the state. */
  public static final class Snapshot extends LayoutSnapshot<KeyHead> {

    /** For restore. */
    public Snapshot() {}

    private Snapshot(LayoutHistory history, String target) {
      super(history, target);
    }

    @Override
    TypeSerializer<KeyHead> serializer(LayoutHistory history, String target) {
      return new KeyHeadSerializer(history, target);
    }
  }
}
