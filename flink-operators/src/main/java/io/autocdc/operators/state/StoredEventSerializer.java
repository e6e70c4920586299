// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import io.autocdc.operators.row.RowLayout;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes the events of a log: a byte of flags, then what the flags announce; null is a delete
 * without a time, and has no flags. Only the events of targets with a retention of history have a
 * time.
 */
public final class StoredEventSerializer extends ImmutableValueSerializer<StoredEvent> {

  private static final long serialVersionUID = 1L;

  private static final int HAS_ROW = 1;
  private static final int HAS_TIME = 2;
  private static final int KNOWN_FLAGS = HAS_ROW | HAS_TIME;

  private final LayoutHistory history;
  private final String target;

  /**
   * @param layout the layout of the target's rows
   * @param target name of the target, for messages
   */
  public StoredEventSerializer(RowLayout layout, String target) {
    this(LayoutHistory.of(layout), target);
  }

  private StoredEventSerializer(LayoutHistory history, String target) {
    this.history = history;
    this.target = target;
  }

  @Override
  public void serialize(StoredEvent event, DataOutputView target) throws IOException {
    if (event == null) {
      target.writeByte(0);
      return;
    }
    boolean hasTime = event.time() != Event.UNKNOWN;
    target.writeByte((event.row() != null ? HAS_ROW : 0) | (hasTime ? HAS_TIME : 0));
    if (event.row() != null) {
      BinaryRows.write(event.row(), history, target);
    }
    if (hasTime) {
      target.writeLong(event.time());
    }
  }

  @Override
  public StoredEvent deserialize(DataInputView source) throws IOException {
    int flags = source.readUnsignedByte();
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new IOException("a stored event has the unknown flags " + flags);
    }
    if (flags == 0) {
      return null;
    }
    StoredRow row = (flags & HAS_ROW) != 0 ? BinaryRows.read(history, source) : null;
    return new StoredEvent(row, (flags & HAS_TIME) != 0 ? source.readLong() : Event.UNKNOWN);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredEventSerializer that && history.equals(that.history);
  }

  @Override
  public int hashCode() {
    return history.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<StoredEvent> snapshotConfiguration() {
    return new Snapshot(history, target);
  }

  /** Keeps the layouts with the state. */
  public static final class Snapshot extends LayoutSnapshot<StoredEvent> {

    /** For restore. */
    public Snapshot() {}

    private Snapshot(LayoutHistory history, String target) {
      super(history, target);
    }

    @Override
    TypeSerializer<StoredEvent> serializer(LayoutHistory history, String target) {
      return new StoredEventSerializer(history, target);
    }
  }
}
