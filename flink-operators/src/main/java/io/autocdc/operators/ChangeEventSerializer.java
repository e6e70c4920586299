// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Sequence;
import io.autocdc.operators.state.BinaryRows;
import io.autocdc.operators.state.ImmutableValueSerializer;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Carries changes over the network. They are never kept in state in this form. */
public final class ChangeEventSerializer extends ImmutableValueSerializer<ChangeEvent> {

  private static final long serialVersionUID = 1L;

  private final int keyArity;
  private final int rowArity;
  private final boolean bitemporal;

  /**
   * @param bitemporal true if changes say when they became known
   */
  public ChangeEventSerializer(int keyArity, int rowArity, boolean bitemporal) {
    this.keyArity = keyArity;
    this.rowArity = rowArity;
    this.bitemporal = bitemporal;
  }

  @Override
  public void serialize(ChangeEvent event, DataOutputView target) throws IOException {
    target.writeByte(event.flow());
    target.writeBoolean(event.row() != null);
    if (bitemporal) {
      BinaryRows.write(event.system(), target);
    }
    BinaryRows.write(event.sequence(), target);
    BinaryRows.write(event.key(), target);
    if (event.row() != null) {
      BinaryRows.write(event.row(), target);
    }
  }

  @Override
  public ChangeEvent deserialize(DataInputView source) throws IOException {
    int flow = source.readUnsignedByte();
    boolean hasRow = source.readBoolean();
    Sequence system = bitemporal ? BinaryRows.readSequence(source) : null;
    Sequence sequence = BinaryRows.readSequence(source);
    BinaryRowData key = BinaryRows.read(keyArity, source);
    BinaryRowData row = hasRow ? BinaryRows.read(rowArity, source) : null;
    return new ChangeEvent(flow, system, sequence, key, row);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChangeEventSerializer that
        && keyArity == that.keyArity
        && rowArity == that.rowArity
        && bitemporal == that.bitemporal;
  }

  @Override
  public int hashCode() {
    return Objects.hash(keyArity, rowArity, bitemporal);
  }

  @Override
  public TypeSerializerSnapshot<ChangeEvent> snapshotConfiguration() {
    return new Snapshot(keyArity, rowArity, bitemporal);
  }

  /** Written with in-flight data of unaligned checkpoints. */
  public static final class Snapshot implements TypeSerializerSnapshot<ChangeEvent> {

    private static final int VERSION = 1;

    private int keyArity;
    private int rowArity;
    private boolean bitemporal;

    /** For restore. */
    public Snapshot() {}

    Snapshot(int keyArity, int rowArity, boolean bitemporal) {
      this.keyArity = keyArity;
      this.rowArity = rowArity;
      this.bitemporal = bitemporal;
    }

    @Override
    public int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
      out.writeInt(keyArity);
      out.writeInt(rowArity);
      out.writeBoolean(bitemporal);
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      keyArity = in.readInt();
      rowArity = in.readInt();
      bitemporal = in.readBoolean();
    }

    @Override
    public TypeSerializer<ChangeEvent> restoreSerializer() {
      return new ChangeEventSerializer(keyArity, rowArity, bitemporal);
    }

    @Override
    public TypeSerializerSchemaCompatibility<ChangeEvent> resolveSchemaCompatibility(
        TypeSerializerSnapshot<ChangeEvent> old) {
      return old instanceof Snapshot that
              && keyArity == that.keyArity
              && rowArity == that.rowArity
              && bitemporal == that.bitemporal
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
