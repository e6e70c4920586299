// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.merge.SequenceLayout;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes sequences so that a state backend that sorts by bytes keeps the newest first: every bit is
 * inverted, and there is no length in front. A late event is rarely very late, so it finds its
 * place near the beginning.
 */
public final class SequenceSerializer extends ImmutableValueSerializer<Sequence> {

  private static final long serialVersionUID = 1L;

  private final SequenceLayout layout;

  public SequenceSerializer(SequenceLayout layout) {
    this.layout = layout;
  }

  @Override
  public void serialize(Sequence sequence, DataOutputView target) throws IOException {
    byte[] bytes = sequence.bytes();
    byte[] inverted = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      inverted[i] = (byte) ~bytes[i];
    }
    target.write(inverted);
  }

  @Override
  public Sequence deserialize(DataInputView source) throws IOException {
    return SequenceCodec.readFrom(source, layout, true);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SequenceSerializer that && layout.equals(that.layout);
  }

  @Override
  public int hashCode() {
    return layout.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<Sequence> snapshotConfiguration() {
    return new Snapshot(layout);
  }

  /** Keeps the layout with the state. */
  public static final class Snapshot implements TypeSerializerSnapshot<Sequence> {

    private static final int VERSION = 1;

    private SequenceLayout layout;

    /** For restore. */
    public Snapshot() {}

    Snapshot(SequenceLayout layout) {
      this.layout = layout;
    }

    @Override
    public int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
      out.writeUTF(layout.toString());
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      layout = SequenceLayout.parse(in.readUTF());
    }

    @Override
    public TypeSerializer<Sequence> restoreSerializer() {
      return new SequenceSerializer(layout);
    }

    @Override
    public TypeSerializerSchemaCompatibility<Sequence> resolveSchemaCompatibility(
        TypeSerializerSnapshot<Sequence> old) {
      return old instanceof Snapshot that && layout.equals(that.layout)
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
