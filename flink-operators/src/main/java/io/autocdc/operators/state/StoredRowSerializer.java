// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.operators.row.RowLayout;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The values of one event in the log of its key; null for a delete. One leading byte leaves room
 * for later forms.
 */
public final class StoredRowSerializer extends ImmutableValueSerializer<StoredRow> {

  private static final long serialVersionUID = 1L;

  private static final int DELETE = 0;
  private static final int ROW = 1;

  private final LayoutHistory history;
  private final String target;

  /**
   * @param layout the layout of the target's rows
   * @param target name of the target, for messages
   */
  public StoredRowSerializer(RowLayout layout, String target) {
    this(LayoutHistory.of(layout), target);
  }

  private StoredRowSerializer(LayoutHistory history, String target) {
    this.history = history;
    this.target = target;
  }

  @Override
  public void serialize(StoredRow row, DataOutputView target) throws IOException {
    if (row == null) {
      target.writeByte(DELETE);
    } else {
      target.writeByte(ROW);
      BinaryRows.write(row, history, target);
    }
  }

  @Override
  public StoredRow deserialize(DataInputView source) throws IOException {
    int form = source.readUnsignedByte();
    return switch (form) {
      case DELETE -> null;
      case ROW -> BinaryRows.read(history, source);
      default -> throw new IOException("a stored row has the unknown form " + form);
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredRowSerializer that && history.equals(that.history);
  }

  @Override
  public int hashCode() {
    return history.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<StoredRow> snapshotConfiguration() {
    return new Snapshot(history, target);
  }

  /** Keeps the layouts with the state. */
  public static final class Snapshot extends LayoutSnapshot<StoredRow> {

    /** For restore. */
    public Snapshot() {}

    private Snapshot(LayoutHistory history, String target) {
      super(history, target);
    }

    @Override
    TypeSerializer<StoredRow> serializer(LayoutHistory history, String target) {
      return new StoredRowSerializer(history, target);
    }
  }
}
